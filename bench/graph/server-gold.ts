/** Gold from a language server: names are asked about in the order of the sample, file by file, until enough answers count. */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SourceText } from '../../src/code/source-text';
import type { Language } from '../../src/languages/language';
import { type FileName, fileNames, type NameRules } from './file-names';
import type { GoldUse, Place } from './gold-use';
import { LanguageServer, type Location, type ServerCommand } from './language-server';
import { type Candidate, inSampleOrder, pathsInSampleOrder } from './seeded-sample';
import { sourcePaths, sourceText } from './source-paths';

export interface ServerOracle {
  readonly server: ServerCommand;
  readonly language: Language;
  readonly languageId: string;
  readonly rules: NameRules;
  readonly isSource: (path: string) => boolean;
  /** Uses come from this many files of a repository, where reading one is expensive. */
  readonly maxFiles?: number;
}

interface NamedFile {
  readonly source: SourceText;
  readonly names: ReadonlyMap<number, FileName>;
}

/** How many names are asked about before the answers are counted. */
const batch = 2000;

export async function serverGold(root: string, oracle: ServerOracle, count: number): Promise<GoldUse[]> {
  const files = new Map<string, NamedFile>();
  for (const path of await sourcePaths(root, oracle.isSource)) {
    const text = sourceText(root, path);
    if (text === undefined) continue;
    files.set(path, { source: new SourceText(text), names: await fileNames(oracle.language, oracle.rules, text) });
  }
  const asked = pathsInSampleOrder([...files.keys()]).slice(0, oracle.maxFiles);
  const candidates = inSampleOrder(asked.flatMap((path) => usesIn(path, files.get(path))));
  const server = await LanguageServer.start(root, oracle.server);
  try {
    const gold: GoldUse[] = [];
    for (let start = 0; start < candidates.length && gold.length < count; start += batch) {
      const answers = await ask(server, root, oracle.languageId, candidates.slice(start, start + batch), files);
      gold.push(...answers);
      process.stderr.write(`${root}: ${gold.length} of ${count} uses\n`);
    }
    return gold.slice(0, count);
  } finally {
    await server.stop();
  }
}

function usesIn(path: string, file: NamedFile | undefined): Candidate[] {
  return [...(file?.names.values() ?? [])]
    .filter(({ isUse }) => isUse)
    .map(({ name, offset }) => ({ path, offset, name }));
}

async function ask(
  server: LanguageServer,
  root: string,
  languageId: string,
  candidates: readonly Candidate[],
  files: ReadonlyMap<string, NamedFile>,
): Promise<GoldUse[]> {
  const answers = new Map<Candidate, GoldUse>();
  for (const path of new Set(candidates.map((candidate) => candidate.path))) {
    const file = files.get(path);
    if (!file) continue;
    const inFile = candidates.filter((candidate) => candidate.path === path);
    const uri = pathToFileURL(join(root, path)).href;
    server.open(uri, languageId, file.source.text);
    for (const candidate of inFile) {
      const locations = await server.definitions(uri, positionOf(file.source, candidate.offset));
      const answer = goldOf(candidate, locations, root, files);
      if (answer) answers.set(candidate, answer);
    }
    server.close(uri);
  }
  return candidates.flatMap((candidate) => answers.get(candidate) ?? []);
}

/** Undefined if the use is a definition itself, or means something that does not count. */
function goldOf(
  { path, offset, name }: Candidate,
  locations: readonly Location[],
  root: string,
  files: ReadonlyMap<string, NamedFile>,
): GoldUse | undefined {
  const targets: Place[] = [];
  let kind = '';
  for (const { uri, range } of locations) {
    const target = uri.startsWith('file:') ? fileURLToPath(uri).slice(root.length + 1) : '';
    const file = files.get(target);
    if (!file) return undefined;
    const at = file.source.lineStart(range.start.line + 1) + range.start.character;
    const found = file.names.get(at);
    const isModule = range.start.line === range.end.line && range.start.character === range.end.character;
    if (!found || found.isLocal || isModule || (target === path && at === offset)) return undefined;
    targets.push({ path: target, line: range.start.line + 1 });
    kind ||= found.around;
  }
  return targets.length > 0 ? { path, offset, name, kind, targets } : undefined;
}

function positionOf(source: SourceText, offset: number): { line: number; character: number } {
  const line = source.lineAt(offset);
  return { line: line - 1, character: offset - source.lineStart(line) };
}
