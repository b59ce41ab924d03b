import type { Node } from '../../syntax/syntax-node';
import type { DefinitionKind, DefinitionRule, Language } from '../language';
import { each } from '../word-lists';

/** `hello*` is exported, and its name is `hello`. */
function symbolName(node: Node): readonly Node[] {
  const name = node.childForFieldName('name');
  if (!name) return [];
  return [name.type === 'exported_symbol' ? (name.firstNamedChild ?? name) : name];
}

function routineRule(kind: DefinitionKind): DefinitionRule {
  return { kind, names: symbolName };
}

/** The names a `const`, `let`, `var` or `type` section declares. */
function declaredNames(section: Node): readonly Node[] {
  return section
    .descendantsOfType(['type_symbol_declaration', 'symbol_declaration'])
    .filter((symbol) => declaringSection(symbol)?.id === section.id)
    .flatMap((symbol) => symbolName(symbol));
}

/** The section that declares a symbol. Fields and parameters have the same node type but no section. */
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
  comment: ['# ', ''],
  structure: {
    definitions: {
      ...each(routineRule('function'), 'proc_declaration func_declaration iterator_declaration'),
      converter_declaration: routineRule('function'),
      method_declaration: routineRule('method'),
      ...each(routineRule('macro'), 'template_declaration macro_declaration'),
      type_section: { kind: 'type', names: declaredNames },
    },
    values: {
      ...each({ kind: 'constant', names: declaredNames }, 'const_section let_section'),
      var_section: { kind: 'variable', names: declaredNames },
    },
    transparent: ['when', 'statement_list'],
    bodies: ['statement_list', 'field_declaration_list'],
    comments: ['comment', 'documentation_comment', 'block_comment', 'block_documentation_comment'],
  },
};
