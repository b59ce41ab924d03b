/**
 * gopls, on a copy of the Go files. Modules from outside cannot be downloaded, and a `go.mod` can ask for a newer Go than the
 * installed one, so the copy gets a `go.mod` that only names the module. Uses of what is inside the module still resolve.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { go } from '../../src/languages/definitions/go';
import type { GoldUse } from './gold-use';
import { type ServerOracle, serverGold } from './server-gold';
import { sourcePaths } from './source-paths';

const gopls: ServerOracle = {
  server: {
    command: 'gopls',
    args: ['serve'],
    environment: { GOPROXY: 'off', GOFLAGS: '-mod=mod', GOSUMDB: 'off' },
    settings: { gopls: {} },
  },
  language: go,
  languageId: 'go',
  isSource: (path) => path.endsWith('.go'),
  rules: {
    names: ['identifier', 'type_identifier', 'field_identifier', 'package_identifier'],
    skipped: ['import_declaration', 'package_clause'],
    functions: ['function_declaration', 'method_declaration', 'func_literal'],
    locals: ['parameter_list', 'type_parameter_list'],
    isKey: (name, parent) =>
      (parent.type === 'literal_element' &&
        parent.parent?.type === 'keyed_element' &&
        parent.parent.firstNamedChild?.id === parent.id) ||
      (parent.type === 'keyed_element' && parent.firstNamedChild?.id === name.id),
  },
};

export async function goplsGold(root: string, count: number): Promise<GoldUse[]> {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'codegrain-gopls-')));
  try {
    for (const path of await sourcePaths(root, (each) => /(^|\/)go\.mod$|\.go$/.test(each))) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      if (path.endsWith('.go')) cpSync(join(root, path), join(copy, path));
      else writeFileSync(join(copy, path), bareModule(readFileSync(join(root, path), 'utf8')));
    }
    return await serverGold(copy, gopls, count);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function bareModule(text: string): string {
  const [, name = ''] = /^module\s+(\S+)/m.exec(text) ?? [];
  return `module ${name}\n\ngo 1.19\n`;
}
