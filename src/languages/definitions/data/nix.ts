import type { Language } from '../../language';
import { nameFromField } from '../../node-helpers';
import { words } from '../../word-lists';

export const nix: Language = {
  id: 'nix',
  name: 'Nix',
  extensions: ['.nix'],
  interpreters: ['nix-instantiate'],
  comment: ['# ', ''],
  structure: {
    definitions: { binding: { kind: 'key', names: nameFromField('attrpath') } },
    // A file is one expression. These nodes are transparent, so that the bindings in `{ pkgs, ... }: let … in { … }` are found.
    transparent: words(`
      function_expression apply_expression let_expression with_expression assert_expression attrset_expression
      rec_attrset_expression binding_set`),
    // The value of a binding may be `let … in { … }`, so no single node holds its whole body.
    bodies: [],
  },
};
