/** Makes the pack for a question, an issue or an error: searches, chooses lines, and writes the text. */
import { confidenceNote } from '../../search/hits/confidence-note';
import { fileKey } from '../../search/hits/group-hits';
import type { Hit } from '../../search/hits/hit';
import { isAllOf } from '../../search/hits/spans';
import { firstThatFits } from '../first-that-fits';
import type { FittedHit } from '../fit-spans';
import { spansBlock } from '../hit-blocks';
import { chooseLines, placesToAsk } from './choose-lines';
import type { Pack, PackedPlace, PackForOptions, PackSource } from './pack';

export async function packFor(source: PackSource, text: string, options: PackForOptions): Promise<Pack> {
  const { budget, count, place, readMore } = options;
  const { filters, only, plain, ranking, signal } = options;
  const answer = await source.search(text, {
    ...placesToAsk,
    ...(filters && { filters }),
    ...(only && { only }),
    ...(plain !== undefined && { plain }),
    ...(signal && { signal }),
    ranking,
  });
  signal?.throwIfAborted();
  const { hits, confidence } = answer;
  const notices = [
    ...[confidenceNote(answer) ?? []].flat(),
    ...answer.problems.map(({ message }) => message),
    ...answer.notices,
    ...(options.notices ?? []),
  ];
  const [best] = hits;
  if (!best) {
    const nothing = 'Nothing relevant was found. Search for exact strings instead.';
    const forms = [[...notices.map((notice) => `Note: ${notice}`), nothing].join('\n'), nothing, ''];
    const { text: shown, tokens } = await firstThatFits(forms, budget, count);
    return { confidence, text: shown, tokens, places: [], leftOut: { places: 0, files: 0 }, notices };
  }
  const head = [`Confidence: ${confidence ?? 'unknown'}.`, ...notices.map((notice) => `Note: ${notice}`)].join('\n');
  const blocks = { place, ids: false };
  const write = (chosen: readonly FittedHit[]): string =>
    [head, ...chosen.map((one) => one.text), ...footer(hits, chosen, readMore)].join('\n\n');
  const chosen = await chooseLines(hits, {
    budget,
    count,
    textOf: (hit, spans) => spansBlock(hit, spans, blocks),
    spent: await count([head, ...footer(hits, [], readMore)].join('\n\n')),
    total: (all) => count(write(all)),
  });
  const written = await firstThatFits([write(chosen), `Best: ${place(best)}`, ''], budget, count);
  const shown = written.at === 0 ? chosen : [];
  const shownHits = new Set(shown.map(({ hit }) => hit));
  const left = hits.filter((hit) => !shownHits.has(hit));
  return {
    confidence,
    text: written.text,
    tokens: written.tokens,
    places: shown.map(packedPlace),
    leftOut: { places: left.length, files: new Set(left.map(fileKey)).size },
    notices,
  };
}

function packedPlace({ hit, spans }: FittedHit): PackedPlace {
  const { root, path, startLine, endLine, name, symbol, kind, scope, language } = hit;
  return { root, path, startLine, endLine, name: symbol === '' ? name : symbol, kind, scope, language, spans };
}

/** Says what is left out, and how to read it. */
function footer(hits: readonly Hit[], chosen: readonly FittedHit[], readMore: string): string[] {
  const shown = new Set(chosen.map(({ hit }) => hit));
  const left = hits.filter((hit) => !shown.has(hit));
  const files = new Set(left.map(fileKey)).size;
  const hasElisions = chosen.length === 0 || chosen.some(({ hit, spans }) => !isAllOf(hit, spans));
  const lines = [
    ...(hasElisions ? [`Lines left out: ${readMore} returns all.`] : []),
    ...(left.length > 0 ? [`Not shown: ${left.length} more places in ${files} files; ask with a larger budget.`] : []),
  ];
  return lines.length > 0 ? [lines.join(' ')] : [];
}
