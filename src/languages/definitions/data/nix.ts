import type { Language } from '../../language';
import { nameFromField } from '../../node-helpers';

export const nix: Language = {
  id: 'nix',
  name: 'Nix',
  extensions: ['.nix'],
  interpreters: ['nix-instantiate'],
  grammar: 'nix',
  comment: ['# ', ''],
  structure: {
    definitions: { binding: { kind: 'key', names: nameFromField('attrpath') } },
    // A file is one expression: `{ pkgs, ... }: let … in { … }` is entered until its bindings are reached.
    transparent: [
      'function_expression',
      'apply_expression',
      'let_expression',
      'with_expression',
      'assert_expression',
      'attrset_expression',
      'rec_attrset_expression',
      'binding_set',
    ],
    // The value of a binding may be `let … in { … }`: no single node holds all of its inside.
    bodies: [],
    comments: ['comment'],
  },
};
