/**
 * Makes the pack for a question, an issue or an error. It searches, chooses lines (choose-lines.ts), asks the graph about the places that
 * it shows, chooses again with what is left for code, and writes the text. The same question, index and files give the same text.
 */
import { fileKey, type Hit } from '../../../search/hits/hit';
import { isAllOf } from '../../../search/hits/spans';
import type { SearchAnswer } from '../../../search/searcher';
import type { PlaceText } from '../code-blocks';
import type { FittedHit } from '../fit-spans';
import { type CountTokens, firstThatFits, rememberedCount } from '../pack-hits';
import { chooseLines, type JoinedPlace, joinPlaces, placesToAsk } from './choose-lines';
import type { Pack, PackedPlace, PackForOptions, PackSource } from './pack';
import { isLine, placeBlock, placeHead, type SaidFacts, sideForms, withoutSaid } from './place-text';

/** The share of the budget for what is said about the places; and the most tokens, and the largest share, about one of them. */
const sideShare = 0.03;
const maxPlaceTokens = 80;
/** Places about which something is said. */
const maxSides = 3;
const placeShare = 0.03;
/** Share of the budget for the nearest places if probably nothing is relevant. Three of five such answers to tasks of the own repository have the right file. */
const doubtfulShare = 0.25;
/** Below this, they are only named. */
const minDoubtful = 400;
/** Below this budget only code is shown. */
const minSideBudget = 400;
/** Below this one, the last line is short. */
const minLongFooter = 300;

export async function packFor(source: PackSource, text: string, options: PackForOptions): Promise<Pack> {
  const { filters, only, plain, ranking, signal } = options;
  const answer = await source.search(text, {
    ...placesToAsk,
    frames: false,
    ...(filters && { filters }),
    ...(only && { only }),
    ...(plain !== undefined && { plain }),
    ...(signal && { signal }),
    ranking,
  });
  signal?.throwIfAborted();
  const problems = answer.problems.map(({ message }) => message);
  const notices = [...problems, ...answer.notices, ...(options.notices ?? [])];
  const count = rememberedCount(options.count);
  const budget = answer.confidence === 'none' ? Math.floor(options.budget * doubtfulShare) : options.budget;
  if (answer.hits.length === 0 || (answer.confidence === 'none' && budget < minDoubtful))
    return nearestPlaces(answer, { ...options, count, notices });
  return new PackWriter(source, answer, { ...options, budget, count, notices }).write();
}

/** The heading of a block apart from its code, which is then counted once whatever the heading says. */
function byParts(count: CountTokens): CountTokens {
  return async (block) => {
    const code = block.indexOf('\n') + 1;
    return (await count(block.slice(0, code))) + (await count(block.slice(code)));
  };
}

type WriterOptions = PackForOptions & { readonly notices: readonly string[] };
type Sides = ReadonlyMap<Hit, readonly string[]>;

class PackWriter {
  private readonly head: string;
  private readonly countBlock: CountTokens;

  constructor(
    private readonly source: PackSource,
    private readonly answer: SearchAnswer,
    private readonly options: WriterOptions,
  ) {
    this.countBlock = byParts(options.count);
    this.head = [confidenceLine(answer.confidence), ...options.notices.map((notice) => `Note: ${notice}`)].join('\n');
  }

  async write(): Promise<Pack> {
    const { budget, count } = this.options;
    const first = await this.choose(new Map(), 0);
    const { sides, tokens: sideTokens } = await this.sidesOf(joinPlaces(first));
    let chosen = sides.size > 0 ? await this.choose(sides, sideTokens) : first;
    let text = this.textOf(chosen, sides);
    let tokens = await count(text);
    // The tokens of the parts may be fewer than those of the whole.
    while (tokens > budget && chosen.length > 1) {
      chosen = chosen.slice(0, -1);
      text = this.textOf(chosen, sides);
      tokens = await count(text);
    }
    if (tokens > budget || chosen.length === 0) return placeList(this.answer, this.options);
    return {
      confidence: this.answer.confidence,
      text,
      tokens,
      places: joinPlaces(chosen).map(packedPlace),
      leftOut: this.leftOut(chosen),
      notices: this.options.notices,
    };
  }

  private async choose(sides: Sides, spentOnSides: number): Promise<readonly FittedHit[]> {
    const { budget, count, place } = this.options;
    const frame = await count([this.head, ...this.footer([])].join('\n\n'));
    return chooseLines(this.answer.hits, {
      budget,
      count: this.countBlock,
      textOf: (hit, spans) => `${placeBlock({ hit, spans, members: [hit] }, place)}\n\n`,
      spent: frame + spentOnSides,
      total: async (all) => frame + (await this.tokensOf(all, sides)),
    });
  }

  /** Block by block: the whole text would be counted again for each change of one of them. */
  private async tokensOf(chosen: readonly FittedHit[], sides: Sides): Promise<number> {
    let tokens = 0;
    for (const block of this.blocksOf(chosen, sides)) tokens += await this.countBlock(`${block}\n\n`);
    return tokens;
  }

  private textOf(chosen: readonly FittedHit[], sides: Sides): string {
    return [this.head, ...this.blocksOf(chosen, sides), ...this.footer(chosen)].join('\n\n');
  }

  private blocksOf(chosen: readonly FittedHit[], sides: Sides): string[] {
    let said: readonly JoinedPlace[] = [];
    const blocks = joinPlaces(chosen).map((joined) => {
      // For places of one file that follow each other the path is said once, and so is the class that they are in.
      const [before] = said;
      const isSameFile = before !== undefined && fileKey(before.hit) === fileKey(joined.hit);
      if (!isSameFile) said = [];
      const below = joined.members.flatMap((hit) => sides.get(hit) ?? []);
      const block = placeBlock(withoutSaid(joined, said), isSameFile ? linesOnly : this.options.place, below);
      said = [...said, joined];
      return block;
    });
    return closeLines(blocks);
  }

  /** What is said about places with code, best first, as far as its share of the budget allows. */
  private async sidesOf(places: readonly JoinedPlace[]): Promise<{ sides: Sides; tokens: number }> {
    const { budget, count, signal } = this.options;
    const sides = new Map<Hit, readonly string[]>();
    const said: SaidFacts = new Set();
    let left = budget < minSideBudget ? 0 : budget * sideShare;
    let tokens = 0;
    for (const place of places) {
      const [best] = place.members;
      if (sides.size === maxSides || left < budget * 0.01 || !best) break;
      if (isLine(placeBlock(place, this.options.place)) || place.hit.stale) continue;
      signal?.throwIfAborted();
      // All lines of the place, and the definition in them that is asked about.
      const facts = await this.source.facts({ ...place.hit, line: best.line });
      if (!facts) continue;
      let taken:
        | { readonly lines: readonly string[]; readonly said: readonly string[]; readonly cost: number }
        | undefined;
      for (const form of sideForms(place, facts, places, said)) {
        const cost = await count(`${form.lines.join('\n')}\n`);
        if (cost > Math.min(left, budget * placeShare, maxPlaceTokens)) break;
        taken = { ...form, cost };
      }
      if (!taken) continue;
      for (const key of taken.said) said.add(key);
      sides.set(best, taken.lines);
      left -= taken.cost;
      tokens += taken.cost;
    }
    return { sides, tokens };
  }

  private leftOut(chosen: readonly FittedHit[]): Pack['leftOut'] {
    const shown = new Set(chosen.map(({ hit }) => hit));
    const left = this.answer.hits.filter((hit) => !shown.has(hit));
    return { places: left.length, files: new Set(left.map(fileKey)).size };
  }

  /** Says what is left out, and how to read it. */
  private footer(chosen: readonly FittedHit[]): string[] {
    const { places, files } = this.leftOut(chosen);
    const hasElisions = chosen.length === 0 || chosen.some(({ hit, spans }) => !isAllOf(hit, spans));
    const { budget, readMore } = this.options;
    if (budget < minLongFooter) {
      const short = [...(hasElisions ? [`⋯: ${readMore}.`] : []), ...(places > 0 ? [`${places} more places.`] : [])];
      return short.length > 0 ? [short.join(' ')] : [];
    }
    const lines = [
      ...(hasElisions ? [`⋯ lines left out: ${readMore}.`] : []),
      ...(places > 0
        ? [`Not shown: ${places} more places in ${files} ${files === 1 ? 'file' : 'files'}; ask with a larger budget.`]
        : []),
    ];
    return lines.length > 0 ? [lines.join(' ')] : [];
  }
}

/** For the file of the place before. */
const linesOnly: PlaceText = ({ startLine, endLine }) => `:${startLine}${endLine > startLine ? `-${endLine}` : ''}`;

function confidenceLine(confidence: SearchAnswer['confidence']): string {
  if (confidence === 'none') return nothingRelevant;
  return `Confidence: ${confidence ?? 'unknown'}${confidence === 'weak' ? ' (check that it is what you need)' : ''}.`;
}

/** No empty line between places of one line. */
function closeLines(blocks: readonly string[]): string[] {
  const closed: string[] = [];
  for (const block of blocks) {
    const last = closed.at(-1);
    if (last !== undefined && isLine(block) && isLine(last)) closed[closed.length - 1] = `${last}\n${block}`;
    else closed.push(block);
  }
  return closed;
}

function packedPlace({ hit, spans, members }: JoinedPlace): PackedPlace {
  const { root, path, startLine, endLine, language } = hit;
  const { symbol, name, kind, scope } = members[0] ?? hit;
  return { root, path, startLine, endLine, name: symbol === '' ? name : symbol, kind, scope, language, spans };
}

/** Packs without code: probably nothing is relevant, or the budget is too small for any code. Places are listed, one line each. */
type ListOptions = PackForOptions & { readonly notices: readonly string[] };

/** Enough to see that none of them is meant. */
const maxNearest = 3;

/** What is said then, and what to do instead. */
const nothingRelevant =
  'Probably nothing relevant: no code here is close to this. Search for exact strings with grep, or ask again with names or words from the code.';

/** Nothing in the folder is likely to answer. */
async function nearestPlaces(answer: SearchAnswer, options: ListOptions): Promise<Pack> {
  const { budget, count, notices } = options;
  const notes = notices.map((notice) => `Note: ${notice}`);
  const places = listed(answer, options, maxNearest);
  const near = places.length > 0 ? [`Nearest: ${places.join('; ')}`] : [];
  const forms = [
    [nothingRelevant, ...near, ...notes],
    [nothingRelevant, ...near],
    [nothingRelevant],
    ['Probably nothing relevant; use grep.'],
    [],
  ].map((lines) => lines.join('\n'));
  const { text, tokens, at } = await firstThatFits(forms, budget, count);
  return listPack(answer, notices, text, tokens, at < 2 ? places.length : 0);
}

/** The budget is too small for code. */
async function placeList(answer: SearchAnswer, options: ListOptions): Promise<Pack> {
  const { budget, count, notices } = options;
  const places = listed(answer, options, answer.hits.length);
  for (let shown = places.length; shown > 0; shown--) {
    const more = shown < places.length ? [`${places.length - shown} more; ask with a larger budget.`] : [];
    const text = [...places.slice(0, shown).map((place) => `- ${place}`), ...more].join('\n');
    const tokens = await count(text);
    if (tokens <= budget) return listPack(answer, notices, text, tokens, shown);
  }
  const [best = ''] = places;
  const { text, tokens } = await firstThatFits([best, ''], budget, count);
  return listPack(answer, notices, text, tokens, text === '' ? 0 : 1);
}

function listed({ hits }: SearchAnswer, { place }: ListOptions, max: number): string[] {
  return hits.slice(0, max).map((hit) => placeHead({ hit, spans: [], members: [hit] }, place));
}

function listPack(
  { hits, confidence }: SearchAnswer,
  notices: readonly string[],
  text: string,
  tokens: number,
  shown: number,
): Pack {
  const places = joinPlaces(hits.slice(0, shown).map((hit) => ({ hit, spans: [], text: '', tokens: 0 }))).map(
    ({ hit: { root, path, startLine, endLine, symbol, name, kind, scope, language } }) => ({
      ...{ root, path, startLine, endLine, name: symbol === '' ? name : symbol, kind, scope, language },
      spans: [],
    }),
  );
  const left = hits.slice(shown);
  const files = new Set(left.map(({ root, path }) => `${root}\n${path}`)).size;
  return { confidence, text, tokens, places, leftOut: { places: left.length, files }, notices };
}
