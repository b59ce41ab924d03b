import type { Node } from '../../syntax/syntax-node';
import { everyName, wholeModule } from '../import-links';
import { type ImportPart, partNames, usedTexts } from '../import-parts';
import type { ImportedNames, ImportLink, Language } from '../language';
import { nameFromField } from '../node-helpers';

/** `import {A, B as C} from "x";`, `import * as L from "x";`, `import "x" as L;`; `import "x";` does not list its names. */
function readImport(node: Node): ImportedNames {
  const source = node.childForFieldName('source')?.text ?? '';
  const parts: ImportPart[] = [];
  const names = new Set(node.childrenForFieldName('import_name').map((child) => child.id));
  const aliases = new Set(node.childrenForFieldName('alias').map((child) => child.id));
  const module = source.slice(1, -1);
  const links: ImportLink[] = [];
  let imported = '';
  for (const { id, text } of node.children) {
    if (names.has(id)) {
      imported = text;
      parts.push({ text, names: [text] });
      links.push({ local: text, module, name: text });
    } else if (aliases.has(id)) {
      if (imported === '') return { names: [text], links: () => [wholeModule(text, module)] };
      links[links.length - 1] = { local: text, module, name: imported };
      parts[parts.length - 1] = { text: `${imported} as ${text}`, names: [text] };
    }
  }
  if (parts.length === 0) return { names: [], provides: fileProvides(source), links: () => [everyName(module)] };
  return {
    names: partNames(parts),
    narrow: (used) => {
      const texts = usedTexts(parts, used);
      return `import {${texts.join(', ')}} from ${source};`;
    },
    links: () => links,
  };
}

/** Solidity files are named after the contract they hold. */
function fileProvides(source: string): (word: string) => boolean {
  const contract = /([A-Za-z_$][\w$]*)\.sol["']$/.exec(source)?.[1];
  return (word) => word === contract;
}

/** `constructor`, `receive` and `fallback` are named by their keyword. */
function leadingKeyword(node: Node): readonly Node[] {
  return node.children.slice(0, 1);
}

export const solidity: Language = {
  id: 'solidity',
  name: 'Solidity',
  extensions: ['.sol'],
  grammar: 'solidity',
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      contract_declaration: { kind: 'class', container: 'type' },
      interface_declaration: { kind: 'interface', container: 'type' },
      library_declaration: { kind: 'module', container: 'type' },
      struct_declaration: { kind: 'struct' },
      enum_declaration: { kind: 'enum' },
      user_defined_type_definition: { kind: 'type' },
      function_definition: { kind: 'function' },
      constructor_definition: { kind: 'constructor', names: leadingKeyword },
      fallback_receive_definition: { kind: 'method', names: leadingKeyword },
    },
    // Inside their contract, events, errors and modifiers are used without a qualifier, like state variables.
    values: {
      state_variable_declaration: {
        kind: 'field',
        kindOf: (node) => (/\bconstant\b/.test(node.text) ? 'constant' : 'field'),
      },
      constant_variable_declaration: { kind: 'constant' },
      event_definition: { kind: 'event' },
      error_declaration: { kind: 'type' },
      modifier_definition: { kind: 'function', names: nameFromField('name') },
    },
    bodies: ['contract_body', 'function_body', 'struct_body', 'enum_body'],
    comments: ['comment'],
    imports: { import_directive: readImport },
    bareFields: true,
  },
  references: {
    identifiers: ['identifier'],
    roles: {
      'contract_declaration.name': 'bindOuter',
      'interface_declaration.name': 'bindOuter',
      'library_declaration.name': 'bindOuter',
      'struct_declaration.name': 'bind',
      'enum_declaration.name': 'bind',
      'event_definition.name': 'bind',
      'error_declaration.name': 'bind',
      'user_defined_type_definition.name': 'bind',
      'state_variable_declaration.name': 'bind',
      'function_definition.name': 'name',
      'modifier_definition.name': 'bindOuter',
      'parameter.name': 'bind',
      'event_parameter.name': 'name',
      'error_parameter.name': 'name',
      'struct_member.name': 'name',
      'variable_declaration.name': 'bind',
      yul_identifier: 'pass',
      'yul_variable_declaration.left': 'bind',
      'member_expression.property': 'name',
      'call_struct_argument.name': 'name',
      'struct_field_assignment.name': 'name',
    },
    scopes: {
      contract_declaration: 'block',
      interface_declaration: 'block',
      library_declaration: 'block',
      function_definition: 'function',
      modifier_definition: 'function',
      constructor_definition: 'function',
      fallback_receive_definition: 'function',
      block_statement: 'block',
      for_statement: 'block',
      try_statement: 'block',
      catch_clause: 'block',
      assembly_statement: 'block',
    },
    bindFrom: 'declaration',
  },
};
