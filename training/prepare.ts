/**
 * Prepares mined pairs for training: removes duplicates, repeated texts and everything that shares a line with a benchmark, splits by
 * repository, makes a vocabulary and converts texts to word numbers.
 *
 *   node --import tsx training/prepare.ts --benchmarks DIR [--words 32000]
 *
 * Writes `training/data/prepared/`: `vocabulary.txt`, a folder of columns for each of train, validation and test (little-endian
 * arrays, described in `columns.ts`), `held.jsonl` (documented code of the test split as text, for `bench:embedding`) and `counts.json`.
 */
import { createReadStream, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Columns } from './columns';
import { benchmarkLines, hasSharedLine } from './leaks';
import type { Pair } from './mining/find-pairs';
import { plainWords, vocabularyOf } from './model-words';

type Mined = Pair & { readonly p: string; readonly o: string };
type Split = 'train' | 'validation' | 'test';

const mined = 'training/data/mined';
const prepared = 'training/data/prepared';
/** A text that documents more definitions than this does not describe any of them. */
const maxRepeats = 60;
const heldPairs = 20_000;

const { values } = parseArgs({
  options: { benchmarks: { type: 'string' }, words: { type: 'string', default: '32000' } },
});

async function* pairs(): AsyncGenerator<Mined> {
  for (const file of readdirSync(mined)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()) {
    for await (const line of createInterface({
      input: createReadStream(`${mined}/${file}`),
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      yield JSON.parse(line);
    }
  }
}

function hash(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x1234567;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b) ^ (low >>> 13);
  }
  return (low >>> 0) * 0x200000 + ((high >>> 0) & 0x1fffff);
}

/** For languages from few repositories, one repository each is reserved for validation and for test. */
const fixedSplits: Readonly<Record<string, Split>> = {
  'humanizr/humanizer': 'validation',
  'nodatime/nodatime': 'test',
  'detekt/detekt': 'validation',
  'arrow-kt/arrow': 'test',
  'apple/swift-nio': 'validation',
  'onevcat/kingfisher': 'test',
};

/** Splits by repository, so that no split contains code of another. */
function splitOf(group: string): Split {
  const chosen = fixedSplits[group];
  if (chosen) return chosen;
  const place = hash(group) % 1000;
  return place < 25 ? 'validation' : place < 50 ? 'test' : 'train';
}

/** Decides which pairs to keep, by their position, and counts how many of these contain each word. */
async function choose(): Promise<{ kept: Uint8Array; frequency: Map<string, number>; counts: Record<string, number> }> {
  const leaked = values.benchmarks === undefined ? undefined : benchmarkLines(values.benchmarks);
  const bodies = new Set<number>();
  const repeats = new Map<number, number>();
  const frequency = new Map<string, number>();
  const counts: Record<string, number> = { mined: 0, duplicate: 0, repeated: 0, leaked: 0, kept: 0 };
  const add = (name: string): void => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const kept: number[] = [];
  for await (const { q, c, x, n } of pairs()) {
    add('mined');
    const own = new Set(plainWords(c));
    const body = hash([...own].sort().join(' '));
    const text = hash(q.toLowerCase());
    const repeated = (repeats.get(text) ?? 0) + 1;
    const reason = bodies.has(body)
      ? 'duplicate'
      : repeated > maxRepeats
        ? 'repeated'
        : leaked && hasSharedLine(c, leaked)
          ? 'leaked'
          : 'kept';
    add(reason);
    kept.push(reason === 'kept' ? 1 : 0);
    if (reason !== 'kept') continue;
    bodies.add(body);
    repeats.set(text, repeated);
    for (const part of [q, x, n]) for (const word of plainWords(part)) own.add(word);
    for (const word of own) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  return { kept: Uint8Array.from(kept), frequency, counts };
}

async function main(): Promise<void> {
  mkdirSync(prepared, { recursive: true });
  const { kept, frequency, counts } = await choose();
  const words = [...frequency]
    .filter(([word]) => !/^\d+$/.test(word) || word.length <= 2)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, Number(values.words))
    .map(([word]) => word);
  writeFileSync(`${prepared}/vocabulary.txt`, `${words.join('\n')}\n`);
  const vocabulary = vocabularyOf(words.join('\n'));
  const splits = { train: new Columns(), validation: new Columns(), test: new Columns() };
  const languages = new Map<string, Record<Split, number>>();
  const packages = new Map<string, number>();
  const held: string[] = [];
  let i = 0;
  for await (const pair of pairs()) {
    if (!kept[i++]) continue;
    const split = splitOf(pair.p);
    if (!packages.has(pair.p)) packages.set(pair.p, packages.size);
    splits[split].add(pair, packages.get(pair.p) ?? 0, vocabulary);
    const row = languages.get(pair.l) ?? { train: 0, validation: 0, test: 0 };
    row[split]++;
    languages.set(pair.l, row);
    if (split === 'test' && pair.t === 'doc')
      held.push(
        JSON.stringify({ query: pair.q, code: pair.c, name: pair.n, language: pair.l, path: pair.f, context: pair.x }),
      );
  }
  for (const [name, columns] of Object.entries(splits)) columns.write(`${prepared}/${name}`);
  const step = Math.max(1, Math.floor(held.length / heldPairs));
  writeFileSync(`${prepared}/held.jsonl`, `${held.filter((_, at) => at % step === 0).join('\n')}\n`);
  const byLanguage = Object.fromEntries([...languages].sort((a, b) => b[1].train - a[1].train));
  writeFileSync(`${prepared}/counts.json`, JSON.stringify({ ...counts, packages: packages.size, byLanguage }, null, 1));
  console.log(counts, `${packages.size} repositories`);
  console.table(byLanguage);
}

void main();
