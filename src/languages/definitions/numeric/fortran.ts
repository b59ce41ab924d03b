import type { Node } from '../../../syntax/syntax-node';
import type { DefinitionKind, DefinitionRule, Language } from '../../language';
import { childOfType, childrenOfType, present } from '../../node-helpers';
import { each } from '../../word-lists';

/** The first child is the statement that opens the unit: `subroutine step(field, rate)`. */
function unitRule(kind: DefinitionKind, container?: 'type' | 'namespace'): DefinitionRule {
  const names = (unit: Node): readonly Node[] =>
    present(unit.firstNamedChild && childOfType(unit.firstNamedChild, 'name', 'type_name', 'module_name'));
  return container ? { kind, names, container } : { kind, names };
}

/** `real(dp), parameter :: rate = 0.25, limit(3)` declares two names. */
function declaredNames(declaration: Node): readonly Node[] {
  return declaration.childrenForFieldName('declarator').flatMap((declarator) => {
    if (declarator.type === 'identifier') return [declarator];
    const left = declarator.childForFieldName('left') ?? declarator;
    return present(left.type === 'identifier' ? left : childOfType(left, 'identifier'));
  });
}

function isConstant(declaration: Node): boolean {
  return childrenOfType(declaration, 'type_qualifier').some(({ text }) => text.toLowerCase() === 'parameter');
}

/** Fixed form (`.f`, `.for`) has its comments and line ends elsewhere; the grammar does not read it. */
export const fortran: Language = {
  id: 'fortran',
  name: 'Fortran',
  extensions: ['.f90', '.f95', '.f03', '.f08', '.f18', '.f23', '.fpp'],
  comment: ['! ', ''],
  structure: {
    definitions: {
      ...each(unitRule('module', 'namespace'), 'module submodule'),
      program: unitRule('module'),
      ...each(unitRule('function'), 'subroutine function module_procedure'),
      interface: unitRule('interface'),
      derived_type_definition: unitRule('struct', 'type'),
    },
    values: {
      variable_declaration: {
        kind: 'variable',
        names: declaredNames,
        kindOf: (declaration) => (isConstant(declaration) ? 'constant' : 'variable'),
      },
    },
    transparent: ['internal_procedures', 'preproc_if', 'preproc_ifdef', 'preproc_else'],
  },
};
