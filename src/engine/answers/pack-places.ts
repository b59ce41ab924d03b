/**
 * Places that a person chose, as Markdown within a token budget. A place is complete or left out. The places are taken in the order in
 * which they are given (the best first), and the text has them by file and line, as a reader wants them. Imports, globals and signatures
 * of other files come before the code that uses them, and nothing is written twice: not what an earlier place brought along, nor what is
 * itself among the places.
 */
import { fileKey, type Hit } from '../../search/hits/hit';
import { addToList } from '../../shared/maps';
import { type BlockOptions, chunkBlock } from './code-blocks';
import type { CountTokens } from './pack-hits';

/** An import, a global, or a definition of another file that a place uses. */
export interface UsedCode {
  readonly name: string;
  readonly text: string;
  /** 1-based. */
  readonly line: number;
  /** As in hits; left out: the file of the place. */
  readonly path?: string;
}

export interface ChosenPlace {
  readonly hit: Hit;
  /** Imports first, definitions of other files last; empty if only the code is wanted. */
  readonly uses: readonly UsedCode[];
}

interface PlaceOptions extends BlockOptions {
  readonly budget: number;
  readonly count: CountTokens;
}

export interface PackedPlaces<Place extends ChosenPlace> {
  readonly text: string;
  readonly tokens: number;
  /** In the order they were given. */
  readonly fitting: readonly Place[];
  readonly leftOut: readonly Place[];
}

/** Blocks are joined by an empty line. */
const gap = '\n\n';

export async function packPlaces<Place extends ChosenPlace>(
  places: readonly Place[],
  options: PlaceOptions,
): Promise<PackedPlaces<Place>> {
  const { budget } = options;
  const costs = new Map<string, number>();
  const costOf = async (block: string): Promise<number> => {
    const known = costs.get(block) ?? (await options.count(block + gap));
    costs.set(block, known);
    return known;
  };
  const chosen: Place[] = [];
  for (const place of places) {
    let cost = 0;
    for (const block of placeBlocks([...chosen, place], options)) cost += await costOf(block);
    if (cost <= budget) chosen.push(place);
  }
  for (;;) {
    const text = placeBlocks(chosen, options).join(gap);
    const tokens = text === '' ? 0 : await options.count(text);
    // The tokens of the parts may be fewer than those of the whole.
    if (tokens > budget && chosen.pop()) continue;
    const isIn = new Set(chosen);
    return { text, tokens, fitting: chosen, leftOut: places.filter((place) => !isIn.has(place)) };
  }
}

/** One block for each place: by file, in the order of the first place of each, and by line. */
function placeBlocks(places: readonly ChosenPlace[], options: BlockOptions): string[] {
  const files = new Map<string, ChosenPlace[]>();
  for (const place of places) addToList(files, fileKey(place.hit), place);
  const shown = new Set<string>();
  return [...files].flatMap(([key, file]) => fileBlocks(file, options, (uses) => newUses(uses, key, places, shown)));
}

function fileBlocks(
  file: readonly ChosenPlace[],
  options: BlockOptions,
  newOnes: (uses: readonly UsedCode[]) => UsedCode[],
): string[] {
  return [...file]
    .sort((a, b) => a.hit.startLine - b.hit.startLine)
    .map(({ hit, uses }) => {
      // One statement can bring several names.
      const before = [...new Set(newOnes(uses).map(({ text }) => text.trimEnd()))];
      return chunkBlock(hit, options, before.length === 0 ? '' : `${before.join('\n')}${gap}`);
    });
}

/**
 * Those that no earlier place brought along and that are not themselves among the places.
 * @param key of the file that uses them.
 */
function newUses(
  uses: readonly UsedCode[],
  key: string,
  places: readonly ChosenPlace[],
  shown: Set<string>,
): UsedCode[] {
  const isChosen = ({ line, path }: UsedCode): boolean =>
    places.some(
      ({ hit }) =>
        hit.startLine <= line && line <= hit.endLine && (path === undefined ? fileKey(hit) === key : hit.path === path),
    );
  const keyOf = ({ line, name, path }: UsedCode): string => `${path ?? key} ${line} ${name}`;
  const missing = uses.filter((use) => !isChosen(use) && !shown.has(keyOf(use)));
  for (const use of missing) shown.add(keyOf(use));
  return missing;
}
