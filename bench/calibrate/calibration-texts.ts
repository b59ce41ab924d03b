/**
 * The texts that estimates are fitted to and tested on: the benchmark's code in twelve languages, and documentation from
 * Debian and npm packages in many natural languages. Each package is used either to fit or to test, never for both.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { corpusFolder, fetchCorpus } from '../corpus';

export type Use = 'fit' | 'test';

export interface RealText {
  readonly group: string;
  readonly use: Use;
  readonly from: string;
  readonly text: string;
}

interface Source {
  readonly group: string;
  readonly use: Use;
  readonly from: 'deb' | 'npm';
  /** Includes the version if it comes from npm. */
  readonly name: string;
  /** Which files to take, by their path in the package. */
  readonly files: RegExp;
  /** Extracts the text to use from a file; by default the whole file. */
  readonly part?: (text: string) => string;
}

const textFiles = /\.txt(\.gz)?$/;
const deb = (use: Use, group: string, name: string, files = textFiles): Source => ({
  group,
  use,
  from: 'deb',
  name,
  files,
});
const guide = (group: string, languages: string): Source =>
  deb('fit', group, 'installation-guide-amd64', new RegExp(`/install\\.(${languages})\\.txt\\.gz$`));
const npm = (use: Use, group: string, name: string, files: RegExp): Source => ({
  group,
  use,
  from: 'npm',
  name,
  files,
  part: translations,
});
/** The same languages from three packages of translations, each with its own folder names and language codes. */
const translated = (group: string, languages: string): Source[] => [
  npm('fit', group, 'tinymce-i18n@26.9.21', new RegExp(`^langs8/(${languages})(-\\w+)?\\.js$`)),
  npm('test', group, '@uppy/locales@5.2.0', new RegExp(`^lib/(${languages})_\\w+\\.js$`)),
  npm('test', group, 'ckeditor5@48.5.2', new RegExp(`^dist/translations/(${languages})\\.js$`)),
];

const sources: readonly Source[] = [
  guide('English', 'en'),
  deb('fit', 'English', 'git-doc'),
  deb('fit', 'English', 'maint-guide'),
  deb('test', 'English', 'debian-faq'),
  deb('test', 'English', 'debian-policy'),
  deb('test', 'English', 'developers-reference'),
  deb('fit', 'HTML', 'git-doc', /\.html$/),
  deb('fit', 'HTML', 'installation-guide-amd64', /\/en\/.*\.html$/),
  deb('test', 'HTML', 'debian-policy', /\.html$/),
  deb('test', 'HTML', 'developers-reference', /\.html$/),
  guide('European', 'ca|cs|da|de|es|fr|id|it|nl|pt|ro|sv|vi'),
  ...['de', 'fr', 'it'].map((language) => deb('fit', 'European', `debian-faq-${language}`)),
  ...['de', 'es', 'fr', 'it', 'pt'].map((language) => deb('test', 'European', `debian-reference-${language}`)),
  ...translated('European', 'cs|da|de|es|fi|fr|hu|it|nl|pl|pt|sv|tr|vi'),
  guide('Greek', 'el'),
  ...translated('Greek', 'el'),
  guide('Cyrillic', 'ru'),
  deb('fit', 'Cyrillic', 'maint-guide-ru'),
  deb('test', 'Cyrillic', 'debian-faq-ru'),
  ...translated('Cyrillic', 'ru|uk|bg|sr'),
  guide('Chinese', 'zh_CN'),
  deb('fit', 'Chinese', 'maint-guide-zh-cn'),
  deb('test', 'Chinese', 'debian-reference-zh-cn'),
  deb('test', 'Chinese', 'debian-reference-zh-tw'),
  ...translated('Chinese', 'zh'),
  guide('Japanese', 'ja'),
  deb('fit', 'Japanese', 'maint-guide-ja'),
  deb('test', 'Japanese', 'debian-reference-ja'),
  ...translated('Japanese', 'ja'),
  guide('Korean', 'ko'),
  ...translated('Korean', 'ko'),
  ...translated('Arabic, Hebrew', 'ar|fa|he'),
  ...translated('Indic, Thai', 'bn|hi|ne|ta|th'),
];

/** TypeScript's messages, for languages that the other packages of translations have little of. */
const messages: Readonly<Record<string, readonly string[]>> = {
  European: ['cs', 'de', 'es', 'fr', 'it', 'pl', 'pt-br', 'tr'],
  Cyrillic: ['ru'],
  Chinese: ['zh-cn', 'zh-tw'],
  Japanese: ['ja'],
  Korean: ['ko'],
};

/** @param versions collects the packages that were used. */
export function realTexts(log: (line: string) => void, versions: Set<string>): RealText[] {
  const texts = codeTexts(log, versions);
  for (const source of sources) {
    const folder = fetched(source, log);
    versions.add(source.name);
    for (const file of filesIn(folder).filter((path) => source.files.test(path))) {
      const text = read(join(folder, file));
      texts.push({ ...source, from: source.name, text: source.part?.(text) ?? text });
    }
  }
  const root = join(__dirname, '../..');
  for (const [group, languages] of Object.entries(messages)) {
    for (const language of languages) {
      const file = join(root, 'node_modules/typescript/lib', language, 'diagnosticMessages.generated.json');
      const text = Object.values<string>(JSON.parse(read(file))).join('\n');
      texts.push({ group, use: 'test', from: 'typescript', text });
    }
  }
  versions.add('typescript');
  return [...texts, ...readmes(join(root, 'node_modules')), ...readmes(join(root, 'bench/node_modules'))];
}

/** Every third package of a language is used to test. */
function codeTexts(log: (line: string) => void, versions: Set<string>): RealText[] {
  const { files, versions: used } = fetchCorpus(log);
  for (const version of used) versions.add(version);
  const seen = new Map<string, string[]>();
  return files.map(({ path, language }) => {
    const [folder = '', from = ''] = path.split('/');
    const packages = seen.get(folder) ?? [];
    seen.set(folder, packages);
    if (!packages.includes(from)) packages.push(from);
    const use = packages.indexOf(from) % 3 === 1 ? 'test' : 'fit';
    return { group: language, use, from, text: read(join(corpusFolder, path)) };
  });
}

/** The readmes of installed packages; every second one is used to test. */
function readmes(folder: string): RealText[] {
  const found = readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const file = ['README.md', 'readme.md']
        .map((readme) => join(folder, name, readme))
        .find((path) => existsSync(path));
      return file ? [{ from: name, text: read(file) }] : [];
    });
  return found.map((readme, i) => ({ group: 'Markdown', use: i % 2 === 0 ? 'fit' : 'test', ...readme }));
}

function read(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => existsSync(join(folder, path)) && statSync(join(folder, path)).isFile())
    .sort();
}

/** The string values in a file of translations, one per line. */
function translations(source: string): string {
  return [...source.matchAll(/:\s*(['"`])((?:\\.|(?!\1).)*)\1/g)]
    .map(([, , value = '']) =>
      value
        .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replace(/\\(.)/g, '$1'),
    )
    .join('\n');
}

/** The folder of an unpacked package. It is filled under another name and then renamed, so that an interrupted run leaves no partial folder. */
function fetched({ from, name }: Source, log: (line: string) => void): string {
  const folder = join(corpusFolder, 'prose', name.replace('/', '+'));
  if (existsSync(folder)) return folder;
  log(`fetching ${name}`);
  const work = `${folder}.part`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  if (from === 'npm') {
    const archive = execFileSync('npm', ['pack', '--silent', name], { cwd: work, encoding: 'utf8' }).trim();
    execFileSync('tar', ['xzf', archive, '--strip-components=1'], { cwd: work });
    rmSync(join(work, archive));
  } else {
    execFileSync('apt-get', [...aptOptions(), 'download', name], { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] });
    const archive = readdirSync(work).find((file) => basename(file).endsWith('.deb')) ?? '';
    execFileSync('dpkg-deb', ['-x', archive, '.'], { cwd: work });
    rmSync(join(work, archive));
  }
  renameSync(work, folder);
  return folder;
}

/** The package lists of one Debian release, which were prepared when the code was fetched. */
function aptOptions(): string[] {
  const folder = join(corpusFolder, '.apt');
  const settings = [
    ...[`Dir::Etc::SourceList=${join(folder, 'sources.list')}`, 'Dir::Etc::SourceParts=/dev/null'],
    ...[`Dir::State::Lists=${join(folder, 'lists')}`, `Dir::Cache=${join(folder, 'cache')}`],
    ...['APT::Sandbox::User=root', 'APT::Architecture=amd64', 'Debug::NoLocking=1'],
  ];
  return ['-qq', ...settings.flatMap((setting) => ['-o', setting])];
}
