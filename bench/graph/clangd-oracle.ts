/** clangd, with compile commands made from the include folders of a repository: nothing is built. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { c } from '../../src/languages/definitions/c-family/c';
import { cpp } from '../../src/languages/definitions/c-family/cpp';
import type { Node } from '../../src/syntax/syntax-node';
import type { NameRules } from './file-names';
import type { GoldUse } from './gold-use';
import { withPairs } from './header-pairs';
import { serverGold } from './server-gold';
import { sourcePaths } from './source-paths';

const rules: NameRules = {
  names: ['identifier', 'type_identifier', 'field_identifier'],
  skipped: ['preproc_include'],
  functions: ['function_definition', 'lambda_expression'],
  locals: ['parameter_list', 'template_parameter_list', 'lambda_capture_specifier'],
  isKey: (name, parent) => parent.type === 'field_designator' || isOwnName(name, parent),
};

/** Where a class can be announced: `class Foo;`. */
const statementLists = /^(translation_unit|declaration_list|field_declaration_list|friend_declaration|preproc_.*)$/;

/** The name of a function or class where it is declared or defined: clangd leads from one to the other. */
function isOwnName(name: Node, parent: Node): boolean {
  if (/_specifier$/.test(parent.type))
    return parent.childForFieldName('body') !== null || statementLists.test(parent.parent?.type ?? '');
  let inner = name;
  let outer: Node | null = parent;
  while (outer?.type === 'qualified_identifier' && outer.childForFieldName('name')?.id === inner.id) {
    inner = outer;
    outer = outer.parent;
  }
  return outer?.type === 'function_declarator' && outer.childForFieldName('declarator')?.id === inner.id;
}

const isCpp = (path: string): boolean => /\.(cc|cpp|cxx|hpp|hh|h|inc)$/.test(path);
const isC = (path: string): boolean => /\.[ch]$/.test(path);

/** @param flags of the compiler; include folders are relative to the root. */
export async function clangdGold(
  root: string,
  languageId: 'c' | 'cpp',
  flags: readonly string[],
  count: number,
): Promise<GoldUse[]> {
  const isSource = languageId === 'c' ? isC : isCpp;
  const language = languageId === 'c' ? c : cpp;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'codegrain-clangd-')));
  try {
    const paths = await sourcePaths(root, isSource);
    const compiler = languageId === 'c' ? ['clang'] : ['clang++', '-std=c++17'];
    const commands = paths
      .filter((path) => !path.endsWith('.h'))
      .map((path) => ({ directory: root, file: join(root, path), arguments: [...compiler, ...flags, '-c', path] }));
    writeFileSync(join(folder, 'compile_commands.json'), JSON.stringify(commands));
    const args = [`--compile-commands-dir=${folder}`, '--background-index=false', '--clang-tidy=false', '-j=2'];
    const server = { command: 'clangd', args };
    const gold = await serverGold(root, { server, language, languageId, rules, isSource, maxFiles: 60 }, count);
    return await withPairs(root, language, paths, gold);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
