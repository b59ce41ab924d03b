import type { Node } from '../../syntax/syntax-node';
import { everyName, listedImport, wholeModule } from '../import-parts';
import type { ImportedNames, ImportLink, Language } from '../language';
import { nameFromField } from '../node-helpers';
import { each } from '../word-lists';

/** `import {A, B as C} from "x";`, `import * as L from "x";`, `import "x" as L;`; `import "x";` does not list its names. */
function readImport(node: Node): ImportedNames {
  const source = node.childForFieldName('source')?.text ?? '';
  const names = new Set(node.childrenForFieldName('import_name').map((child) => child.id));
  const aliases = new Set(node.childrenForFieldName('alias').map((child) => child.id));
  const module = source.slice(1, -1);
  const items: { text: string; links: ImportLink[] }[] = [];
  let name = '';
  for (const { id, text } of node.children) {
    if (names.has(id)) {
      name = text;
      items.push({ text, links: [{ local: text, module, name }] });
    } else if (aliases.has(id)) {
      if (name === '') return { names: [text], links: () => [wholeModule(text, module)] };
      items[items.length - 1] = { text: `${name} as ${text}`, links: [{ local: text, module, name }] };
    }
  }
  if (items.length === 0) return { names: [], provides: fileProvides(source), links: () => [everyName(module)] };
  return listedImport(items, (texts) => `import {${texts.join(', ')}} from ${source};`);
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
    imports: { import_directive: readImport },
    bareFields: true,
  },
  references: {
    roles: {
      ...each('bindOuter', 'contract_declaration.name interface_declaration.name library_declaration.name'),
      'modifier_definition.name': 'bindOuter',
      ...each('bind', 'struct_declaration.name enum_declaration.name event_definition.name'),
      ...each('bind', 'error_declaration.name user_defined_type_definition.name state_variable_declaration.name'),
      ...each('bind', 'parameter.name variable_declaration.name yul_variable_declaration.left'),
      ...each('name', 'function_definition.name event_parameter.name error_parameter.name struct_member.name'),
      ...each('name', 'member_expression.property call_struct_argument.name struct_field_assignment.name'),
      yul_identifier: 'pass',
    },
    scopes: {
      ...each('block', 'contract_declaration interface_declaration library_declaration block_statement'),
      ...each('block', 'for_statement try_statement catch_clause assembly_statement'),
      ...each('function', 'function_definition modifier_definition constructor_definition'),
      fallback_receive_definition: 'function',
    },
    bindFrom: 'declaration',
  },
};
