/** Questions whose answer is one definition of several in a chunk, made from doc comments; and those that a trial found wrong. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Chunk } from '../../src/code/chunk';
import { chunkText } from '../../src/engine/workers/chunker';
import { splitWord } from '../../src/index/terms/split-word';
import type { Snapshot } from '../code-search/snapshot';

export interface PlaceQuestion {
  readonly text: string;
  readonly path: string;
  readonly name: string;
  /** 1-based; the line that defines the name. */
  readonly line: number;
  /** The lines of the definition, with the comment above it, as far as the chunk has them. */
  readonly from: number;
  readonly to: number;
}

/** None of them is in a set of questions. */
export const placeRepositories: readonly Snapshot[] = [
  { repository: 'tornadoweb/tornado', commit: 'e530031405e2154654dedc4c84d5656b557ea310', root: 'tornado' },
  { repository: 'encode/httpx', commit: 'ae1b9f66238f75ced3ced5e4485408435de10768', root: 'httpx' },
  { repository: 'pallets/werkzeug', commit: '1b00618e787f40dfb21eba29caf8f8be7c8e1d93', root: 'src' },
  { repository: 'fastify/fastify', commit: '83e69762aff047940b376fc2a266d143499ef727', root: 'lib' },
  { repository: 'honojs/hono', commit: '28a9c128912de19f3fb28b00ae289c9b93f6f392', root: 'src' },
  { repository: 'vitejs/vite', commit: 'a98c8d95d552c6fa98ab66fb810f5b39ad5abf49', root: 'packages/vite/src' },
  { repository: 'labstack/echo', commit: '05489dc1730161df26b72d1ae2a3ba6fb8178fc7', root: '' },
  { repository: 'BurntSushi/ripgrep', commit: '3fce3b5bb0236da2df6d99672afb8a719642eca7', root: 'crates' },
  { repository: 'sidekiq/sidekiq', commit: '1bb4aa06e5aa178a114a5e855f9f3d5c24f6c61b', root: 'lib' },
  { repository: 'slimphp/Slim', commit: '038fd5713d5a41636fdff0e8dcceedecdd17fc17', root: 'Slim' },
  { repository: 'serilog/serilog', commit: '60935b4d7abad71cf6157b45a10f5c3c65ead527', root: 'src' },
  { repository: 'redis/hiredis', commit: '29ea2791c102fdffff350f1ea6e04d1f71903d0d', root: '' },
  { repository: 'remkop/picocli', commit: 'a89996315c3fe26b457e89443e3034e3e5967c49', root: 'src/main' },
];

const maxOfRepository = 40;
const minWords = 5;
const maxWords = 30;
const notProduct = /(?:^|\/)(?:tests?|specs?|testdata|examples?|vendor|docs?)\/|[._]test\.|[._]spec\./i;

/** @param folder the checkout. The same questions on every machine: they are chosen by the hashes of their texts. */
export async function questionsOf(folder: string): Promise<PlaceQuestion[]> {
  const found: PlaceQuestion[] = [];
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of names) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).split(sep).join('/');
    if (!entry.isFile() || notProduct.test(path) || !/\.(?:py|[jt]s|go|rs|rb|php|cs|c|h|java)$/.test(path)) continue;
    const { chunks } = await chunkText({ path, text: readFileSync(file, 'utf8') });
    for (const chunk of chunks) if (chunk.role !== 'parent') found.push(...questionsAbout(chunk));
  }
  const texts = new Map<string, PlaceQuestion[]>();
  for (const question of found) texts.set(question.text, [...(texts.get(question.text) ?? []), question]);
  const single = [...texts.values()].flatMap((all) => (all.length === 1 ? all : []));
  const keyed = single.map((question) => ({ question, key: createHash('sha256').update(question.text).digest('hex') }));
  const sorted = keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ question }) => question);
  return sorted.slice(0, maxOfRepository);
}

const definitionKinds: ReadonlySet<string> = new Set([
  ...['function', 'method', 'constructor', 'class', 'struct', 'interface', 'trait', 'enum', 'type', 'constant'],
]);

function questionsAbout({ path, text, startLine, endLine, symbols }: Chunk): PlaceQuestion[] {
  const own = symbols.filter(({ kind }) => definitionKinds.has(kind)).sort((a, b) => a.line - b.line);
  if (own.length < 2) return [];
  const lines = text.split(/\r\n|\r|\n/);
  const begins = own.map(({ line }) => startLine + firstLineOf(lines, line - startLine));
  return own.flatMap(({ name, line }, i): PlaceQuestion[] => {
    const from = begins[i] ?? line;
    const to = (begins[i + 1] ?? endLine + 1) - 1;
    const doc = docOf(lines.slice(from - startLine, to - startLine + 1), line - from);
    const asked = questionOf(doc, name);
    return asked === undefined ? [] : [{ text: asked, path, name, line, from, to }];
  });
}

const commentLine = /^\s*(?:\/\/|\/\*|\*|#|--|@|\[)/;

/** Of the definition at a line: that of the comment, decorators and attributes directly above it. */
function firstLineOf(lines: readonly string[], at: number): number {
  let first = at;
  while (first > 0 && commentLine.test(lines[first - 1] ?? '')) first--;
  return first;
}

/** The comment above a definition, or the docstring below its signature. */
function docOf(lines: readonly string[], at: number): string {
  const above = lines.slice(0, at).filter((line) => /^\s*(?:\/\/|\/\*|\*|#(?!\[))/.test(line));
  if (above.length > 0) return above.map((line) => line.replace(/^\s*(?:\/{2,}!?|\/\*+!?|\*+\/?|#+)/, '')).join('\n');
  const body = lines.slice(at).join('\n');
  return /^[^'"]{0,400}?:[ \t]*\n\s*[ru]?("""|''')([\s\S]*?)\1/.exec(body)?.[2] ?? '';
}

/** The first sentence of a doc comment, without its markup and the words of the name. */
function questionOf(doc: string, name: string): string | undefined {
  const [plain = ''] = doc
    .replaceAll(/<[^>]+>|\{@\w+\s*|[{}`*]|:\w+:|\*\//g, ' ')
    .trim()
    .split(/\n\s*\n|\n\s*[@:]/);
  const [sentence = ''] = plain.replaceAll(/\s+/g, ' ').split(/(?<=[.!?])\s/);
  if (!/^[\x20-\x7e]+$/.test(sentence) || /https?:|copyright|eslint|TODO|@/i.test(sentence)) return undefined;
  const named = new Set(splitWord(name).parts);
  const words = sentence
    .split(' ')
    .filter((word) => !splitWord(word.replaceAll(/\W/g, '')).parts.some((part) => named.has(part)));
  const count = words.filter((word) => /^\W*[A-Za-z]{3,}/.test(word)).length;
  return count >= minWords && words.length <= maxWords ? words.join(' ') : undefined;
}

const werkzeug = 'pallets/werkzeug';
const vite = 'vitejs/vite';

/** What a trial of the product found wrong. */
const trial: readonly (PlaceQuestion & { readonly repository: string })[] = [
  {
    ...{ repository: werkzeug, text: 'which exception is raised when the request body is too large' },
    ...{ path: 'werkzeug/exceptions.py', name: 'RequestEntityTooLarge', line: 489, from: 489, to: 499 },
  },
  {
    ...{ repository: werkzeug, text: '"raise RequestEntityTooLarge"' },
    ...{ path: 'werkzeug/wsgi.py', name: 'on_exhausted', line: 482, from: 482, to: 496 },
  },
  {
    ...{ repository: vite, text: 'default port 5173' },
    ...{ path: 'node/constants.ts', name: 'DEFAULT_DEV_PORT', line: 209, from: 209, to: 209 },
  },
];

export function trialQuestions(repository: string): readonly PlaceQuestion[] {
  return trial.filter((question) => question.repository === repository);
}
