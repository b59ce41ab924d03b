import type { Node } from '../../../syntax/syntax-node';
import type { Language } from '../../language';
import { childOfType, nameFromField } from '../../node-helpers';

/** `a b: c` defines both `a` and `b`. `.PHONY: all` and similar lines configure targets and define none. */
function ruleTargets(rule: Node): readonly Node[] {
  const list = childOfType(rule, 'targets');
  if (!list) return [];
  return list.namedChildren.filter((target) => !/^\.[A-Z_]+$/.test(target.text));
}

export const make: Language = {
  id: 'makefile',
  name: 'Makefile',
  extensions: ['.mk', '.mak', '.make', '.makefile'],
  filenames: ['Makefile', 'makefile', 'GNUmakefile', 'BSDmakefile', 'Kbuild', 'Makefile.am', 'Makefile.in'],
  interpreters: ['make', 'gmake'],
  grammar: 'make',
  comment: ['# ', ''],
  structure: {
    definitions: {
      rule: { kind: 'target', names: ruleTargets },
      define_directive: { kind: 'macro', names: nameFromField('name') },
    },
    values: {
      variable_assignment: { kind: 'variable', names: nameFromField('name') },
      shell_assignment: { kind: 'variable', names: nameFromField('name') },
    },
    wrappers: ['export_directive', 'override_directive', 'private_directive'],
    transparent: ['conditional', 'else_directive', 'elsif_directive'],
    bodies: ['recipe', 'raw_text'],
  },
};
