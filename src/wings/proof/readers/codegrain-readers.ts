/** An agent with Codegrain: one call, with the very text that the tool returns. */
import { answerText, hitsToAsk } from '../../../engine/answers/answer-text';
import { plainPlace } from '../../../engine/answers/code-blocks';
import type { PackSource } from '../../../engine/answers/pack/pack';
import { packFor } from '../../../engine/answers/pack/pack-for';
import type { PackedHit } from '../../../engine/answers/pack-hits';
import type { CodeIndex } from '../../../engine/code-index';
import { type Span, wholeSpan } from '../../../search/hits/spans';
import type { SearchAnswer } from '../../../search/searcher';
import { printablePath } from '../../../shared/printable-path';
import type { FileTree, ReadState } from '../file-tree';
import type { ShownLine, ToolAnswer } from '../reading';

/** The answer within a budget of tokens. */
export type AskWithin = (budget: number) => Promise<ToolAnswer>;

// The task is in the context already, so the calls cost only their own words.

export function readPack(task: string, { index, tree, count }: ReadState): AskWithin {
  const source = rememberAnswer(index);
  return async (budget) => {
    const readMore = 'get_chunk with path and line';
    const { text, places } = await packFor(source, task, { budget, count, place: plainPlace, readMore });
    return { call: 'pack', lines: linesInAnswer(text, places, tree) };
  };
}

/** `spans`: signatures and the lines that answer. `chunks`: every hit whole. */
export function readSearch(task: string, form: 'spans' | 'chunks', { index, tree, count }: ReadState): AskWithin {
  const isSpans = form === 'spans';
  const source = rememberAnswer(index);
  return async (budget) => {
    const answer = await source.search(task, hitsToAsk(undefined, isSpans));
    const readMore = isSpans ? 'get_chunk with the id, or with path and line,' : undefined;
    const { text, hits } = await answerText(answer, {
      place: plainPlace,
      ids: true,
      budget,
      count,
      advice: '',
      readMore,
    });
    return { call: 'search_code', lines: linesInAnswer(text, hits.map(shownPlace), tree) };
  };
}

/** The same question is asked with several budgets. */
function rememberAnswer(index: CodeIndex): PackSource {
  const answers = new Map<string, Promise<SearchAnswer>>();
  return {
    facts: (place) => index.facts(place),
    search: (text, options) => {
      const key = JSON.stringify([text, options]);
      const answer = answers.get(key) ?? index.search(text, options);
      answers.set(key, answer);
      return answer;
    },
  };
}

function shownPlace({ hit, shown, spans }: PackedHit): ShownPlace {
  const { path } = hit;
  if (shown === 'parent' && hit.parent) return { path, spans: [[hit.parent.startLine, hit.parent.endLine]] };
  if (shown === 'chunk') return { path, spans: [wholeSpan(hit)] };
  return { path, spans: spans ?? [] };
}

// Which lines of files are in an answer of Codegrain's tools, and where in its text. The answer says what it shows as data; here each of
// these lines is looked up in the text, below the heading with its place (`## src/a.ts:3-40 …`), so that only what is there counts.

/** What an answer says it shows. */
type ShownPlace = { readonly path: string; readonly spans: readonly Span[] };

interface Block {
  readonly path: string;
  readonly range: Span;
  /** Its lines in the text, the heading included; the end is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Lines between two lines of one place: what stands for lines that are left out, or a note. */
const maxBetween = 8;
/** A place of one line: `- src/a.ts:3-9 function f · 4: return 1;`. */
const loneLine = /^- .+? · (?:\d+: )?(.+)$/;

export function linesInAnswer(text: string, places: readonly ShownPlace[], tree: FileTree): ShownLine[] {
  const shown: ShownLine[] = text.split('\n').map((line) => ({ text: line }));
  const linesOf = new Map<string, Set<number>>();
  for (const { path, spans } of places) {
    const lines = linesOf.get(path) ?? new Set<number>();
    for (const [start, end] of spans) for (let line = start; line <= end; line++) lines.add(line);
    linesOf.set(path, lines);
  }
  const paths = new Map([...linesOf.keys()].map((path) => [printablePath(path), path]));
  for (const { path, range, from, to } of blocksIn(shown, paths)) {
    const texts = tree.lines(path);
    const wanted = [...(linesOf.get(path) ?? [])].sort((a, b) => a - b);
    let next = from;
    for (const line of wanted) {
      if (line < range[0] || line > range[1]) continue;
      const at = findLine(shown, texts[line - 1] ?? '', next, next === from ? to : Math.min(to, next + maxBetween));
      if (at === undefined) continue;
      shown[at] = { text: shown[at]?.text ?? '', path, line };
      next = at + 1;
    }
  }
  return shown;
}

/** @param paths as they are printed. */
function blocksIn(shown: readonly ShownLine[], paths: ReadonlyMap<string, string>): Block[] {
  const heads: Omit<Block, 'to'>[] = [];
  let fence: string | undefined;
  for (const [from, { text }] of shown.entries()) {
    if (fence !== undefined) {
      if (text === fence) fence = undefined;
      continue;
    }
    fence = /^(`{3,})/.exec(text)?.[1];
    const [, printed = '', start = '', end = start] = /^(?:## |- )(.*?):(\d+)(?:-(\d+))?(?=\s|$)/.exec(text) ?? [];
    // Without a path it is the file of the heading above.
    const path = printed === '' && start !== '' ? heads.at(-1)?.path : paths.get(printed);
    if (path !== undefined) heads.push({ path, range: [Number(start), Number(end)], from });
  }
  return heads.map((head, at) => ({ ...head, to: heads[at + 1]?.from ?? shown.length }));
}

/** Indentation may be left out of an answer; a place of one line may be in the heading. */
function findLine(shown: readonly ShownLine[], wanted: string, from: number, to: number): number | undefined {
  const text = wanted.trim();
  for (let at = from; at < to; at++) {
    const line = shown[at]?.text.trim() ?? '';
    if (line === text || (text !== '' && loneLine.exec(line)?.[1] === text)) return at;
  }
  return undefined;
}
