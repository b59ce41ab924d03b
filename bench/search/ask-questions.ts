/**
 * Asks every question in every variant and scores the answers. Each snapshot is opened once, and all variants ask it, so that a
 * hundred commits of a repository need not stay open.
 */
import { defaultChunkOptions } from '../../src/options/chunk-options';
import type { SearchAnswer, Searcher } from '../../src/search/searcher';
import type { Snapshot } from '../code-search/snapshot';
import { cachedIndex } from './cached-index';
import { notedIndex } from './noted-index';
import { type Quality, qualityOf } from './quality';
import type { Asked, SetName } from './question-sets';
import type { OpenSnapshot, Snapshots } from './snapshots';
import type { Variant } from './variants';

export interface Answered {
  readonly asked: Asked;
  readonly quality: Quality;
}

export type Answers = ReadonlyMap<Variant, readonly Answered[]>;

/** Where ranks are those of hits, as many hits are asked for as a user gets; where they are those of different files, more. */
const ranksHits: ReadonlySet<SetName> = new Set(['files', 'lines']);
const hitCount = 10;
/** Enough for ten different files. */
const fileListHits = 50;

export interface AskOptions {
  /** Hits for a list of different files. */
  readonly fileListHits?: number;
  /** Flags of the language model that writes notes, for variants with notes. */
  readonly modelFlags?: readonly string[];
  /** Called for each answer to a question. */
  readonly onAnswer?: (asked: Asked, variant: Variant, answer: SearchAnswer, searcher: Searcher) => Promise<void>;
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
    showProgress(`${first.snapshot.repository} ${first.snapshot.commit.slice(0, 12)}, ${at + 1} of ${groups.length}`);
    const indexes = new OpenIndexes(snapshots, first.snapshot, options.modelFlags ?? []);
    for (const asked of group)
      for (const variant of variants) {
        if (variant.sets && !variant.sets.includes(asked.set)) continue;
        const { searcher } = await indexes.open(variant.context);
        const limit = ranksHits.has(asked.set) ? hitCount : (options.fileListHits ?? fileListHits);
        const text = (variant.filter ?? '') + asked.text;
        const answer = await searcher.search(text, { limit, parents: false, ...variant.options });
        answers.get(variant)?.push({ asked, quality: qualityOf(asked, answer.hits) });
        await options.onAnswer?.(asked, variant, answer, searcher);
      }
    await indexes.close();
  }
  return answers;
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

/** In the order of the first question of each. */
function groupedBySnapshot(questions: readonly Asked[], snapshots: Snapshots): Asked[][] {
  const groups = new Map<string, Asked[]>();
  for (const asked of questions) {
    const key = snapshots.indexOf(asked.snapshot);
    const group = groups.get(key);
    if (group) group.push(asked);
    else groups.set(key, [asked]);
  }
  return [...groups.values()];
}

/** One line that is overwritten on a terminal, else a line for each. */
export function showProgress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
}
