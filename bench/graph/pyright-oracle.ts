/** Pyright, from bench/node_modules (`npm ci --prefix bench`). */
import { existsSync } from 'node:fs';
import { python } from '../../src/languages/definitions/python';
import { productFile } from '../../src/shared/product';
import type { ServerOracle } from './server-gold';

export const pyrightProgram = productFile('bench', 'node_modules', 'pyright', 'langserver.index.js');

export const hasPyright = (): boolean => existsSync(pyrightProgram);

const analysis = { diagnosticMode: 'openFilesOnly', typeCheckingMode: 'off', autoSearchPaths: true, indexing: false };

export const pyright: ServerOracle = {
  server: {
    command: process.execPath,
    args: [pyrightProgram, '--stdio'],
    settings: { python: { analysis }, 'python.analysis': analysis, pyright: { disableLanguageServices: false } },
  },
  language: python,
  languageId: 'python',
  isSource: (path) => path.endsWith('.py'),
  maxFiles: 100,
  rules: {
    names: ['identifier'],
    skipped: ['import_statement', 'import_from_statement', 'future_import_statement'],
    functions: ['function_definition', 'lambda'],
    locals: ['parameters', 'lambda_parameters', 'for_in_clause', 'type_parameter'],
    isKey: (name, parent) => parent.type === 'keyword_argument' && parent.childForFieldName('name')?.id === name.id,
    isMember: (name, parent) =>
      parent.type === 'attribute' &&
      parent.childForFieldName('attribute')?.id === name.id &&
      ['self', 'cls'].includes(parent.childForFieldName('object')?.text ?? ''),
  },
};
