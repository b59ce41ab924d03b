import { equal } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { Parsed } from '../../../src/chunking/identify/parsed';
import { languages } from '../../../src/languages/registry';
import { productFile } from '../../../src/shared/product';
import type { Node } from '../../../src/syntax/syntax-node';
import { TreePath } from '../../../src/syntax/tree-path';
import { CursorPath } from './cursor-path';

/** What both paths say at an offset. */
function told(path: TreePath | CursorPath): string {
  const steps: string[] = [];
  for (let depth = 1; depth <= path.depth; depth++) {
    steps.push(`${path.typeAt(depth)}.${path.fieldAt(depth)} ${path.startAt(depth)}-${path.endAt(depth)}`);
  }
  return `${path.typeAt(0)}: ${steps.join(', ')}`;
}

/** The node at the end of a path, and those around it. */
function nodes(path: TreePath | CursorPath): string {
  const around: string[] = [];
  for (let node: Spot | null = path.nodeAt(path.depth); node; node = node.parent) {
    around.push(`${node.id} ${node.type} ${node.startIndex}-${node.endIndex} ${node.isNamed}`);
  }
  return around.join(', ');
}

interface Spot extends Pick<Node, 'id' | 'type' | 'startIndex' | 'endIndex' | 'isNamed'> {
  readonly parent: Spot | null;
}

async function compare(grammar: string, text: string): Promise<void> {
  const language = languages.find((candidate) => candidate.grammar === grammar);
  if (!language) return;
  const parsed = await Parsed.parse(language, text);
  const needsField = new Uint8Array(0x10000).fill(1);
  const paths = [new TreePath(parsed.tree, needsField), new CursorPath(parsed.tree.tree, needsField)] as const;
  try {
    for (let offset = 0; offset < text.length; offset += 1 + (offset % 5)) {
      for (const path of paths) path.moveTo(offset);
      equal(told(paths[0]), told(paths[1]), `${grammar} at ${offset}`);
      if (offset % 7 === 0) equal(nodes(paths[0]), nodes(paths[1]), `${grammar} at ${offset}`);
    }
  } finally {
    paths[1].delete();
    parsed.delete();
  }
}

describe('the path read from memory', () => {
  const samples = productFile('grammars', 'samples');
  for (const grammar of readdirSync(samples)) {
    it(`is the cursor's in every sample of ${grammar}`, async () => {
      for (const file of readdirSync(`${samples}/${grammar}`)) {
        const text = readFileSync(`${samples}/${grammar}/${file}`, 'utf8');
        await compare(grammar, text);
        // Cut short it has syntax errors and missing tokens.
        await compare(grammar, text.slice(0, Math.floor(text.length / 2)));
      }
    });
  }

  it('is the root in an empty text', () => compare('python', ''));
});
