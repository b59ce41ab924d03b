/**
 * Names that a query asks for and that the indexes do not define. A name is asked for if it is written like one in code, not if it is a
 * plain word. Said of such a query alone: results that only resemble it look like an answer.
 */
import type { LoadedSegment } from '../index/file/loaded-segment';
import { namesIn } from '../index/graph/index-links';
import { splitWord } from '../index/terms/split-word';
import { changesBetween, letterUnits, maxChanges } from '../shared/near-name';
import type { Hit } from './hits/hit';
import type { Query } from './query/query';
import { type QueryProblem, queryProblem } from './query/query-problem';
import { hasSourceExtension, lastNameOf, symbolIn } from './query/query-shape';
import { notNames } from './query/text/mentioned-names';
import { filesNamed } from './view/find-rows';
import type { IndexView } from './view/index-view';

/** Names that are said to be missing, and names that are offered for each. */
const maxMissing = 2;
const maxNear = 3;
/** Share of the words of the longer name that two names must have in common to be near. */
const minShared = 0.6;
/** Share of its letters that a near name may have changed. */
const maxChanged = 0.34;
const longestName = 64;

export function missingNames(views: readonly IndexView[], query: Query, hits: readonly Hit[]): QueryProblem[] {
  const found = new Set(hits.map(({ symbol }) => symbol.toLowerCase()));
  const problems = [...askedNames(query)].flatMap(([name, isMarked]) => {
    const status = found.has(lastNameOf(name).toLowerCase()) ? 'known' : statusOf(views, name, isMarked);
    if (status === 'known') return [];
    const near = status === 'used' ? [] : nearestTo(lastNameOf(name), views);
    // Spelled as an index has it, except for its case.
    if (near === 'same' || (!isMarked && near.length === 0)) return [];
    return [queryProblem({ is: 'no-definition', value: name, near, isUsed: status === 'used' }, 0, 0)];
  });
  return problems.slice(0, maxMissing);
}

const kindWord = 'class|function|method|struct|interface|trait|enum|type|module|macro|constant|Klasse|Funktion|Methode';
const beforeKind = new RegExp(String.raw`\b([A-Z]\w{2,})\s+(?:${kindWord})\b`, 'g');
const afterKind = new RegExp(String.raw`\b(?:${kindWord})\s+([A-Z]\w{2,})`, 'g');
const siteName = /\.(?:com|org|net|io|dev)$/;

/** With each, whether nothing but a name is written like it: `getUser`, `get_user`, `User.get`, `get()`; not `User`. */
function askedNames({ text, names, phrases, parts }: Query): Map<string, boolean> {
  if (parts.isPasted) return new Map();
  const words = text.split(/\s+/);
  const marked = [
    ...names.any.map(({ pattern }) => pattern).filter((pattern) => !/[*?[\]{}]/.test(pattern)),
    ...words.flatMap((word) => symbolIn(word) ?? []),
    ...[...text.matchAll(beforeKind), ...text.matchAll(afterKind)].map(([, name = '']) => name),
  ];
  const alone = words.length === 1 && /^[A-Z][a-z]{2,}\w*$/.test(text) ? [text] : [];
  const isName = (name: string): boolean =>
    name.length <= longestName &&
    !hasSourceExtension(name) &&
    !siteName.test(name) &&
    !notNames.has(name.toLowerCase()) &&
    !phrases.any.some((phrase) => phrase.text.includes(name));
  return new Map([...alone, ...marked].filter(isName).map((name) => [name, marked.includes(name)]));
}

/** `used`: code uses something of this name that is defined elsewhere, such as in a library. */
function statusOf(views: readonly IndexView[], name: string, isMarked: boolean): 'known' | 'used' | 'missing' {
  const last = lastNameOf(name);
  let isUsed = false;
  for (const { segments, lexical } of views) {
    for (const segment of segments) {
      if (isFileName(segment, last) || isFileName(segment, name)) return 'known';
      if (segment.strings.find(last) < 0) continue;
      const names = namesIn(segment);
      const isReference = names.users(last).length > 0;
      // Also the names of sections, keys and other chunks.
      if (names.definerCount(last) > 0 || (!isReference && names.definers(last).length === 0)) return 'known';
      isUsed ||= isReference;
    }
    // Parameters and local variables are no definitions, but they are there.
    const { whole, parts } = splitWord(last);
    const term = whole ?? (last === last.toLowerCase() && isMarked ? parts[0] : undefined);
    if (!isUsed && term !== undefined && lexical.count(term) > 0) return 'known';
  }
  return isUsed ? 'used' : 'missing';
}

function isFileName(segment: LoadedSegment, name: string): boolean {
  const isNamed = (part: string): boolean => part === name || part.startsWith(`${name}.`);
  return filesNamed(segment, [name.toLowerCase()]).some((file) => segment.path(file).split('/').some(isNamed));
}

/** The names with the fewest changes, or with the same words; `same`: one differs in case alone. */
function nearestTo(name: string, views: readonly IndexView[]): readonly string[] | 'same' {
  const spelled = name.toLowerCase();
  const units = letterUnits(spelled);
  const words = splitWord(name).parts;
  const limit = Math.min(maxChanges(spelled), maxChanged * spelled.length);
  const near = new Map<string, number>();
  for (const { segments } of views)
    for (const segment of segments)
      for (const each of namesIn(segment).definedNames()) {
        const other = each.toLowerCase();
        if (other === spelled) return 'same';
        if (near.has(each) || each.length > longestName) continue;
        const isAsLong = Math.abs(other.length - spelled.length) < limit;
        const changes = isAsLong ? changesBetween(units, letterUnits(other), limit) : limit;
        const shared = words.some((word) => other.includes(word)) ? sharedWords(words, splitWord(each).parts) : 0;
        if (changes < limit || shared >= minShared)
          near.set(each, Math.min(changes < limit ? (2 * changes) / spelled.length : 1, 1 - shared));
      }
  const order = [...near].sort(([a, x], [b, y]) => x - y || a.length - b.length || (a < b ? -1 : 1));
  return order.slice(0, maxNear).map(([each]) => each);
}

function sharedWords(some: readonly string[], others: readonly string[]): number {
  const both = some.filter((word) => others.includes(word)).length;
  const least = Math.min(some.length, others.length);
  // One word of two is not the same name.
  return least < 2 && both < Math.max(some.length, others.length) ? 0 : both / Math.max(some.length, others.length);
}
