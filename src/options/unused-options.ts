/** Options that do nothing beside the others that were chosen: every surface says so, instead of ignoring them in silence. */
import { type ChunkOptions, chunkOptions, repeatsText } from './chunk-options';

export interface UnusedOption {
  readonly option: keyof ChunkOptions;
  /** What it would need, or what wins over it. */
  readonly because:
    | 'no-semantic'
    | 'strategy-wins'
    | 'no-overlap'
    | 'overlap-tokens-win'
    | 'no-prose'
    | 'no-conversation'
    | 'no-context';
}

const ofSemantic = ['threshold', 'minSentences', 'maxSentences'] as const;
const ofOverlap = ['overlap', 'overlapTokens'] as const;
const ofConversations = ['maxMessages', 'targetTokens', 'maxParts'] as const;

/** @param chosen the values that the user chose; those that are the default are not worth a word. */
export function unusedOptions(chosen: Partial<ChunkOptions>): readonly UnusedOption[] {
  const { strategy = [], textStrategy = [] } = chosen;
  const isChosen = (option: keyof ChunkOptions): boolean => isOther(chosen, option);
  const unused: UnusedOption[] = [];
  if (strategy.length > 0 && textStrategy.length > 0) unused.push({ option: 'textStrategy', because: 'strategy-wins' });
  const names = strategy.length > 0 ? strategy : textStrategy;
  if (!names.includes('semantic')) {
    for (const option of ofSemantic) if (isChosen(option)) unused.push({ option, because: 'no-semantic' });
  }
  if (!repeatsText(names)) {
    for (const option of ofOverlap) if (isChosen(option)) unused.push({ option, because: 'no-overlap' });
  } else if (isChosen('overlapTokens') && isChosen('overlap'))
    unused.push({ option: 'overlap', because: 'overlap-tokens-win' });
  if (chosen.context === 'none' && isChosen('contextShare'))
    unused.push({ option: 'contextShare', because: 'no-context' });
  return unused;
}

/** True if the user chose another value than the default. */
function isOther(chosen: Partial<ChunkOptions>, option: keyof ChunkOptions): boolean {
  return chosen[option] !== undefined && chosen[option] !== chunkOptions[option].default;
}

/** Options that no file had a use for: those of prose where all files were code, those of conversations where none was one. */
export function optionsWithoutFiles(
  chosen: Partial<ChunkOptions>,
  found: { readonly prose: boolean; readonly conversation: boolean },
): readonly UnusedOption[] {
  const known = new Set(unusedOptions(chosen).map(({ option }) => option));
  const { strategy = [] } = chosen;
  // A strategy for all files also cuts code, with its own options.
  const ofProse = ['textStrategy', ...(strategy.length > 0 ? [] : ([...ofOverlap, ...ofSemantic] as const))] as const;
  return [
    ...(found.prose ? [] : ofProse.map((option) => ({ option, because: 'no-prose' as const }))),
    ...(found.conversation ? [] : ofConversations.map((option) => ({ option, because: 'no-conversation' as const }))),
  ].filter(({ option }) => isOther(chosen, option) && !known.has(option));
}
