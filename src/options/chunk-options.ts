/** How files are chunked. The options and defaults are the same on every surface. */
import { type CounterName, counterNames, counterTable } from '../tokens/counter-table';
import { choice, choices, decimal, defaultsOf, integer, type OptionValues, text } from './option';

/** `ast` and `boundary` follow the structure of code and of prose; the others ignore it, or look only at sentences. */
const strategies = {
  ast: 'By the syntax of code.',
  boundary: 'At headings, paragraphs, list items and sentences.',
  'sliding-window': 'In windows of whole lines that overlap.',
  semantic: 'Where neighbouring sentences have little in common.',
  fixed: 'After a fixed number of tokens, wherever that is; for comparison.',
  lines: 'By lines.',
} as const;
export type StrategyName = keyof typeof strategies;
export const strategyNames = Object.keys(strategies) as StrategyName[];

export const chunkOptions = {
  maxTokens: integer([16, 100_000], {
    default: 400,
    setting: { id: 'chunk.maxTokens' },
    flag: { name: 'max-tokens', value: 'N' },
    description:
      'Max tokens per chunk. Smaller neighbours are merged up to this size, and a definition that fits is never split. The context of a chunk comes on top: `#codegrain.chunk.contextShare#`.',
    help: 'Max tokens per chunk; its context comes on top',
  }),
  minTokens: integer([0, 100_000], {
    default: 0,
    setting: { id: 'chunk.minTokens' },
    flag: { name: 'min-tokens', value: 'N' },
    description:
      'Min tokens per chunk: a smaller one is joined to a neighbour, if both fit `#codegrain.chunk.maxTokens#` together. A chunk stays smaller where no neighbour has room, and in a file that is smaller. In conversations, small turns share a chunk. `0`: only very small chunks are joined, and the pieces of `semantic` and the other strategies stay as they are.',
    help: 'Join chunks smaller than this to a neighbour that has room; 0: only very small ones',
  }),
  group: choice({
    default: 'size',
    values: {
      size: 'Small neighbours share a chunk.',
      definition:
        'No chunk has text of two functions, methods or types. The index is larger, and finds about the same.',
    },
    setting: { id: 'chunk.group' },
    flag: { name: 'group', value: 'size|definition' },
    description: 'What a chunk of code holds: what fits, or one definition.',
  }),
  parentTokens: integer([16, 1_000_000], {
    default: 1200,
    setting: { id: 'chunk.parentTokens' },
    flag: { name: 'parent-tokens', value: 'N', defaultText: '1200, or three chunks where that is more' },
    description:
      'Max tokens per parent chunk: the larger piece of code that is returned around a hit. At least `#codegrain.chunk.maxTokens#`. Unless you set it, it grows to three chunks.',
    help: 'Max tokens per parent chunk',
  }),
  context: choice({
    default: 'used',
    values: {
      used: 'The imports and module-level definitions that the chunk uses.',
      signatures:
        'The same, and the signatures of the definitions that the chunk uses elsewhere in the folder. They are in copies and exports, not in what is embedded: the index stays as it is.',
      all: 'What the chunk uses, then the other imports of the file in the room that is left.',
      none: 'Nothing.',
    },
    setting: { id: 'chunk.context' },
    flag: { name: 'context', value: 'used|signatures|all|none' },
    description: 'What is attached to each chunk when it is embedded or copied with context.',
    help: 'Attach the imports and globals that the chunk uses, the same with signatures from other files, every import, or nothing',
  }),
  contextShare: decimal([0, 1], {
    default: 0.25,
    setting: { id: 'chunk.contextShare', unit: 0.01 },
    flag: { name: 'context-share', value: 'PERCENT', unit: 0.01 },
    description:
      'Max size of the context, in percent of `#codegrain.chunk.maxTokens#` (for parents, of `#codegrain.chunk.parentTokens#`). What the chunk uses comes first; names that do not fit are listed in its record.',
    help: 'Max size of the context, in percent of --max-tokens',
  }),
  counter: choice<CounterName>({
    default: 'o200k_base',
    values: describedCounters(),
    setting: { id: 'chunk.counter' },
    flag: { name: 'counter', value: 'C' },
    description: 'What counts tokens. The first two are exact; the documentation states the error of the estimates.',
    help: `What counts tokens: ${counterNames.join(', ')}`,
  }),
  strategy: choices<StrategyName>({
    default: [],
    values: strategies,
    flag: { name: 'strategy', value: 'S[,S]', defaultText: 'by structure' },
    description:
      'How files are cut, instead of by their structure. Each further strategy cuts what the one before leaves too large.',
    help: 'Cut by sliding-window, semantic, fixed or lines instead of by structure; a second strategy cuts what the first leaves too large',
  }),
  textStrategy: choices<StrategyName>({
    default: [],
    values: strategies,
    setting: { id: 'text.strategy', values: ['boundary', 'sliding-window', 'semantic', 'fixed'] },
    flag: { name: 'text-strategy', value: 'S[,S]', defaultText: 'by structure' },
    description: 'How prose (Markdown, HTML, plain text and similar) is cut.',
    help: 'The same, for prose only',
  }),
  customStrategy: text({
    setting: { id: 'chunk.customStrategy', scope: 'machine' },
    flag: { name: 'custom-strategy', value: 'FILE' },
    description:
      'Cut by the function `chunk` that this JavaScript module exports, where its `canHandle` says so. The module runs with your rights: name only files that you trust. In VS Code: an absolute path outside of the workspace; not in workspaces that you do not trust.',
    help: 'Cut by the function that this JavaScript module exports; it runs with your rights',
  }),
  overlap: decimal([0, 0.5], {
    default: 0.15,
    setting: { id: 'text.overlap', unit: 0.01 },
    flag: { name: 'overlap', value: 'PERCENT', unit: 0.01 },
    description:
      'Overlap between chunks of prose, in percent of a chunk: at most so much of the end of the previous chunk is repeated, in whole sentences. Sentences are repeated within a section, from one section to the next inside the same outer section (the last paragraph only), and before a code block or a table (the sentence that introduces it). Nothing is repeated between outermost sections or turns of a conversation, after a code block or a table, and where the last sentence is longer than the overlap. Code is never repeated.',
    help: 'Overlap between chunks of prose, in percent of a chunk; code is never repeated',
  }),
  overlapTokens: integer([0, 50_000], {
    setting: { id: 'text.overlapTokens' },
    flag: { name: 'overlap-tokens', value: 'N', defaultText: '--overlap decides' },
    description:
      'Overlap between chunks of prose, in tokens instead of percent; at most half of a chunk. `null`: `#codegrain.text.overlap#` decides, otherwise this wins.',
    help: 'Overlap between chunks of prose, in tokens; wins over --overlap',
  }),
  threshold: decimal([0, 1], {
    default: 0.75,
    setting: { id: 'text.similarityThreshold' },
    flag: { name: 'threshold', value: 'T' },
    description:
      'For the `semantic` strategy: a new chunk begins where neighbouring sentences are less similar than this. **Higher: more and smaller chunks.** 0.65 for texts whose topics are far apart, 0.8 to 0.85 for dense text on one subject.',
    help: 'For semantic: start a new chunk where neighbouring sentences are less similar than this; higher: more and smaller chunks',
  }),
  minSentences: integer([1, 100_000], {
    default: 1,
    setting: { id: 'text.minSentences' },
    flag: { name: 'min-sentences', value: 'N' },
    description: 'For the `semantic` strategy: min sentences per chunk.',
    help: 'For semantic: min sentences per chunk',
  }),
  maxSentences: integer([1, 100_000], {
    default: 50,
    setting: { id: 'text.maxSentences' },
    flag: { name: 'max-sentences', value: 'N' },
    description: 'For the `semantic` strategy: max sentences per chunk.',
    help: 'For semantic: max sentences per chunk',
  }),
  maxMessages: integer([1, 100_000], {
    setting: { id: 'conversation.maxMessages' },
    flag: { name: 'max-messages', value: 'N', defaultText: 'any number' },
    description: 'In conversations, a new chunk begins after this many messages. `null`: any number may share a chunk.',
    help: 'In conversations: start a new chunk after every N messages',
  }),
  targetTokens: integer([16, 100_000], {
    setting: { id: 'conversation.targetTokens' },
    flag: { name: 'target-tokens', value: 'N', defaultText: 'none: chunks follow the turns' },
    description:
      'In conversations, the size in tokens that chunks should have. Messages are divided into chunks of about equal size, at the best places near it. `null`: chunks follow the turns up to `#codegrain.chunk.maxTokens#`, however uneven.',
    help: 'In conversations: make chunks of about this size, as even as the messages allow',
  }),
  maxParts: integer([1, 100_000], {
    default: 10,
    setting: { id: 'conversation.maxParts' },
    flag: { name: 'max-parts', value: 'N' },
    description:
      'In conversations, max chunks of a turn that share a parent. A longer turn has several parents, so that a hit does not bring back too much.',
    help: 'In conversations: max chunks of a turn that share a parent',
  }),
};

export type ChunkOptions = OptionValues<typeof chunkOptions>;

export const defaultChunkOptions: ChunkOptions = defaultsOf(chunkOptions);

/**
 * Completes the values that the user chose. Every surface calls this, so that the same choices give the same chunks and the same
 * stamp of the index.
 */
export function completeChunkOptions(chosen: Partial<ChunkOptions>): ChunkOptions {
  const options = { ...defaultChunkOptions, ...chosen };
  const names = options.strategy.length > 0 ? options.strategy : options.textStrategy;
  const { threshold, minSentences, maxSentences } = names.includes('semantic') ? options : defaultChunkOptions;
  return {
    ...options,
    // No strategy reads both, and some read neither.
    ...(repeatsText(names) ? overlapOf(options) : overlapOf(defaultChunkOptions)),
    // What only `semantic` reads changes nothing without it.
    threshold,
    minSentences,
    maxSentences,
    // Nor does the size of a context that is not wanted.
    contextShare: options.context === 'none' ? defaultChunkOptions.contextShare : options.contextShare,
    // A parent has room for three chunks, unless its size was chosen.
    parentTokens: chosen.parentTokens ?? Math.max(defaultChunkOptions.parentTokens, options.maxTokens * 3),
    // `boundary` is how prose is cut without a strategy.
    textStrategy:
      options.textStrategy.length === 1 && options.textStrategy[0] === 'boundary' ? [] : options.textStrategy,
  };
}

/**
 * Max tokens that a chunk of `chunkTokens` repeats of the one before: the chosen number, or the chosen share. At most half.
 * @param maxShare an upper limit of the share, where the text asks for one.
 */
export function overlapTokensOf(
  { overlap, overlapTokens }: Pick<ChunkOptions, 'overlap' | 'overlapTokens'>,
  chunkTokens: number,
  maxShare = 1,
): number {
  if (overlapTokens !== undefined) return Math.min(overlapTokens, Math.floor(chunkTokens / 2));
  return chunkTokens - Math.max(1, Math.floor(chunkTokens * (1 - Math.min(overlap, maxShare))));
}

/** True if chunks cut by these strategies repeat the end of the chunk before: those by structure, and windows. */
export function repeatsText(names: readonly StrategyName[]): boolean {
  return names.length === 0 || names.some((name) => ['ast', 'boundary', 'sliding-window'].includes(name));
}

/** A number of tokens wins over a share. */
function overlapOf({ overlap, overlapTokens }: ChunkOptions): Pick<ChunkOptions, 'overlap' | 'overlapTokens'> {
  return { overlap: overlapTokens === undefined ? overlap : defaultChunkOptions.overlap, overlapTokens };
}

function describedCounters(): Readonly<Record<CounterName, string>> {
  const described = counterNames.map((name) => [name, counterTable[name].description]);
  return Object.fromEntries(described) as Record<CounterName, string>;
}
