/** Options that do nothing beside the others that were chosen: every surface says so, instead of ignoring them in silence. */
import { type ChunkOptions, chunkOptions } from './chunk-options';

export interface UnusedOption {
  readonly option: keyof ChunkOptions;
  /** What it would need, or what wins over it. */
  readonly because: 'no-semantic' | 'strategy-wins' | 'no-overlap' | 'no-prose' | 'no-conversation';
}

const ofSemantic = ['threshold', 'minSentences', 'maxSentences'] as const;
const ofConversations = ['maxMessages', 'targetTokens', 'maxParts'] as const;

/** @param chosen the values that the user chose; those that are the default are not worth a word. */
export function unusedOptions(chosen: Partial<ChunkOptions>): readonly UnusedOption[] {
  const { strategy = [], textStrategy = [] } = chosen;
  const isChosen = (option: 'overlap' | (typeof ofSemantic)[number]): boolean =>
    chosen[option] !== undefined && chosen[option] !== chunkOptions[option].default;
  const unused: UnusedOption[] = [];
  if (strategy.length > 0 && textStrategy.length > 0) unused.push({ option: 'textStrategy', because: 'strategy-wins' });
  const names = strategy.length > 0 ? strategy : textStrategy;
  if (!names.includes('semantic')) {
    for (const option of ofSemantic) if (isChosen(option)) unused.push({ option, because: 'no-semantic' });
  }
  const repeats = names.length === 0 || names.some((name) => ['ast', 'boundary', 'sliding-window'].includes(name));
  if (!repeats && isChosen('overlap')) unused.push({ option: 'overlap', because: 'no-overlap' });
  return unused;
}

/** Options that no file had a use for: those of prose where all files were code, those of conversations where none was one. */
export function optionsWithoutFiles(
  chosen: Partial<ChunkOptions>,
  found: { readonly prose: boolean; readonly conversation: boolean },
): readonly UnusedOption[] {
  const isChosen = (option: keyof ChunkOptions): boolean =>
    chosen[option] !== undefined && chosen[option] !== chunkOptions[option].default;
  const known = new Set(unusedOptions(chosen).map(({ option }) => option));
  const { strategy = [] } = chosen;
  // A strategy for all files also cuts code, with its own options.
  const ofProse = ['textStrategy', ...(strategy.length > 0 ? [] : (['overlap', ...ofSemantic] as const))] as const;
  return [
    ...(found.prose ? [] : ofProse.map((option) => ({ option, because: 'no-prose' as const }))),
    ...(found.conversation ? [] : ofConversations.map((option) => ({ option, because: 'no-conversation' as const }))),
  ].filter(({ option }) => isChosen(option) && !known.has(option));
}
