/**
 * A strategy from outside: a function that gets a text and returns where its chunks begin and end. What it returns is checked,
 * because the rest of the product relies on it: the ranges are inside the text, in order and apart, they contain everything that is
 * not white space, and each fits the limit. White space between two ranges goes to the first.
 */
import type { Embedder } from '../../embedding/embedder';
import type { CountedText } from '../../tokens/counter-table';
import type { SourceText, TextRange } from '../source-text';

/** What a strategy is asked to cut. For notebooks and exports of conversations, the text is the decoded one. */
interface CustomStrategyInput {
  /** As in the records. */
  readonly path: string;
  /** The id of the language or format. */
  readonly language: string;
  readonly text: string;
  /** Max tokens of a chunk, by `countTokens`. */
  readonly maxTokens: number;
  /** The tokens of a range of the text, in UTF-16 offsets, end exclusive. */
  readonly countTokens: (start: number, end: number) => number;
  /** Where the structure of the text would be cut at the finest: definitions, paragraphs, messages. Ascending offsets. */
  readonly boundaries: readonly number[];
}

export interface CustomStrategy {
  /** Shown in messages. */
  readonly name: string;
  /** True if it cuts this text; other texts are cut as if there were no such strategy. Left out: it cuts every text. */
  readonly canHandle?: (input: CustomStrategyInput) => boolean | Promise<boolean>;
  /** The chunks as ranges of UTF-16 offsets, end exclusive. */
  readonly chunk: (input: CustomStrategyInput) => readonly TextRange[] | Promise<readonly TextRange[]>;
}

/** What chunking may be given besides options: things that only a program can hand over, and no setting. */
export interface ChunkingParts {
  /** The model by which `semantic` judges where topics change; left out: the built-in one. Opened when it is first needed. */
  readonly embedder?: () => Promise<Embedder>;
  /** Cuts the texts that it handles, instead of the strategies of the options. */
  readonly strategy?: CustomStrategy;
  /** Called before a grammar parses that the file's name does not tell: that of code in a document, or of a guessed language. May throw. */
  readonly checkGrammar?: ((id: string) => void) | undefined;
  /** Also say what the file defines and uses, for the graph of the workspace. */
  readonly withLinks?: boolean;
}

/** The strategy failed, or what it returned cannot be used. */
export class CustomStrategyError extends Error {
  override readonly name = 'CustomStrategyError';
}

/** The chunks that a strategy makes of a text, without gaps; undefined if it does not handle the text. */
export async function cutByCustom(
  strategy: CustomStrategy,
  input: CustomStrategyInput,
  source: SourceText,
  counted: CountedText,
): Promise<readonly TextRange[] | undefined> {
  const call = async <T>(name: 'chunk' | 'canHandle', work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CustomStrategyError(`the strategy "${strategy.name}" failed in ${name}: ${reason}`);
    }
  };
  if (strategy.canHandle && !(await call('canHandle', () => strategy.canHandle?.(input)))) return undefined;
  const returned: unknown = await call('chunk', () => strategy.chunk(input));
  const wrong = (problem: string): Error =>
    new CustomStrategyError(`the strategy "${strategy.name}" returned ${problem}`);
  if (!isRanges(returned)) throw wrong(shapeProblem(returned));
  const problem = rangeProblem(returned, source);
  if (problem !== undefined) throw wrong(problem);
  const { maxTokens } = input;
  const pieces = withoutGaps(returned, input.text.length, (start, end) => counted.fits(start, end, maxTokens));
  for (const [i, { start, end }] of pieces.entries()) {
    if (counted.fits(start, end, maxTokens)) continue;
    const tokens = counted.count(start, end);
    throw wrong(
      `range ${i + 1}, which begins on line ${source.lineAt(start)} and has ${tokens} tokens, more than the limit of ${maxTokens}`,
    );
  }
  return pieces;
}

function isRanges(value: unknown): value is readonly TextRange[] {
  return Array.isArray(value) && value.every(isRange);
}

function shapeProblem(returned: unknown): string {
  if (!Array.isArray(returned)) return `${nameOf(returned)} instead of a list of ranges`;
  return `range ${returned.findIndex((each) => !isRange(each)) + 1} without whole numbers "start" and "end"`;
}

function rangeProblem(ranges: readonly TextRange[], source: SourceText): string | undefined {
  const { text } = source;
  const missing = (from: number, to: number): string | undefined =>
    source.isBlank(from, to)
      ? undefined
      : `no range with the text on line ${source.lineAt(source.trimStart(from, to))}`;
  let last = 0;
  for (const [i, { start, end }] of ranges.entries()) {
    const written = `range ${i + 1} (${start} to ${end})`;
    if (start < 0 || end > text.length) return `${written} outside the text of ${text.length} UTF-16 units`;
    if (start >= end) return `${written}, which is empty`;
    if (start < last) return `${written}, which begins before the one before it ends`;
    const lost = missing(last, start);
    if (lost !== undefined) return lost;
    last = end;
  }
  return missing(last, text.length);
}

function isRange(value: unknown): value is TextRange {
  if (typeof value !== 'object' || value === null || !('start' in value) || !('end' in value)) return false;
  return Number.isInteger(value.start) && Number.isInteger(value.end);
}

function nameOf(value: unknown): string {
  return value === null ? 'null' : value === undefined ? 'nothing' : `a ${typeof value}`;
}

/** White space between two ranges goes to the first, or to the second if the first would then not fit. */
function withoutGaps(
  ranges: readonly TextRange[],
  length: number,
  fits: (start: number, end: number) => boolean,
): readonly TextRange[] {
  const pieces: TextRange[] = [];
  let start = 0;
  for (const [i, range] of ranges.entries()) {
    const next = ranges[i + 1]?.start ?? length;
    const isLast = i === ranges.length - 1;
    const end = isLast || fits(start, next) ? next : range.end;
    pieces.push({ start, end });
    start = end;
  }
  return pieces;
}
