/**
 * Packs of questions that were asked before. One is given again as long as the index has not changed, nor any file in which something
 * was found: the text of a file may change before the index does.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexView } from '../../../search/view/index-view';
import type { Pack, PackForOptions, PackSource } from './pack';
import { packFor } from './pack-for';

/** A `CodeIndex`. */
interface CachedSource extends PackSource {
  readonly views: readonly IndexView[];
}

interface KnownPack {
  readonly pack: Pack;
  readonly state: IndexState;
  /** What tells whether a file has changed, by its absolute path. */
  readonly stamps: ReadonlyMap<string, string>;
}

type IndexState = readonly { readonly view: IndexView; readonly version: number }[];

const maxPacks = 50;
/** Tokens; larger packs are not kept. */
const maxBudget = 20_000;
/** For one way to count tokens and to write places. */
export class PackCache {
  /** The ones that were asked for last are at the end. */
  private readonly packs = new Map<string, KnownPack>();

  /** @param coarseMs the times of files may be that coarse. */
  constructor(private readonly coarseMs = 2000) {}

  async packFor(source: CachedSource, text: string, options: PackForOptions): Promise<Pack> {
    const { budget, filters, only, plain, ranking, notices } = options;
    // What was used or edited last changes without a change of the index.
    const isPersonal = (ranking?.recency ?? 0) > 0 || (ranking?.usage ?? 0) > 0;
    if (isPersonal || budget > maxBudget) return packFor(source, text, options);
    const key = JSON.stringify([text, budget, filters, only, plain, ranking, notices]);
    const state = stateOf(source.views);
    const known = this.packs.get(key);
    this.packs.delete(key);
    if (known && isSameState(known.state, state) && hasSameFiles(known)) {
      this.packs.set(key, known);
      return known.pack;
    }
    const started = Date.now() - this.coarseMs;
    const files = new Set<string>();
    const pack = await packFor(
      {
        facts: (place) => source.facts(place),
        search: async (...asked) => {
          const answer = await source.search(...asked);
          for (const { root, path } of answer.hits) files.add(join(root, path));
          return answer;
        },
      },
      text,
      options,
    );
    const stamps = new Map(Array.from(files, (file) => [file, stampOf(file, started)]));
    // A file that changes while it is read may have been read before or after.
    const isSteady = isSameState(state, stateOf(source.views)) && ![...stamps.values()].includes(changing);
    if (isSteady) this.keep(key, { pack, state, stamps });
    return pack;
  }

  private keep(key: string, pack: KnownPack): void {
    this.packs.set(key, pack);
    const [oldest] = this.packs.keys();
    if (this.packs.size > maxPacks && oldest !== undefined) this.packs.delete(oldest);
  }
}

function stateOf(views: readonly IndexView[]): IndexState {
  return views.map((view) => {
    view.refresh();
    return { view, version: view.version };
  });
}

function isSameState(a: IndexState, b: IndexState): boolean {
  return a.length === b.length && a.every(({ view, version }, at) => b[at]?.view === view && b[at].version === version);
}

function hasSameFiles({ stamps }: KnownPack): boolean {
  for (const [file, stamp] of stamps) if (stampOf(file) !== stamp) return false;
  return true;
}

const changing = 'changing';

/** @param started `changing` is returned for a file that was written after this time. */
function stampOf(file: string, started = Number.POSITIVE_INFINITY): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return 'none';
  const { size, mtimeMs, ctimeMs } = stats;
  return Math.max(mtimeMs, ctimeMs) > started ? changing : `${size} ${mtimeMs} ${ctimeMs}`;
}
