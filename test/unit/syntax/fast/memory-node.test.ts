import { deepEqual, equal } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import type { Node as GrammarNode } from 'web-tree-sitter';
import { ParsedSource } from '../../../../src/code/identify/parsed-source';
import { grammarOf, languages } from '../../../../src/languages/registry';
import { productFile } from '../../../../src/shared/product';
import type { Node } from '../../../../src/syntax/syntax-node';
import { oneOf } from '../../random-runs';
import { grammarTreeOf, skipIfPlain } from '../grammar-tree';

/** What both kinds of nodes return for themselves and their neighbours. */
function describeNode(node: Node | GrammarNode): object {
  const { id, typeId, type, text, isNamed, isMissing, isError, hasError, startIndex, endIndex } = node;
  const { startPosition, endPosition, childCount, namedChildCount } = node;
  const near = [node.parent, node.firstChild, node.lastChild, node.firstNamedChild, node.lastNamedChild, node.child(1)];
  const siblings = [node.nextSibling, node.previousSibling, node.nextNamedSibling, node.previousNamedSibling];
  // web-tree-sitter loses the siblings of nodes next to one without text.
  const areComparable = node.parent?.children.every((child) => child.startIndex < child.endIndex);
  return {
    ...{ id, typeId, type, text, isNamed, isMissing, isError, hasError, startIndex, endIndex },
    ...{ startPosition, endPosition, childCount, namedChildCount },
    near: [...near, ...(areComparable ? siblings : [])].map((other) => other?.id),
    children: idsOf(node.children),
    namedChildren: idsOf(node.namedChildren),
  };
}

function idsOf(nodes: readonly { readonly id: number }[]): number[] {
  return nodes.map(({ id }) => id);
}

/** @param step one node of so many is compared in all that it has: others in each run of the tests. */
function compareBelow(ours: Node, theirs: GrammarNode, fields: readonly string[], step: number): void {
  const todo: [Node, GrammarNode][] = [[ours, theirs]];
  let seen = Math.floor(Math.random() * step);
  for (let pair = todo.pop(); pair; pair = todo.pop()) {
    const [own, other] = pair;
    equal(own.id, other.id);
    const isChosen = seen++ % step === 0;
    if (isChosen) deepEqual(describeNode(own), describeNode(other));
    for (const field of isChosen && own.childCount > 0 ? fields : []) {
      const at = `${field} of ${own.type} at ${own.startIndex}`;
      equal(own.childForFieldName(field)?.id, other.childForFieldName(field)?.id, at);
      deepEqual(idsOf(own.childrenForFieldName(field)), idsOf(other.childrenForFieldName(field)), at);
    }
    for (const [i, child] of own.children.entries()) {
      const same = other.children[i];
      if (same) todo.push([child, same]);
    }
  }
}

async function compare(grammar: string, text: string, step: number): Promise<void> {
  const language = languages.find((candidate) => grammarOf(candidate) === grammar);
  if (!language) return;
  const parsed = await ParsedSource.parse(language, text);
  try {
    const { rootNode: ours } = parsed.tree;
    const tree = grammarTreeOf(parsed.tree);
    const fields = [...tree.language.fields.flatMap((field) => field ?? []), 'no such field'];
    compareBelow(ours, tree.rootNode, fields, step);
    // web-tree-sitter finds only errors if they are among several types.
    const types = [ours.firstNamedChild?.type ?? '', 'identifier', 'string', ','].filter((type) => type !== 'ERROR');
    deepEqual(idsOf(ours.descendantsOfType(types)), idsOf(tree.rootNode.descendantsOfType(types)));
    deepEqual(idsOf(ours.descendantsOfType('comment')), idsOf(tree.rootNode.descendantsOfType('comment')));
  } finally {
    parsed.delete();
  }
}

describe('a node read from memory', () => {
  before(skipIfPlain);

  const samples = productFile('grammars', 'samples');
  for (const grammar of readdirSync(samples)) {
    it(`equals web-tree-sitter's in every sample of ${grammar}`, async () => {
      for (const file of readdirSync(`${samples}/${grammar}`)) {
        const text = readFileSync(`${samples}/${grammar}/${file}`, 'utf8');
        await compare(grammar, text, oneOf(3));
        // Cut short it has syntax errors and missing tokens.
        await compare(grammar, text.slice(0, Math.floor(text.length / 2)), oneOf(5));
      }
    });
  }

  it('is the root in an empty text', () => compare('python', '', 1));

  it('has its neighbours if nothing separates them, and beyond the first 16 bits', () =>
    compare('json', `[${'"ä\u{1f600}", '.replace('\\u{1f600}', '\u{1f600}').repeat(3000)}1]`, 997));

  it('is found below a hundred thousand brackets', async () => {
    const language = languages.find((candidate) => grammarOf(candidate) === 'json');
    if (!language) throw new Error('JSON has a grammar');
    const parsed = await ParsedSource.parse(language, `${'['.repeat(20_000)}1${']'.repeat(20_000)}`);
    try {
      equal(parsed.tree.rootNode.descendantsOfType('number').length, 1);
    } finally {
      parsed.delete();
    }
  });
});
