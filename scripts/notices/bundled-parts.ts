/**
 * Everything of others that is in the packages, with its licence: libraries in the bundles, the runtime and the grammars of tree-sitter,
 * tables of tokens, icons and models. A part without a licence is an error.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackagesFile } from './noted-build';

export interface BundledPart {
  readonly name: string;
  readonly version: string;
  /** As SPDX writes it: `MIT`, `(MIT OR Apache-2.0)`. */
  readonly licence: string;
  readonly copyright: readonly string[];
  /** Undefined: that of the licence in scripts/notices/texts. */
  readonly text: string | undefined;
  readonly source: string;
  /** A package URL: https://github.com/package-url/purl-spec */
  readonly purl: string;
}

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly repository?: string | { readonly url: string };
}

interface GrammarLicence {
  readonly repository: string;
  readonly licence: string;
  readonly copyright: readonly string[];
}

/** Packages that say their licence in package.json alone. What is here was read in their repositories. */
const copyrights: Readonly<Record<string, readonly string[]>> = {
  '@cfworker/json-schema': ['Copyright (c) 2020 Jeremy Danyow'],
  'pg-types': ['Copyright (c) 2014 Brian M. Carlson'],
  pgpass: ['Copyright (c) 2013-2016 Hannes Hörl'],
  'js-tiktoken': ['Copyright (c) 2022 OpenAI, Shantanu Jain'],
};

/** Packages of which data is copied: see esbuild.js. */
const copied = ['web-tree-sitter', 'js-tiktoken', '@vscode/codicons', '@vscode/vscode-languagedetection'];

/** @param root with a production build in dist. @throws if a part has no licence */
export function bundledParts(root: string): readonly BundledPart[] {
  const listed: readonly string[] = JSON.parse(readFileSync(join(root, bundledPackagesFile), 'utf8'));
  const folders = new Set([...listed, ...copied.map((name) => `node_modules/${name}`)]);
  const parts = new Map<string, BundledPart>();
  for (const folder of folders) {
    const part = packagePart(join(root, folder));
    parts.set(`${part.name} ${part.version}`, part);
  }
  const all = [...parts.values(), ...grammarParts(root), ...otherParts()];
  const wrong = all.filter(({ licence, text }) => licence === '' || !(text ?? licenceText(licence)));
  if (wrong.length > 0)
    throw new Error(`no licence is known of ${wrong.map(({ name }) => name).join(', ')}: see scripts/notices`);
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function packagePart(folder: string): BundledPart {
  const {
    name,
    version,
    license = '',
    repository = '',
  }: PackageJson = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  const copyright = copyrights[name] ?? [];
  return {
    ...{ name, version, licence: license, copyright },
    // A text of the licence alone has nobody's name.
    text: text === '' && copyright.length === 0 ? '' : text || undefined,
    source: (typeof repository === 'string' ? repository : repository.url) || `https://www.npmjs.com/package/${name}`,
    purl: npmUrl(name, version),
  };
}

/** The packages that ship the built grammars do not have the licences of the grammars. */
function grammarParts(root: string): BundledPart[] {
  const { grammars }: { grammars: Record<string, { readonly package: string; readonly version: string }> } = JSON.parse(
    readFileSync(join(root, 'grammars', 'manifest.json'), 'utf8'),
  );
  const known: Record<string, GrammarLicence> = JSON.parse(
    readFileSync(join(__dirname, 'grammar-licences.json'), 'utf8'),
  );
  return Object.entries(grammars).map(([grammar, { package: shippedBy, version }]) => {
    const own = known[grammar];
    const name = `tree-sitter grammar ${grammar}`;
    // Some come from a package of their own.
    if (!own) return { ...packagePart(join(root, 'node_modules', shippedBy)), name };
    const { repository, licence, copyright } = own;
    return { name, version, licence, copyright, text: undefined, source: repository, purl: npmUrl(shippedBy, version) };
  });
}

function otherParts(): BundledPart[] {
  return [
    {
      ...{ name: 'ICU (headers in the runtime of tree-sitter)', version: '64', licence: 'ICU', copyright: [] },
      ...{ text: licenceText('ICU'), source: 'https://github.com/unicode-org/icu', purl: 'pkg:github/unicode-org/icu' },
    },
  ];
}

/** Undefined: there is none in scripts/notices/texts. */
export function licenceText(licence: string): string | undefined {
  const file = join(__dirname, 'texts', `${licence}.txt`);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function npmUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
