/** The imports of JavaScript and TypeScript: ES statements, `require` and dynamic `import`. */

import type { Node } from '../../../syntax/syntax-node';
import { type ImportPart, partNames, usedTexts } from '../../import-parts';
import type { ImportedNames, ImportReader } from '../../language';
import { childOfType } from '../../node-helpers';
import { patternNames } from './ecmascript';
import { aliasLinks, importLinks, reexportLinks, requireLinks } from './ecmascript-links';

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** `import a, { b as c, type D } from 'x'`, `import * as n from 'x'`, `import x = require('x')`, `import 'x'`. */
function readImport(statement: Node): ImportedNames {
  const whole = oneLine(statement.text);
  const clause = childOfType(statement, 'import_clause');
  if (!clause) {
    // `import x = require('x')` has one name; `import 'x'` has none.
    const name = childOfType(statement, 'import_require_clause')?.namedChildren[0];
    return { names: name ? [name.text] : [], narrow: () => whole, links: () => importLinks(statement) };
  }
  const plain: ImportPart[] = [];
  const named: ImportPart[] = [];
  for (const child of clause.namedChildren) {
    if (child.type === 'identifier') plain.push({ text: child.text, names: [child.text] });
    else if (child.type === 'namespace_import') {
      const name = childOfType(child, 'identifier')?.text ?? '';
      plain.push({ text: `* as ${name}`, names: [name] });
    } else if (child.type === 'named_imports') {
      for (const specifier of child.namedChildren) {
        if (specifier.type !== 'import_specifier') continue;
        const name = specifier.childForFieldName('alias') ?? specifier.childForFieldName('name');
        if (name) named.push({ text: oneLine(specifier.text), names: [name.text] });
      }
    }
  }
  // The text before the clause (`import type`) and after it (the source and its attributes) does not change.
  const start = clause.startIndex - statement.startIndex;
  const end = clause.endIndex - statement.startIndex;
  const before = oneLine(statement.text.slice(0, start));
  const after = oneLine(statement.text.slice(end));
  return {
    names: partNames([...plain, ...named]),
    narrow: (used) => {
      const braces = usedTexts(named, used).join(', ');
      const list = usedTexts(plain, used).join(', ');
      if (braces === '') return list === '' ? whole : `${before} ${list} ${after}`;
      return `${before} ${list === '' ? '' : `${list}, `}{ ${braces} } ${after}`;
    },
    links: () => importLinks(statement),
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
