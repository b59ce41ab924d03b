import type { LinkUse } from '../../../../src/code/links/file-links';
import { chunkIdentified, identifyFile } from '../../../../src/engine/workers/chunker';
import { storedLinks } from '../../../../src/index/format/link-table';
import { IndexedPaths } from '../../../../src/index/graph/graph-keeper';
import type { LinkedFile, LinkSource } from '../../../../src/index/graph/link-source';
import { dotted } from '../../../../src/index/graph/link-source';

/** A workspace whose files are in memory, with the place of each use. */
export interface MemoryLinks extends LinkSource {
  usesOf(path: string): readonly LinkUse[];
}

/** @param texts path → text. */
export async function memoryLinks(texts: Readonly<Record<string, string>>): Promise<MemoryLinks> {
  const files = new Map<string, LinkedFile>();
  const uses = new Map<string, readonly LinkUse[]>();
  const defining = new Map<string, LinkedFile[]>();
  const using = new Map<string, LinkedFile[]>();
  const namespaces = new Set<string>();
  for (const [path, text] of Object.entries(texts)) {
    const identified = await identifyFile({ path, text }, {});
    const chunked = await chunkIdentified(identified, {}, undefined, { withLinks: true });
    if (!chunked.links) continue;
    const links = storedLinks(chunked.links, chunked.chunks);
    const file = { path, language: chunked.language, links };
    files.set(path, file);
    uses.set(path, chunked.links.uses);
    for (const name of new Set(links.definitions.map((definition) => definition.name))) add(defining, name, file);
    const used = [...links.references, ...links.imports].map(({ name }) => name);
    for (const name of new Set(used)) add(using, name, file);
    const opened = links.definitions.filter(({ kind }) => kind === 'namespace' || kind === 'module');
    for (const name of [links.namespace, ...opened.map((definition) => definition.name)])
      for (const outer of withOuter(dotted(name))) namespaces.add(outer);
  }
  return {
    workspace: new IndexedPaths(Object.keys(texts), (path) => texts[path]),
    file: (path) => files.get(path),
    definers: (name) => defining.get(name) ?? [],
    definerPaths: (name) => (defining.get(name) ?? []).map(({ path }) => path),
    definerCount: (name) => defining.get(name)?.length ?? 0,
    userPaths: (name) => (using.get(name) ?? []).map(({ path }) => path),
    hasNamespace: (name) => namespaces.has(name),
    usesOf: (path) => uses.get(path) ?? [],
  };
}

function withOuter(name: string): string[] {
  const parts = name.split('.');
  return name === '' ? [] : parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}

function add(lists: Map<string, LinkedFile[]>, key: string, file: LinkedFile): void {
  const list = lists.get(key);
  if (list) list.push(file);
  else lists.set(key, [file]);
}
