/**
 * The recipes of CONTRIBUTING.md for a question to the index and a field of a hit: each is written in few files, and the compiler finds
 * the rest. A list written by hand elsewhere would be one more file to touch, and nothing would say so.
 */
import assert from 'node:assert/strict';
import ts from 'typescript';
import { readSources } from './source-graph';

const sources = readSources().map(({ path, text }) => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));

function nameOf(name: ts.Node | undefined): string[] {
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? [name.text] : [];
}

/** The members of an interface, without those that it inherits. */
function membersOf(path: string, name: string): Set<string> {
  const source = sources.find(({ fileName }) => fileName === path);
  const found = source?.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === name);
  assert.ok(found && ts.isInterfaceDeclaration(found), `${path} has the interface ${name}`);
  return new Set(found.members.flatMap((member) => nameOf(member.name)));
}

/** The names that one object, type, union or list writes out. */
function listedIn(node: ts.Node): string[] {
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((one) =>
      ts.isSpreadAssignment(one) ? listedIn(spread(one.expression)) : nameOf(one.name),
    );
  if (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node))
    return node.members.flatMap((member) => nameOf(member.name));
  if (ts.isUnionTypeNode(node))
    return node.types.flatMap((one) => (ts.isLiteralTypeNode(one) ? nameOf(one.literal) : []));
  return ts.isArrayLiteralExpression(node) ? node.elements.flatMap(nameOf) : [];
}

/** The object in `...(isThere && { name })`. */
function spread(node: ts.Expression): ts.Expression {
  if (ts.isParenthesizedExpression(node)) return spread(node.expression);
  return ts.isBinaryExpression(node) ? spread(node.right) : node;
}

/** Files in which one object, type, union or list writes out at least so many of these names. */
function listsOf(names: ReadonlySet<string>, atLeast: number): string[] {
  const found = new Set<string>();
  for (const source of sources) {
    const visit = (node: ts.Node): void => {
      if (new Set(listedIn(node).filter((name) => names.has(name))).size >= atLeast) found.add(source.fileName);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return [...found].sort();
}

describe('a question to the index', () => {
  const protocol = 'engine/service-protocol.ts';
  const questions = membersOf(protocol, 'ServiceQuestions');

  it('stands in one table, and is answered in one', () => {
    assert.ok(questions.size > 5);
    assert.deepEqual(listsOf(questions, 5), ['engine/service-protocol.ts', 'engine/service/index-service.ts']);
  });

  it('is no message of its own', () => {
    const messages = sources
      .filter(({ fileName }) => /^engine\/(?:service|client)/.test(fileName))
      .flatMap(({ fileName, text }) => [...text.matchAll(/new RequestType\d?\b/g)].map(() => fileName));
    // The service asks the editor for vectors.
    assert.deepEqual(messages, [protocol]);
  });
});

describe('a field of a hit', () => {
  const hit = 'search/hits/hit.ts';

  it('is declared once and made once', () => {
    // Those of a chunk too, such as its name, are in many records.
    const ofChunk = membersOf('code/chunk.ts', 'Chunk');
    const own = new Set([...membersOf(hit, 'Hit')].filter((name) => !ofChunk.has(name)));
    assert.ok(own.size > 8);
    assert.deepEqual(listsOf(own, 5), [hit, 'search/hits/make-hits.ts', 'surfaces/mcp/tool-shapes.ts']);
  });
});
