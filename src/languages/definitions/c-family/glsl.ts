import type { Node } from '../../../syntax/syntax-node';
import type { Language } from '../../language';
import { childOfType, present } from '../../node-helpers';

/** The innermost declarator: `float weights[4]` declares `weights`. */
function declaredName(node: Node): readonly Node[] {
  let at = node.childForFieldName('declarator');
  while (at && at.type !== 'identifier') at = at.childForFieldName('declarator');
  return present(at);
}

/** `uniform Lights { … };` is a block with a name; the others declare a variable. */
function declarationName(node: Node): readonly Node[] {
  if (!childOfType(node, 'field_declaration_list')) return declaredName(node);
  return present(childOfType(node, 'identifier'));
}

export const glsl: Language = {
  id: 'glsl',
  name: 'GLSL',
  extensions: [
    ...['.glsl', '.vert', '.frag', '.geom', '.comp', '.tesc', '.tese', '.mesh', '.task'],
    ...['.rgen', '.rchit', '.rmiss', '.rahit', '.vs.glsl', '.fs.glsl', '.glslv', '.glslf', '.vsh', '.fsh'],
  ],
  comment: ['// ', ''],
  structure: {
    definitions: {
      function_definition: { kind: 'function', names: declaredName },
      struct_specifier: { kind: 'struct' },
      preproc_function_def: { kind: 'macro' },
    },
    values: {
      declaration: { kind: 'variable', names: declarationName },
      preproc_def: { kind: 'constant' },
    },
    transparent: ['preproc_if', 'preproc_ifdef', 'preproc_else', 'preproc_elif'],
    bodies: ['compound_statement', 'field_declaration_list'],
  },
};
