/**
 * Groups texts that say the same in other words, and tells which others may contradict each other. Two texts say the same if they
 * have one form (`fact-form.ts`). Word vectors do not decide it, because opposites have similar ones: `enable` and `disable` are
 * closer than `buy` and `purchase`. They find the texts that are about the same.
 *
 * Each text is compared only with the first text of each group, so that a chain of small differences does not join distant texts.
 */
import { distance } from 'fastest-levenshtein';
import type { Embedder } from '../../embedding/embedder';
import { similarity } from '../../embedding/vector-math';
import { factForm } from './fact-form';

/** Longer texts say the same only if they are equal. */
const maxCompared = 2_000;
/** How similar texts with the same form are at least. */
const sameForm = 0.9;
/** From this similarity on, texts that differ in one word are about the same. */
const minAbout = 0.5;
/** The most similar ones that a text refers to. */
const maxConflicts = 10;

interface GroupedText {
  readonly text: string;
  /** Only texts of the same group are compared. */
  readonly group: string;
  /** Equal for texts that may say the same. */
  readonly values: string;
}

interface Representative {
  readonly at: number;
  readonly plain: string;
  readonly form: string;
  readonly vector: Float32Array;
}

interface SimilarTexts {
  /** For each text, the index of the text that represents it; its own index if it is the first of its kind. */
  readonly joined: Uint32Array;
  /** Pairs of representatives that are similar and do not say the same. */
  readonly conflicts: readonly (readonly [number, number])[];
}

/** Earlier texts win, so the caller's order decides which text is kept. */
export async function groupSimilar(
  texts: readonly GroupedText[],
  threshold: number,
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<SimilarTexts> {
  const joined = Uint32Array.from(texts, (_, i) => i);
  const conflicts: [number, number][] = [];
  const firsts = new Map<string, Representative[]>();
  for (let from = 0; from < texts.length; from += embedder.limits.batch) {
    signal?.throwIfAborted();
    const batch = texts.slice(from, from + embedder.limits.batch);
    const passages = batch.map(({ text }) => text);
    const vectors = await embedder.embed(passages, 'passage', signal);
    batch.forEach(({ text, group, values }, i) => {
      const at = from + i;
      const vector = vectors[i] ?? new Float32Array(embedder.dimensions);
      const form = `${values}\n${text.length > maxCompared ? text : factForm(text)}`;
      const one: Representative = { at, plain: plainOf(text), form, vector };
      const others = firsts.get(group) ?? [];
      const similar = others
        .map((other) => ({ ...other, score: similarityOf(one, other) }))
        .filter(({ score }) => score >= threshold)
        .sort((a, b) => b.score - a.score);
      const same = similar.find((other) => other.form === form);
      if (same) {
        joined[at] = same.at;
        return;
      }
      for (const other of similar.slice(0, maxConflicts)) conflicts.push([other.at, at]);
      others.push(one);
      firsts.set(group, others);
    });
    // Let other work run.
    await new Promise(setImmediate);
  }
  return { joined, conflicts };
}

function similarityOf(a: Representative, b: Representative): number {
  if (a.plain === b.plain) return 1;
  const score = Math.max(similarity(a.vector, b.vector), a.form === b.form ? sameForm : 0);
  if (score > minAbout && score < 1 && differsInOneWord(a.form, b.form)) return 1;
  // The model, made for English and code, knows no word of one of them: the share of letters that need no edit.
  return score !== 0 ? score : 1 - distance(a.plain, b.plain) / Math.max(1, a.plain.length, b.plain.length);
}

/** `approved` and `rejected`, `Monday` and `Tuesday`: how similar the two words are does not matter. */
function differsInOneWord(a: string, b: string): boolean {
  const [ours, theirs] = [a.split(' '), b.split(' ')];
  return ours.length === theirs.length && ours.filter((word, i) => word !== theirs[i]).length === 1;
}

function plainOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s.!?…"'`]+/g, ' ')
    .trim()
    .slice(0, maxCompared);
}
