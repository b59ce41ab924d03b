/**
 * Hands files out in batches: large enough to be worth a segment, small enough that all workers finish at about the same time. The first
 * batches are small: they can be searched at once. So are those of files that a question is about, which are moved to the front.
 */
import type { SeenFile } from '../../workspace/folder-changes';
import { largeFile } from './file-order';

// The files whose paths say that a question is about them: `kernel/sched/fair.c` for "how does the scheduler pick a task". A word
// of a path counts if it is a word of the question, or if one begins with the other: names of folders are often cut words.

/** More files would keep other useful ones waiting. */
const maxFiles = 300;
const maxTerms = 32;
/** Shorter words must be the same, or too much begins alike. */
const minCut = 4;

/** The best first: those with the rarest words, and of equal ones the small ones, in their order. @param terms in lower case. */
function filesAbout(terms: readonly string[], files: readonly SeenFile[]): SeenFile[] {
  const patterns = terms
    .filter((term) => /^[a-z\d]{2,}$/.test(term))
    .slice(0, maxTerms)
    .map(patternOf);
  if (patterns.length === 0) return [];
  const counts = patterns.map(() => 0);
  const found: { readonly file: SeenFile; readonly matched: readonly number[] }[] = [];
  for (const file of files) {
    const path = file.path.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
    const matched = patterns.flatMap((pattern, i) => (pattern.test(path) ? [i] : []));
    if (matched.length === 0) continue;
    for (const i of matched) counts[i] = (counts[i] ?? 0) + 1;
    found.push({ file, matched });
  }
  const rarities = counts.map((count) => Math.log(files.length / Math.max(1, count)));
  const score = (matched: readonly number[]): number => matched.reduce((sum, i) => sum + (rarities[i] ?? 0), 0);
  return found
    .map(({ file, matched }) => ({ file, score: score(matched), isLarge: file.size > largeFile }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score || Number(a.isLarge) - Number(b.isLarge))
    .slice(0, maxFiles)
    .map(({ file }) => file);
}

/** Words that begin with the term, or that the term begins with: for `schedul`, `sched` and `scheduling`, not `school`. */
function patternOf(term: string): RegExp {
  if (term.length < minCut) return new RegExp(`(?<![a-z])${term}(?![a-z])`);
  const ends = [...term.slice(minCut)];
  const rest = ends.reduceRight((after, letter) => `(?:${letter}${after})?`, '[a-z]*');
  return new RegExp(`(?<![a-z])${term.slice(0, minCut)}${ends.length === 0 ? '[a-z]*' : rest}(?![a-z])`);
}

const maxBytes = 1_000_000;
const minBytes = 64_000;
const batchesPerJob = 8;
/** With fewer files left, all are searchable soon. */
const fewFiles = 100;

export class FileBatches {
  /** The files that are left are those from `at` on. */
  private files: readonly SeenFile[];
  private at = 0;
  /** Files before this place are wanted: a question is about them. */
  private wantedEnd = 0;
  private given = 0;
  private readonly limit: number;

  constructor(
    files: readonly SeenFile[],
    private readonly jobs: number,
  ) {
    this.files = files;
    const total = files.reduce((sum, { size }) => sum + size, 0);
    this.limit = Math.max(minBytes, Math.min(maxBytes, total / (jobs * batchesPerJob)));
  }

  get areEmpty(): boolean {
    return this.at >= this.files.length;
  }

  /** Undefined: there are no more. */
  next(): readonly SeenFile[] | undefined {
    const { files, at } = this;
    if (this.areEmpty) return undefined;
    const isWanted = at < this.wantedEnd;
    const most = isWanted ? minBytes : Math.min(this.limit, minBytes * 2 ** Math.floor(this.given / this.jobs));
    const last = isWanted ? this.wantedEnd : files.length;
    let end = at + 1;
    let bytes = files[at]?.size ?? 0;
    for (; end < last; end++) {
      bytes += files[end]?.size ?? 0;
      if (bytes > most) break;
    }
    this.at = end;
    this.given++;
    return files.slice(at, end);
  }

  /** Moves files whose paths have words of a question to the front. @param terms stems, as a search looks them up. */
  prefer(terms: readonly string[]): void {
    const left = this.files.slice(this.at);
    if (left.length <= fewFiles) return;
    const wanted = filesAbout(terms, left);
    if (wanted.length === 0) return;
    const isWanted = new Set(wanted);
    this.files = [...wanted, ...left.filter((file) => !isWanted.has(file))];
    this.at = 0;
    this.wantedEnd = wanted.length;
  }
}

// What was asked last. While files are indexed, those that it is about come first.

export class AskedWords {
  private terms: readonly string[] = [];
  private batches: FileBatches | undefined;

  /** @param terms stems, as a search looks them up. */
  ask(terms: readonly string[]): void {
    if (terms.length === 0 || terms.join(' ') === this.terms.join(' ')) return;
    this.terms = terms;
    this.batches?.prefer(terms);
  }

  /** These are indexed from now on. */
  follow(batches: FileBatches): void {
    this.batches = batches;
    batches.prefer(this.terms);
  }
}
