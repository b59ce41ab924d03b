import { equal } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { ParsedSource } from '../../../../src/code/identify/parsed-source';
import { grammarOf, languages } from '../../../../src/languages/registry';
import { productFile } from '../../../../src/shared/product';
import { PlainTree } from '../../../../src/syntax/plain/plain-tree';
import type { Node, NodePath } from '../../../../src/syntax/syntax-node';
import { grammarTreeOf, skipIfPlain } from '../grammar-tree';

/** The steps of a path at an offset. */
function describeSteps(path: NodePath): string {
  const steps: string[] = [];
  for (let depth = 1; depth <= path.depth; depth++) {
    steps.push(`${path.typeAt(depth)}.${path.fieldAt(depth)} ${path.startAt(depth)}-${path.endAt(depth)}`);
  }
  return `${path.typeAt(0)}: ${steps.join(', ')}`;
}

/** The node at the end of a path, and those around it. */
function describeNodes(path: NodePath): string {
  const around: string[] = [];
  for (let node: Node | null = path.nodeAt(path.depth); node; node = node.parent) {
    around.push(`${node.id} ${node.type} ${node.startIndex}-${node.endIndex} ${node.isNamed}`);
  }
  return around.join(', ');
}

async function compare(grammar: string, text: string): Promise<void> {
  const language = languages.find((candidate) => grammarOf(candidate) === grammar);
  if (!language) return;
  const parsed = await ParsedSource.parse(language, text);
  const needsField = new Uint8Array(0x10000).fill(1);
  const plain = new PlainTree(grammarTreeOf(parsed.tree), text);
  const paths = [parsed.tree.path(needsField), plain.path(needsField)] as const;
  try {
    for (let offset = 0; offset < text.length; offset += 1 + (offset % 5)) {
      for (const path of paths) path.moveTo(offset);
      equal(describeSteps(paths[0]), describeSteps(paths[1]), `${grammar} at ${offset}`);
      if (offset % 7 === 0) equal(describeNodes(paths[0]), describeNodes(paths[1]), `${grammar} at ${offset}`);
    }
  } finally {
    parsed.delete();
  }
}

describe('the path read from memory', () => {
  before(skipIfPlain);

  const samples = productFile('grammars', 'samples');
  for (const grammar of readdirSync(samples)) {
    it(`equals the one of plain nodes in every sample of ${grammar}`, async () => {
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
