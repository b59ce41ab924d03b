import type { Language } from '../../language';
import { each } from '../../word-lists';
import {
  assignmentRule,
  classRule,
  declarationRule,
  defaultExports,
  ecmascriptRoles,
  ecmascriptScopes,
  fieldRule,
  functionRule,
  methodRule,
  pairRule,
} from './ecmascript';
import { ecmascriptImports } from './ecmascript-imports';
import { ecmascriptExports } from './ecmascript-links';
import { ecmascriptNaming } from './ecmascript-naming';

export const javascript: Language = {
  id: 'javascript',
  name: 'JavaScript',
  extensions: ['.js', '.mjs', '.cjs', '.jsx', '.es6'],
  filenames: ['Jakefile'],
  interpreters: ['node', 'nodejs', 'bun'],
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      ...each(functionRule, 'function_declaration generator_function_declaration'),
      class_declaration: classRule,
      method_definition: methodRule,
      pair: pairRule,
      assignment_expression: assignmentRule,
      ...defaultExports,
    },
    values: {
      ...each(declarationRule, 'lexical_declaration variable_declaration'),
      field_definition: fieldRule('property'),
    },
    wrappers: ['export_statement', 'expression_statement'],
    bodies: ['statement_block', 'class_body', 'switch_body', 'object', 'array'],
    comments: ['comment', 'html_comment'],
    attributes: ['decorator'],
    imports: ecmascriptImports,
    exports: ecmascriptExports,
  },
  references: {
    identifiers: ['identifier', 'shorthand_property_identifier', 'shorthand_property_identifier_pattern'],
    roles: ecmascriptRoles,
    scopes: ecmascriptScopes,
  },
  links: ecmascriptNaming,
};
