/** The label of a chunk at its first line: what the line does not say itself, the tokens, and what is attached. */
import { l10n } from 'vscode';
import type { Chunk } from '../../chunking/chunk';
import { shownName } from '../../chunking/records/shown-name';
import { carriedLabel, fallbackLabel, nameLabel } from '../common/chunk-labels';
import { kindLabel } from '../common/kind-labels';
import { numberLabel, tokenCount } from '../common/number-labels';
import { type UnseenName, unseenName } from './unseen-name';

/**
 * `76 tokens · 3 imports, 1 global`, `+ Item · 76 tokens`, `method parse · 212 tokens`
 * @param beside the first lines of the chunk.
 */
export function boundaryLabel(chunk: Chunk, beside: string): string {
  const name = unseenName(shownName(chunk), beside);
  const parts = [name ? unseenLabel(name) : '', tokenCount(chunk.tokens.text), carriedLabel(chunk)];
  if (chunk.fallback) parts.push(fallbackLabel(chunk.fallback));
  return parts.filter((part) => part !== '').join(' · ');
}

function unseenLabel(name: UnseenName): string {
  const { kind, part, names, more, isRest } = name;
  if (!isRest)
    return [kind === undefined ? '' : kindLabel(kind), nameLabel(name)].filter((each) => each !== '').join(' ');
  if (part) return l10n.t('part {0} of {1}', part.number, part.of);
  return `+ ${names.length === 0 ? l10n.t('{0} more', numberLabel(more)) : nameLabel(name)}`;
}
