import type { Node } from '../../syntax/syntax-node';
import type { DefinitionRule, Kind, Language } from '../language';

/** `hello*` is exported; its name is `hello`. */
function routineName(node: Node): readonly Node[] {
  const name = node.childForFieldName('name');
  if (!name) return [];
  return [name.type === 'exported_symbol' ? (name.firstNamedChild ?? name) : name];
}

function routine(kind: Kind): DefinitionRule {
  return { kind, names: routineName };
}

/** The names a `const`, `let`, `var` or `type` section declares. */
function declared(section: Node): readonly Node[] {
  return section
    .descendantsOfType(['type_symbol_declaration', 'symbol_declaration'])
    .filter((symbol) => declaringSection(symbol)?.id === section.id)
    .flatMap((symbol) => routineName(symbol));
}

/** The section a symbol belongs to; fields and parameters use the same node and belong to none. */
function declaringSection(symbol: Node): Node | null | undefined {
  const parent = symbol.parent;
  const declaration = parent?.type === 'symbol_declaration_list' ? parent.parent : parent;
  const isDeclared = declaration?.type === 'type_declaration' || declaration?.type === 'variable_declaration';
  return isDeclared ? declaration.parent : undefined;
}

export const nim: Language = {
  id: 'nim',
  name: 'Nim',
  extensions: ['.nim', '.nims', '.nimble'],
  interpreters: ['nim'],
  grammar: 'nim',
  comment: ['# ', ''],
  structure: {
    definitions: {
      proc_declaration: routine('function'),
      func_declaration: routine('function'),
      iterator_declaration: routine('function'),
      converter_declaration: routine('function'),
      method_declaration: routine('method'),
      template_declaration: routine('macro'),
      macro_declaration: routine('macro'),
      type_section: { kind: 'type', names: declared },
    },
    values: {
      const_section: { kind: 'constant', names: declared },
      let_section: { kind: 'constant', names: declared },
      var_section: { kind: 'variable', names: declared },
    },
    transparent: ['when', 'statement_list'],
    bodies: ['statement_list', 'field_declaration_list'],
    comments: ['comment', 'documentation_comment', 'block_comment', 'block_documentation_comment'],
  },
};
