/**
 * Asks every question in every variant and scores the answers. Each snapshot is opened once, and all variants ask it, so that a
 * hundred commits of a repository need not stay open.
 */

import type { CodeIndex } from '../../src/engine/code-index';
import { defaultChunkOptions } from '../../src/options/chunk-options';
import type { Confidence } from '../../src/search/rank/confidence';
import type { SearchOptions } from '../../src/search/searcher';
import type { Snapshot } from '../code-search/snapshot';
import { cachedIndex } from './cached-index';
import { notedIndex } from './noted-index';
import { type Place, type Quality, qualityOf } from './quality';
import type { Asked, SetName } from './question-sets';
import type { OpenSnapshot, Snapshots } from './snapshots';
import type { Variant } from './variants';
import { groupedBySnapshot, showProgress } from './visit-questions';

export interface Answered {
  readonly asked: Asked;
  readonly quality: Quality;
  readonly confidence: Confidence;
}

export type Answers = ReadonlyMap<Variant, readonly Answered[]>;

/** Where ranks are those of hits, as many hits are asked for as a user gets; where they are those of different files, more. */
const ranksHits: ReadonlySet<SetName> = new Set(['files', 'lines']);
const hitCount = 10;
/** Enough for ten different files. */
const fileListHits = 50;

export interface AskOptions {
  /** For the progress. */
  readonly title?: string;
  /** Ranks without reading the texts of hits, in half of the time: phrases are not checked and near-duplicates not merged. */
  readonly isRankOnly?: boolean;
  /** Flags of the language model that writes notes, for variants with notes. */
  readonly modelFlags?: readonly string[];
}

export async function askQuestions(
  questions: readonly Asked[],
  variants: readonly Variant[],
  snapshots: Snapshots,
  options: AskOptions = {},
): Promise<Answers> {
  const answers = new Map(variants.map((variant): [Variant, Answered[]] => [variant, []]));
  const groups = groupedBySnapshot(questions, snapshots);
  for (const [at, group] of groups.entries()) {
    const [first] = group;
    if (!first) continue;
    showProgress(options.title ?? 'asking', at, groups.length);
    const indexes = new OpenIndexes(snapshots, first.snapshot, options.modelFlags ?? []);
    for (const asked of group)
      for (const variant of variants) {
        if (variant.sets && !variant.sets.includes(asked.set)) continue;
        const { searcher } = await indexes.open(variant.context);
        const limit = ranksHits.has(asked.set) ? hitCount : fileListHits;
        const text = (variant.filter ?? '') + asked.text;
        const { places, confidence } = await ask(
          searcher,
          text,
          { limit, parents: false, ...variant.options },
          options.isRankOnly,
        );
        answers.get(variant)?.push({ asked, quality: qualityOf(asked, places), confidence });
      }
    await indexes.close();
  }
  return answers;
}

async function ask(
  searcher: CodeIndex,
  text: string,
  options: SearchOptions & { readonly limit: number },
  isRankOnly = false,
): Promise<Pick<Answered, 'confidence'> & { readonly places: readonly Place[] }> {
  if (!isRankOnly) {
    const { hits, confidence = 'none' } = await searcher.search(text, options);
    return { places: hits, confidence };
  }
  const { ranked, confidence } = await searcher.rank(text, options);
  return { places: ranked.slice(0, options.limit).map(({ candidate }) => candidate.chunk), confidence };
}

/** The indexes of one snapshot, each opened when a variant first needs it. */
class OpenIndexes {
  private readonly opened = new Map<Variant['context'], Promise<OpenSnapshot>>();

  constructor(
    private readonly snapshots: Snapshots,
    private readonly snapshot: Snapshot,
    private readonly modelFlags: readonly string[],
  ) {}

  open(context: Variant['context']): Promise<OpenSnapshot> {
    const opening = this.opened.get(context) ?? this.openNew(context);
    this.opened.set(context, opening);
    return opening;
  }

  async close(): Promise<void> {
    for (const opening of this.opened.values()) (await opening).close();
  }

  private async openNew(context: Variant['context']): Promise<OpenSnapshot> {
    const folder = this.snapshots.folderOf(this.snapshot);
    if (context === 'llm')
      return this.snapshots.open(this.snapshot, notedIndex(folder, this.snapshot, this.modelFlags));
    if (context === undefined || context === defaultChunkOptions.context) return this.snapshots.open(this.snapshot);
    return this.snapshots.open(this.snapshot, await cachedIndex(folder, this.snapshot, context));
  }
}
