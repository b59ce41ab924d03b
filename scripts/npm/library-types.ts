/** The types of the package: declarations are made from the source, and those that a user can reach are put into one file each. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateDtsBundle } from 'dts-bundle-generator';
import ts from 'typescript';
import { chunkOptions, strategyNames } from '../../src/options/chunk-options';
import type { Option } from '../../src/options/option';
import { parameterText } from '../../src/surfaces/serve/serve-method';
import { counterNames } from '../../src/tokens/counter-table';
import { adapters } from './package-manifest';

const library = 'surfaces/library/library';
const web = 'wings/web/web';
const ambient = 'src/shared/webassembly.d.ts';

export function writeTypes(dist: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'codegrain-types-'));
  try {
    emitDeclarations([library, web, ...adapters.map(({ name }) => `surfaces/library/adapters/${name}`)], folder);
    writeOutOptions(join(folder, 'surfaces/library/library-options.d.ts'));
    const [libraryText = '', webText = ''] = [library, web].map((entry) => bundled(join(folder, `${entry}.d.ts`)));
    for (const ending of ['mts', 'cts']) writeFileSync(join(dist, `library.d.${ending}`), libraryText);
    writeFileSync(join(dist, 'web', 'web.d.mts'), webText);
    for (const { name } of adapters) {
      const text = readFileSync(join(folder, `surfaces/library/adapters/${name}.d.ts`), 'utf8');
      for (const [ending, module] of [
        ['mts', './library.mjs'],
        ['cts', './library.cjs'],
      ])
        writeFileSync(join(dist, `${name}.d.${ending}`), text.replaceAll("'../library'", `'${module}'`));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `npm run typecheck` has checked the source, so only declarations are made here. */
function emitDeclarations(entries: readonly string[], outDir: string): void {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [ambient] }, ts.sys, '.');
  const files = [...entries.map((entry) => `src/${entry}.ts`), ambient];
  ts.createProgram(files, {
    ...options,
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true, allowJs: false },
    ...{ outDir, rootDir: 'src' },
  }).emit();
}

/** Editors show users what an option means, so the types that follow from tables are written out with the texts of the tables. */
function writeOutOptions(file: string): void {
  const members = Object.entries<Option>(chunkOptions)
    .filter(([name]) => name !== 'customStrategy')
    .map(
      ([name, option]) => `  /** ${parameterText(option)} */\n  readonly ${name}?: ${typeText(option)} | undefined;\n`,
    );
  const text = readFileSync(file, 'utf8')
    .replace(
      /export type ChunkingOptions = \{[^}]*\} & \{([^}]*)\};/,
      (_, own: string) => `export interface ChunkingOptions {\n${members.join('')}${own.replace(/^\n/, '')}}`,
    )
    .replace('export type Strategy = StrategyName;', `export type Strategy = ${union(strategyNames)};`)
    .replace('export type Tokenizer = CounterName;', `export type Tokenizer = ${union(counterNames)};`);
  if (!text.includes('export interface ChunkingOptions')) throw new Error(`${file} has no chunk options`);
  writeFileSync(file, text);
}

function typeText(option: Option): string {
  switch (option.kind) {
    case 'integer':
    case 'number':
      return 'number';
    case 'choice':
      return union(Object.keys(option.values));
    case 'choices':
      return `readonly (${union(Object.keys(option.values))})[]`;
    case 'toggle':
      return 'boolean';
    case 'text':
      return 'string';
    case 'list':
      return 'readonly string[]';
  }
}

function union(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(' | ');
}

/** `Symbol.asyncDispose` is newer than what programs may have chosen as their `lib`. */
const head = '/// <reference lib="esnext.disposable" />\n';

function bundled(file: string): string {
  const [text = ''] = generateDtsBundle(
    [{ filePath: file, output: { noBanner: true, exportReferencedTypes: false, sortNodes: false } }],
    { preferredConfigPath: 'tsconfig.json' },
  );
  return head + withPublicNames(text);
}

/** Editors show the name of a declaration, so what is exported under another name gets that name. */
function withPublicNames(text: string): string {
  const [list = '', names = ''] = /\nexport \{\n([^}]*)\};\n/.exec(text) ?? [];
  let renamed = text.replace(list, '\n');
  for (const [, inner = '', outer = ''] of names.matchAll(/(\w+) as (\w+)/g))
    renamed = renamed
      .replaceAll(new RegExp(`\\b${inner}\\b`, 'g'), outer)
      .replace(new RegExp(`^(?=(?:declare (?:function|class|const)|interface|type) ${outer}\\b)`, 'm'), 'export ');
  return renamed;
}
