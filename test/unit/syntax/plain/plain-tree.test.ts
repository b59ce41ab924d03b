import { deepEqual, equal } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { ParsedSource } from '../../../../src/code/identify/parsed-source';
import { grammarOf, languages } from '../../../../src/languages/registry';
import { productFile } from '../../../../src/shared/product';
import { PlainTree } from '../../../../src/syntax/plain/plain-tree';
import type { Node } from '../../../../src/syntax/syntax-node';
import { oneOf } from '../../random-runs';
import { grammarTreeOf, skipIfPlain } from '../grammar-tree';

/** Everything that a node returns; other nodes by their id. */
function describeNode(node: Node, fields: readonly string[]): object {
  const { id, typeId, type, text, isNamed, isMissing, isError, hasError, startIndex, endIndex } = node;
  const { startPosition, endPosition, childCount, namedChildCount } = node;
  const near = [node.parent, node.firstChild, node.lastChild, node.firstNamedChild, node.lastNamedChild, node.child(1)];
  const siblings = [node.nextSibling, node.previousSibling, node.nextNamedSibling, node.previousNamedSibling];
  return {
    ...{ id, typeId, type, text, isNamed, isMissing, isError, hasError, startIndex, endIndex },
    ...{ startPosition, endPosition, childCount, namedChildCount },
    near: [...near, ...siblings].map((other) => other?.id),
    children: idsOf(node.children),
    namedChildren: idsOf(node.namedChildren),
    fields: fields.map((field) => [node.childForFieldName(field)?.id, ...idsOf(node.childrenForFieldName(field))]),
  };
}

function idsOf(nodes: readonly Node[]): number[] {
  return nodes.map(({ id }) => id);
}

async function compare(grammar: string, text: string): Promise<void> {
  const language = languages.find((candidate) => grammarOf(candidate) === grammar);
  if (!language) return;
  // A repair would change the text.
  const { repair: _repair, embeds: _embeds, ...unrepaired } = language;
  const parsed = await ParsedSource.parse(unrepaired, text);
  try {
    const { rootNode } = parsed.tree;
    const plain = new PlainTree(grammarTreeOf(parsed.tree), text);
    const fields = plain.grammarTree.language.fields.flatMap((field) => field ?? []);
    const todo: [Node, Node][] = [[rootNode, plain.rootNode]];
    const step = oneOf(8);
    const chosen = Math.floor(Math.random() * step);
    for (let pair = todo.pop(), seen = 0; pair; pair = todo.pop(), seen++) {
      const [fast, other] = pair;
      equal(other.id, fast.id);
      if (seen % step === chosen) deepEqual(describeNode(other, fields), describeNode(fast, fields));
      for (const [i, child] of fast.children.entries()) todo.push([child, other.child(i) ?? fail(other)]);
    }
    const types = [rootNode.firstNamedChild?.type ?? '', 'ERROR', 'identifier', 'string', ','];
    deepEqual(idsOf(plain.rootNode.descendantsOfType(types)), idsOf(rootNode.descendantsOfType(types)));
  } finally {
    parsed.delete();
  }
}

function fail({ type, startIndex }: Node): never {
  throw new Error(`${type} at ${startIndex} has fewer children`);
}

describe('a node read through the plain API', () => {
  before(skipIfPlain);

  const samples = productFile('grammars', 'samples');
  for (const grammar of readdirSync(samples)) {
    it(`equals the one read from memory in every sample of ${grammar}`, async () => {
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
