/** Fills a token budget with spans of hits (fit-spans.ts), and says what is left out and how to read it. */
import { fileKey } from '../../search/hits/group-hits';
import type { Hit } from '../../search/hits/hit';
import { isAllOf } from '../../search/hits/spans';
import { type FittedHit, fitSpans } from './fit-spans';
import { spansBlock } from './hit-blocks';
import type { PackedHits, PackOptions } from './pack-hits';
import { rememberedCount } from './remembered-count';

interface SpanOptions extends PackOptions {
  /** How to read lines that are left out, such as `get_chunk with the id`. */
  readonly readMore: string;
}

export async function packSpans(hits: readonly Hit[], options: SpanOptions): Promise<PackedHits> {
  const { budget, notices } = options;
  const count = rememberedCount(options.count);
  const answer = (fitted: readonly FittedHit[]): string => {
    const shown = new Set(fitted.map(({ hit }) => hit));
    const leftOut = hits.filter((hit) => !shown.has(hit));
    const hasElisions = fitted.some(({ hit, spans }) => !isAllOf(hit, spans));
    return [
      ...(notices.length > 0 ? [notices.join('\n')] : []),
      ...fitted.map(({ text }) => text),
      ...footer(leftOut, hasElisions, options.readMore),
    ].join('\n\n');
  };
  const { fitted } = await fitSpans(hits, {
    budget,
    count,
    textOf: (hit, spans) => spansBlock(hit, spans, options),
    spent: await count([...notices, ...footer(hits, true, options.readMore)].join('\n')),
    total: (all) => count(answer(all)),
  });
  const text = answer(fitted);
  const spansOf = new Map(fitted.map(({ hit, spans }) => [hit, spans]));
  return {
    text,
    tokens: await count(text),
    hits: hits.map((hit) => {
      const spans = spansOf.get(hit);
      if (!spans) return { hit, shown: 'none' };
      if (spans.length === 0) return { hit, shown: 'place' };
      return isAllOf(hit, spans) ? { hit, shown: 'chunk' } : { hit, shown: 'spans', spans };
    }),
  };
}

function footer(leftOut: readonly Hit[], hasElisions: boolean, readMore: string): string[] {
  const files = new Set(leftOut.map(fileKey)).size;
  const none =
    leftOut.length > 0
      ? [`Not shown: ${leftOut.length} more in ${files} ${files === 1 ? 'file' : 'files'}; ask with a larger budget.`]
      : [];
  const lines = [...(hasElisions ? [`Lines left out: ${readMore} returns all.`] : []), ...none];
  return lines.length > 0 ? [lines.join(' ')] : [];
}
