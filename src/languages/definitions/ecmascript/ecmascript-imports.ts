/** The imports of JavaScript and TypeScript: ES statements, `require` and dynamic `import`. */

import type { Node } from '../../../syntax/syntax-node';
import { type ImportItem, type ImportPart, partNames, usedTexts, wholeModule } from '../../import-parts';
import type { ImportedNames, ImportReader } from '../../language';
import { childOfType, childrenOfType } from '../../node-helpers';
import { patternNames } from './ecmascript';
import { aliasLinks, reexportLinks, requireLinks, specifierLink, stringContent } from './ecmascript-links';

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The texts of the items that bring in a used name. */
function usedItems(items: readonly ImportItem[], used: ReadonlySet<string>): string {
  const needed = items.filter(({ links }) => links.some(({ local }) => used.has(local)));
  return needed.map(({ text }) => oneLine(text)).join(', ');
}

/** `import a, { b as c, type D } from 'x'`, `import * as n from 'x'`, `import x = require('x')`, `import 'x'`. */
function readImport(statement: Node): ImportedNames {
  const whole = oneLine(statement.text);
  const clause = childOfType(statement, 'import_clause');
  if (!clause) {
    // `import x = require('x')` has one name; `import 'x'` has none.
    const required = childOfType(statement, 'import_require_clause');
    const [local] = required?.namedChildren ?? [];
    const links = local ? [wholeModule(local.text, stringContent(required?.childForFieldName('source')))] : [];
    return { names: links.map((link) => link.local), narrow: () => whole, links: () => links };
  }
  const module = stringContent(statement.childForFieldName('source'));
  const plain = clause.namedChildren.flatMap((child): readonly ImportItem[] => {
    const { type, text } = child;
    if (type === 'identifier') return [{ text, links: [{ local: text, module, name: 'default' }] }];
    if (type !== 'namespace_import') return [];
    const name = childOfType(child, 'identifier')?.text ?? '';
    return [{ text: `* as ${name}`, links: [wholeModule(name, module)] }];
  });
  const specifiers = childrenOfType(childOfType(clause, 'named_imports'), 'import_specifier');
  const named = specifiers.map((specifier) => ({ text: specifier.text, links: specifierLink(specifier, module) }));
  // The text before the clause (`import type`) and after it (the source and its attributes) does not change.
  const before = oneLine(statement.text.slice(0, clause.startIndex - statement.startIndex));
  const after = oneLine(statement.text.slice(clause.endIndex - statement.startIndex));
  const links = [...plain, ...named].flatMap((item) => item.links);
  return {
    names: links.map(({ local }) => local),
    narrow: (used) => {
      const braces = usedItems(named, used);
      const list = usedItems(plain, used);
      if (braces === '') return list === '' ? whole : `${before} ${list} ${after}`;
      return `${before} ${list === '' ? '' : `${list}, `}{ ${braces} } ${after}`;
    },
    links: () => links,
  };
}

/** `import a = b.c` is an alias for a member of a namespace. */
function readAlias(statement: Node): ImportedNames {
  const text = oneLine(statement.text);
  const name = childOfType(statement, 'identifier');
  return { names: name ? [name.text] : [], narrow: () => text, links: () => aliasLinks(statement) };
}

/** `export … from 'x'` binds nothing here; `export import a = b.c` does. Any other export wraps a definition or is a statement. */
function readExport(statement: Node): ImportedNames | undefined {
  if (statement.childForFieldName('source')) return { names: [], links: () => reexportLinks(statement) };
  const declaration = statement.childForFieldName('declaration');
  return declaration?.type === 'import_alias' ? readAlias(declaration) : undefined;
}

/**
 * Tests whether an expression only loads a module: `require('x')`, `await import('x')`, a member or a call with literals on the
 * result (`.y`, `('debug')`), or a helper of compiled code around it (`__importStar(require('x'))`).
 */
function onlyLoadsModule(expression: Node | null): boolean {
  switch (expression?.type) {
    case 'await_expression':
    case 'parenthesized_expression':
    case 'non_null_expression':
      return onlyLoadsModule(expression.namedChildren[0] ?? null);
    case 'member_expression':
      return onlyLoadsModule(expression.childForFieldName('object'));
    case 'call_expression': {
      const callee = expression.childForFieldName('function');
      const args = expression.childForFieldName('arguments')?.namedChildren ?? [];
      if (callee?.type === 'identifier' && callee.text !== 'require')
        return args.length === 1 && onlyLoadsModule(args[0] ?? null);
      if (!args.every((argument) => argument.type === 'string' || argument.type === 'number')) return false;
      if (callee?.type === 'import' || callee?.text === 'require') return args.length > 0;
      return callee?.type !== 'member_expression' && onlyLoadsModule(callee);
    }
    default:
      return false;
  }
}

/** `const a = require('a'), { b, c: d } = require('e');`: an import if the statement declares nothing else. */
function readRequire(statement: Node): ImportedNames | undefined {
  const declarators = statement.namedChildren.filter((child) => child.type === 'variable_declarator');
  if (declarators.length === 0) return undefined;
  const whole = oneLine(statement.text);
  const keyword = statement.child(0)?.text ?? 'const';
  const declared: { pattern: ImportPart[]; braces: boolean; value: string }[] = [];
  for (const declarator of declarators) {
    const name = declarator.childForFieldName('name');
    const value = declarator.childForFieldName('value');
    if (!name || !value || !onlyLoadsModule(value)) return undefined;
    const braces = name.type === 'object_pattern';
    const elements = braces ? name.namedChildren.filter((child) => child.type !== 'comment') : [name];
    // Default values and computed keys contain code, so the statement is more than an import.
    if (elements.some((element) => element.descendantsOfType(patternCode).length > 0)) return undefined;
    const pattern = elements.map((element) => ({
      text: oneLine(element.text),
      names: patternNames(element).map((node) => node.text),
    }));
    declared.push({ pattern, braces, value: oneLine(value.text) });
  }
  return {
    names: declared.flatMap(({ pattern }) => partNames(pattern)),
    narrow: (used) => {
      const list: string[] = [];
      for (const { pattern, braces, value } of declared) {
        const texts = usedTexts(pattern, used).join(', ');
        if (texts) list.push(`${braces ? `{ ${texts} }` : texts} = ${value}`);
      }
      return list.length > 0 ? `${keyword} ${list.join(', ')};` : whole;
    },
    links: () => requireLinks(statement),
  };
}

/** Patterns that contain code. */
const patternCode = ['assignment_pattern', 'object_assignment_pattern', 'computed_property_name'];

export const ecmascriptImports: Readonly<Record<string, ImportReader>> = {
  import_statement: readImport,
  import_alias: readAlias,
  export_statement: readExport,
  lexical_declaration: readRequire,
  variable_declaration: readRequire,
};
