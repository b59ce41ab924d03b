/** A search result: the same record for the command line, the editor and tools. It is a definition in a chunk, or a whole chunk. */
import type { EnclosingLines } from '../../code/chunk';
import type { TermShare } from '../../index/lexical/explain-score';
import type { Confidence } from '../rank/confidence';
import type { SignalShare } from '../rank/rank';
import type { RegexMatch } from '../regex/regex-match';
import type { Span } from './spans';

export interface HitPlace {
  /** Relative to the indexed folder, with `/`. */
  readonly path: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** Of a duplicate in another folder or repository than its hit. */
  readonly root?: string;
}

export interface HitPart {
  /** 1-based. */
  readonly number: number;
  readonly of: number;
}

export interface HitParent extends HitPlace {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly text: string;
  readonly enclosing?: readonly EnclosingLines[];
}

export interface Hit extends HitPlace {
  /** The chunk's id; stable while other parts of the file are edited. */
  readonly id: string;
  /** The folder that `path` is relative to. */
  readonly root: string;
  /** About 0 to 3; comparable only within one answer. Missing for what is listed, not ranked: by filters alone, or by a trace. */
  readonly score?: number;
  /** How sure the search is that its hits answer the query: the same for all hits of an answer; missing for similar code. */
  readonly confidence?: Confidence;
  /** The lines of the chunk, if it has more than the hit: a hit is one definition, and a chunk may have several. */
  readonly chunk?: Pick<HitPlace, 'startLine' | 'endLine'>;
  /** Of a hit that is a whole chunk: the lines of the definition that answers, if the chunk has more. */
  readonly definition?: Pick<HitPlace, 'startLine' | 'endLine'>;
  /** The definition that answers. `kind`, `scope`, all lines and `text` are its own, too. Empty for statements outside of definitions. */
  readonly name: string;
  /** The same as `name`. */
  readonly symbol: string;
  /** 1-based; where to jump: the line of the definition that answers, or that defines it if the query names it. */
  readonly line: number;
  /** The few line ranges that answer, in file order; none if the file cannot be read any more. */
  readonly spans: readonly Span[];
  /**
   * The lines of the chunk in the order in which a reader needs them, 1-based: what spans of another size are made of. Missing where
   * lines of the text are not lines of the file.
   */
  readonly bestLines?: readonly number[] | undefined;
  /** Where the regular expressions of the query match, in file order; only if it has some, at most 100 of each. */
  readonly matches?: readonly RegexMatch[];
  readonly kind: string;
  readonly language: string;
  readonly scope: readonly string[];
  /** Only if the definition or section did not fit into one chunk: which part of it this is. Not in hits of a database. */
  readonly part?: HitPart;
  /** 1-based place among the searched chunks of the file, and how many there are; missing where a database of an older version did not store it. */
  readonly sequence?: number;
  readonly total?: number;
  readonly text: string;
  /** The signatures, or headings, of what the text is in, put before it when it is copied or sent; of an index also of types in it. */
  readonly enclosing?: readonly EnclosingLines[];
  /** Only if requested: the file must be parsed for it. */
  readonly context?: string;
  /** What a language model wrote about the chunk, if it did. */
  readonly note?: string;
  readonly parent?: HitParent;
  /** The file changed since it was indexed, and this chunk was edited or is gone. */
  readonly stale?: true;
  /** The frame of a pasted trace that is at `line`: 1-based, in the order of the text, where frames outside of the folder count, too. */
  readonly frame?: number;
  /** Of the frames in the folder, the one nearest to where the error was raised. */
  readonly deepest?: true;
  /** Places with nearly the same code; they are not hits of their own. */
  readonly duplicates?: readonly HitPlace[];
  /** The share of each signal; they add up to `score`. */
  readonly why: readonly SignalShare[];
  /** Only with `explain`: the part of each word in the word score, before the mix. */
  readonly terms?: readonly TermShare[];
}

interface ScoredHit {
  readonly score?: number;
  readonly why: readonly SignalShare[];
}

/** The score that a chunk would have if it were the only one of its file among the results. */
export function scoreBeforeRepeat({ score = 0, why }: ScoredHit): number {
  return why.reduce((sum, { signal, share }) => (signal === 'repeat' ? sum - share : sum), score);
}

interface Answer {
  readonly hits: readonly Hit[];
  readonly confidence?: Confidence;
  readonly total?: number;
}

/** What to say about hits that hardly answer the query, or are not all that filters match; others need no words. */
export function answerNotes({ hits, confidence, total = 0 }: Answer): string[] {
  if (total > hits.length) return [`${hits.length} of ${total.toLocaleString('en')} matches, by path`];
  if (hits.length === 0 || confidence !== 'none') return [];
  return ['no close match: nothing here is likely to answer, these are only the nearest chunks'];
}

/** Of a frame of a trace. */
export function frameNotes({ frame, deepest }: Hit): string[] {
  return frame === undefined ? [] : [`frame ${frame}${deepest ? ', deepest' : ''}`];
}

/** What was not ranked comes first, in its order. */
export function byScore(a: ScoredHit, b: ScoredHit): number {
  return a.score === b.score ? 0 : (b.score ?? Number.POSITIVE_INFINITY) - (a.score ?? Number.POSITIVE_INFINITY);
}

/** Groups hits by file, like VS Code's own search: the file with the best hit comes first, and so does the best hit in each file. */
export interface FileHits {
  readonly key: string;
  readonly root: string;
  readonly path: string;
  readonly hits: readonly Hit[];
}

export function groupHits(hits: readonly Hit[]): FileHits[] {
  const byFile = new Map<string, Hit[]>();
  for (const hit of [...hits].sort(byScore)) {
    const key = fileKey(hit);
    const group = byFile.get(key);
    if (group) group.push(hit);
    else byFile.set(key, [hit]);
  }
  return [...byFile].flatMap(([key, members]) => {
    const [first] = members;
    return first ? [{ key, root: first.root, path: first.path, hits: members }] : [];
  });
}

/** Identifies a file across searches. */
export function fileKey({ root, path }: Pick<Hit, 'root' | 'path'>): string {
  return `${root}\n${path}`;
}

/** Identifies a hit across searches, as long as only other parts of the file are edited. A chunk may have a name, or a frame, twice. */
export function hitKey(hit: Pick<Hit, 'root' | 'path' | 'id' | 'name' | 'startLine' | 'chunk' | 'frame'>): string {
  const { id, name, frame = '', startLine, chunk = hit } = hit;
  return `${fileKey(hit)}\n${id} ${name} ${startLine - chunk.startLine} ${frame}`;
}
