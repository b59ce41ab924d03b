/** What a search answers: the same record for the command line, the editor and tools. */
import type { TermShare } from '../../index/lexical/explain-score';
import type { SignalShare } from '../rank/rank';

export interface HitPlace {
  /** Relative to the indexed folder, with `/`. */
  readonly path: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
}

export interface HitParent extends HitPlace {
  readonly name: string;
  readonly kind: string;
  readonly text: string;
}

export interface Hit extends HitPlace {
  /** Of the chunk; stable while the file is edited elsewhere. */
  readonly id: string;
  /** The folder that `path` is relative to. */
  readonly root: string;
  /** About 0 to 3; only to be compared within one answer. */
  readonly score: number;
  readonly name: string;
  readonly kind: string;
  readonly language: string;
  readonly scope: readonly string[];
  readonly text: string;
  /** Only where it was asked for: the file has to be parsed for it. */
  readonly context?: string;
  /** What a language model wrote about the chunk, where one was asked. */
  readonly note?: string;
  readonly parent?: HitParent;
  /** The file is not what was indexed, and this chunk was edited or is gone. */
  readonly stale?: true;
  /** Places with nearly the same code, which are not listed by themselves. */
  readonly duplicates?: readonly HitPlace[];
  /** What each signal gave; they add up to `score`. */
  readonly why: readonly SignalShare[];
  /** Only with `explain`: what each word gave the words' share, before the mix. */
  readonly terms?: readonly TermShare[];
}
