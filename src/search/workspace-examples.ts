/** Chooses example questions from the code of indexes. The same indexes give the same questions, and few files are read. */
import type { StoredFile } from '../index/format/segment-contents';
import { isTestName, isTestPath, rolesOf } from './file-role';
import type { IndexView } from './view/index-view';
import { SourceTexts } from './view/source-texts';

/** Files whose paths are read: those of a whole giant folder take seconds. */
const maxPaths = 2000;
/** Files that are looked at, evenly spread over all, and definitions of each. */
const maxFiles = 40;
const maxDefinitions = 8;
const exampleCount = 3;

const foreignFolders = /(?:^|\/)(?:vendor(?:ed)?|third[_-]?party|external|node_modules|dist|build|generated)\//i;

type QuestionCandidate = { readonly path: string; readonly question: string };

export async function workspaceExamples(views: readonly IndexView[]): Promise<string[]> {
  const candidates: QuestionCandidate[] = [];
  for (const view of views) candidates.push(...(await candidatesOf(view)));
  return chooseQuestions(candidates);
}

/** Code of the project itself: no tests, examples, documents, data, generated or foreign files. */
function isOwnCode(path: string, language: string): boolean {
  return !isTestPath(path) && !foreignFolders.test(path) && rolesOf(path, language).size === 0;
}

async function candidatesOf(view: IndexView): Promise<QuestionCandidate[]> {
  const paths = [...spreadFiles(view)]
    .filter(({ path, language, skipped }) => skipped === undefined && isOwnCode(path, language))
    .map(({ path }) => path)
    .sort();
  const step = Math.max(1, paths.length / maxFiles);
  // A file that changed since is not parsed again: its lines are good enough.
  const sources = new SourceTexts(async () => []);
  const found: QuestionCandidate[] = [];
  for (let at = 0; at < paths.length; at += step) {
    const path = paths[Math.floor(at)] ?? '';
    const place = view.place(path);
    if (!place) continue;
    const { segment } = place;
    const definitions = [...(view.segments[segment]?.chunksOf(place.file) ?? [])].filter(
      ({ role, name }) => role !== 'parent' && name !== '' && !isTestName(name),
    );
    for (const chunk of definitions.slice(0, maxDefinitions)) {
      const { text } = await sources.textOf({ view, segment }, chunk);
      const question = exampleQuestion(chunk.name, text);
      if (question !== undefined) found.push({ path, question });
    }
  }
  return found;
}

/** At most `maxPaths` files, evenly spread over the index. */
function* spreadFiles({ segments }: IndexView): Generator<StoredFile> {
  const count = segments.reduce((sum, { fileCount }) => sum + fileCount, 0);
  const step = Math.max(1, count / maxPaths);
  let first = 0;
  let next = 0;
  for (const segment of segments) {
    for (; Math.floor(next) < first + segment.fileCount; next += step) {
      const file = Math.floor(next) - first;
      if (!segment.isDeadFile(file)) yield segment.file(file);
    }
    first += segment.fileCount;
  }
}

/** Those of middling length first, from different folders if there are enough, otherwise from different files. */
export function chooseQuestions(candidates: readonly QuestionCandidate[]): string[] {
  const distance = ({ question }: QuestionCandidate): number => Math.abs(question.split(' ').length - idealWords);
  const best = [...candidates].sort((a, b) => distance(a) - distance(b) || (a.question < b.question ? -1 : 1));
  const chosen: QuestionCandidate[] = [];
  const isNew = (one: QuestionCandidate, key: (path: string) => string): boolean =>
    chosen.every((each) => key(each.path) !== key(one.path) && each.question !== one.question);
  for (const key of [folderOf, (path: string) => path]) {
    for (const one of best) if (chosen.length < exampleCount && isNew(one, key)) chosen.push(one);
  }
  return chosen.map(({ question }) => question);
}

const idealWords = 9;

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/**
 * An example question about a definition, made from the first sentence of its doc comment or from its name: "Adds an item, unless it
 * is free." becomes "Where does the code add an item, unless it is free?", and `add_item_to_cart` becomes "add item to cart", as people
 * type it. Only texts that begin with a common verb become questions, and only short names: others would read badly.
 */

/** Verbs that name what code does, without those that say little, such as `get`, `set` and `return`. */
const verbs: ReadonlySet<string> = new Set(
  'accept add adjust allocate append apply assemble assign attach authenticate authorize bind block build bundle calculate cancel cast check choose classify clean clear clone close collapse collect combine compare compile complete compress compute concatenate configure connect construct consume convert copy count create decide decode decompress decrypt deduplicate delete deliver derive describe deserialize detect determine disable discover dispatch display download draw drop emit enable encode encrypt enqueue ensure escape estimate evaluate execute expand export extract fetch fill filter find flatten flush fold format forward generate group guess handle hash highlight identify ignore import index infer initialize inject insert inspect install interpret invalidate iterate join launch limit link list listen load locate lock log look lookup map mark match measure merge migrate monitor move narrow normalize notify open order pack parse pause perform persist pick poll prepare prevent print process produce propagate prune publish pull push queue raise rank read rebuild receive recognize record recover redirect reduce refresh register reject release reload remove rename render repair replace report request reserve reset resize resolve restore resume retry reverse review revert rewrite roll rotate round route run sanitize save scan schedule score search select send serialize serve share show shorten shuffle sign simplify skip sort split start stop store stream strip submit subscribe substitute subtract suggest sum summarize swap switch sync tokenize track transfer transform translate traverse trim truncate try unlock unpack unregister update upgrade upload validate verify visit wait walk watch wrap write'.split(
    ' ',
  ),
);

/** Characters in which a doc string begins and ends. */
const maxDocLength = 1500;
const minWords = 3;
const maxWords = 14;
/** Of a name: `createOptimizeDepsIncludeResolver` is no question. */
const maxNameWords = 4;

/** @param text the definition with its doc comment. @returns undefined if it makes no good question. */
export function exampleQuestion(name: string, text: string): string | undefined {
  return fromSentence(docSentence(text), name) ?? fromName(name);
}

/** The first sentence of the comment before a definition, or of its doc string; empty if there is none. */
function docSentence(text: string): string {
  const start = text.trimStart();
  const comment =
    /^\/\*\*?([\s\S]*?)\*\//.exec(start)?.[1] ??
    /^(?:[ \t]*(?:\/\/[/!]?|#(?![[!])|--)[^\n]*\n)+/.exec(start)?.[0] ??
    /:\s*[rRuU]?("""|''')([\s\S]*?)\1/.exec(start.slice(0, maxDocLength))?.[2] ??
    '';
  const plain = comment
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\*|\/\/[/!]?|#+|--)?\s?/, '').trim())
    .join('\n')
    .trim();
  const [paragraph = ''] = plain.split(/\n\s*\n|\n(?=[@:\\])/);
  return /^(.*?)(?:[.!?](?:\s|$)|$)/.exec(paragraph.replace(/\s+/g, ' ').trim())?.[1]?.trim() ?? '';
}

function fromSentence(sentence: string, name: string): string | undefined {
  const words = sentence.split(' ').filter(Boolean);
  // Comments in Go begin with the name; in the Linux kernel a dash follows.
  if (words[0]?.replace(/\(\)$/, '') === name) words.shift();
  if (/^[-–:]$/.test(words[0] ?? '')) words.shift();
  const verb = baseVerb(words[0] ?? '');
  if (verb === undefined || words.length < minWords || words.length > maxWords) return undefined;
  // `Runs jobs and tries again` → `run jobs and try again`
  const also = (all: string, link: string, word: string): string => {
    const base = baseVerb(word);
    return base === undefined ? all : `${link} ${base}`;
  };
  const rest = words
    .slice(1)
    .join(' ')
    .replace(/[,;:]$/, '')
    .replace(/\b(and|or|then) (\w+s)\b/g, also);
  // Markup, code and links read badly in a question.
  if (!/^[\p{L}\p{N} ,'’()/-]+$/u.test(rest)) return undefined;
  return `Where does the code ${verb} ${rest}?`;
}

function fromName(name: string): string | undefined {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
  const [verb = '', ...rest] = words;
  // In `block_write_begin`, the first word is the object of the second.
  const isSentence = verbs.has(verb) && !verbs.has(rest[0] ?? '');
  const isTelling = rest.length >= 2 && words.length <= maxNameWords && rest.every((word) => /^[a-z]{2,}$/.test(word));
  return isSentence && isTelling ? words.join(' ') : undefined;
}

/** `Adds`, `add` → `add`; undefined if it is not one of the verbs. */
function baseVerb(word: string): string | undefined {
  const lower = word.toLowerCase();
  const forms = [lower, lower.replace(/s$/, ''), lower.replace(/es$/, ''), lower.replace(/ies$/, 'y')];
  return forms.find((form) => verbs.has(form));
}
