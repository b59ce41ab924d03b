/**
 * The files whose paths say that a question is about them: `kernel/sched/fair.c` for "how does the scheduler pick a task". A word
 * of a path counts if it is a word of the question, or if one begins with the other: names of folders are often cut words.
 */
import type { SeenFile } from '../../workspace/folder-changes';
import { largeFile } from './file-order';

/** More files would keep other useful ones waiting. */
const maxFiles = 300;
const maxTerms = 32;
/** Shorter words must be the same, or too much begins alike. */
const minCut = 4;

/** The best first: those with the rarest words, and of equal ones the small ones, in their order. @param terms in lower case. */
export function filesAbout(terms: readonly string[], files: readonly SeenFile[]): SeenFile[] {
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
