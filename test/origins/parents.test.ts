/**
 * Parent and child retrieval: children of 200 to 400 tokens are searched, parents of 800 to 1,200 tokens that respect sections are
 * returned, each once with the score of its best child.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chunk } from '../../src/code/chunk';
import { chunkText } from '../../src/engine/workers/chunker';
import { productFile } from '../../src/shared/product';
import { makeWorkspace } from '../unit/search/search-workspace';

/** Pages and code of this product. */
const folders = ['docs', 'src/search/rank', 'src/prose/markdown', 'src/surfaces/cli/commands'];
const files = folders.flatMap((folder) =>
  readdirSync(productFile(folder))
    .filter((name) => /\.(md|ts)$/.test(name))
    .map((name) => join(folder, name)),
);

async function chunksOf(path: string): Promise<readonly Chunk[]> {
  return (await chunkText({ path, text: readFileSync(productFile(path), 'utf8') })).chunks;
}

/** The searched chunks of each section and definition that lie side by side, by its name. */
function bySection(searched: readonly Chunk[]): Chunk[][] {
  const sections = new Map<string, Chunk[]>();
  for (const chunk of searched) {
    const names = [...chunk.scope, chunk.name];
    for (const depth of names.keys()) {
      const name = names.slice(0, depth + 1).join('\n');
      if (names[depth] !== '') sections.set(name, [...(sections.get(name) ?? []), chunk]);
    }
  }
  return [...sections.values()].filter((own) => {
    return own.length > 1 && (own.at(-1)?.sequence ?? 0) - (own[0]?.sequence ?? 0) === own.length - 1;
  });
}

describe('parents and children', () => {
  it('a section or definition that fits the size of a parent is inside one parent', async () => {
    let fitting = 0;
    for (const path of files) {
      const searched = (await chunksOf(path)).filter(({ role }) => role !== 'parent');
      for (const own of bySection(searched)) {
        const tokens = own.reduce((sum, chunk) => sum + chunk.tokens.text, 0);
        if (tokens > 1200) continue;
        fitting++;
        const lines = own.map(({ startLine, endLine }) => `${startLine}-${endLine}`);
        assert.equal(new Set(own.map(({ parent, id }) => parent ?? id)).size, 1, `${path}, lines ${lines}`);
      }
    }
    assert.ok(fitting > 100, `${fitting} sections`);
  });

  it('no child begins before its parent, or ends after it, and no parent is larger than 1,200 tokens', async () => {
    for (const path of files) {
      const chunks = await chunksOf(path);
      const parents = new Map(chunks.filter(({ role }) => role === 'parent').map((parent) => [parent.id, parent]));
      for (const { tokens } of parents.values()) assert.ok(tokens.text <= 1200, `${path}: ${tokens.text} tokens`);
      for (const child of chunks) {
        const parent = child.parent === undefined ? undefined : parents.get(child.parent);
        if (!parent) continue;
        assert.ok(parent.start <= child.start && child.end <= parent.end, `${path}, line ${child.startLine}`);
      }
    }
  });

  it('a search by parents returns each parent once, with the score of its best child, and as many as asked for', async () => {
    const workspace = await makeWorkspace({ 'docs/search.md': readFileSync(productFile('docs/search.md'), 'utf8') });
    try {
      const searcher = await workspace.searcher();
      const children = (await searcher.search('how hits are ranked', { limit: 40, byChunk: true, parents: true })).hits;
      const { hits } = await searcher.search('how hits are ranked', { limit: 5, byParent: true });
      assert.equal(hits.length, 5);
      assert.equal(new Set(hits.map(({ id, parent }) => parent?.id ?? id)).size, 5);
      for (const { id, score, parent, text } of hits) {
        assert.equal(score, children.find((child) => child.id === id)?.score);
        assert.ok(!parent || parent.text.includes(text));
      }
      const all = (await searcher.search('path:docs', { limit: 100, byParent: true })).hits;
      assert.ok(all.length > 5 && all.every(({ parent, kind }) => parent || kind));
      assert.equal(new Set(all.map(({ id, parent }) => parent?.id ?? id)).size, all.length);
    } finally {
      workspace.dispose();
    }
  });
});
