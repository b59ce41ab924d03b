/**
 * Turns a document into chunk records: its reader finds the blocks, blocks become atoms, and atoms are grouped like those of code.
 * Unlike code, a chunk of prose repeats the last sentences of the chunk before it.
 */

import type { ChunkedFile, SourceFile } from '../code/chunk';
import type { ChunkingParts } from '../code/cut/custom-strategy';
import type { RangeInfo } from '../code/file-parts';
import { plainTextLanguage } from '../code/identify/language-tables';
import { Outline } from '../code/identify/outline';
import { coverageOf } from '../code/records/coverage';
import { recordsByStrategy } from '../code/records/records-by-strategy';
import { SourceText, type TextRange } from '../code/source-text';
import { ContextMaker } from '../code/uses/context';
import { ModuleNames } from '../code/uses/module-names';
import { type ChunkOptions, overlapTokensOf } from '../options/chunk-options';
import { counterOrApproximate } from '../tokens/token-counter';
import type { Block, BlockKind, ProseDocument } from './block';
import { ConversationParts, isConversation } from './conversations/conversation-parts';
import { placeInFile } from './json/decoded-text';
import { ProseAtoms } from './prose-atoms';
import { CodeBlocks, codeBlocksIn } from './prose-code';
import { OverlapPlaces, ProseContext, ProseOverlap } from './prose-context';

const wholeKinds: ReadonlySet<BlockKind> = new Set([
  'code',
  'formula',
  'markup',
  'metadata',
  'table',
  'row',
  'cell',
  'message',
]);

/**
 * Messages, code, tables and similar blocks, and each heading with the first unit of what follows. In the order of the text.
 *
 * The stretches of a document that `semantic` does not open, although it looks at sentences.
 */
function wholeBlocks(blocks: readonly Block[]): readonly TextRange[] {
  const ranges: TextRange[] = [];
  const collect = (list: readonly Block[], after: number | undefined): void => {
    for (const [i, block] of list.entries()) {
      const next = list[i + 1]?.start ?? after;
      if (wholeKinds.has(block.kind)) ranges.push({ start: block.start, end: block.end });
      // A range that contains the start of the next block keeps it in one chunk with the heading.
      else if (block.kind === 'heading' && next !== undefined) ranges.push({ start: block.start, end: next + 1 });
      if (block.blocks) collect(block.blocks, next);
    }
  };
  collect(blocks, undefined);
  return ranges;
}

/** Prose chunks are filled at least to this share of their limit if the neighbours allow: 200 of 400 tokens. */
const smallShare = 0.5;
/** A document with at least this share of code is mixed: it gets smaller chunks with less overlap. */
const minMixedShare = 0.1;
const mixedSize = 0.6;
const mixedOverlap = 0.1;

export async function chunkProse(
  file: SourceFile,
  document: ProseDocument,
  language: string,
  requested: ChunkOptions,
  parseMs?: number,
  { embedder, strategy: custom, checkGrammar }: ChunkingParts = {},
): Promise<ChunkedFile> {
  const options = {
    ...requested,
    strategy: requested.strategy.length > 0 ? requested.strategy : requested.textStrategy,
  };
  const { text, blocks } = document;
  const source = new SourceText(text);
  const warnings: string[] = [];
  if (options.strategy.includes('ast')) warnings.push('"ast" cannot cut prose; it is cut at its boundaries instead');
  const warn = (warning: string): number => warnings.push(warning);
  const counter = counterOrApproximate(options.counter, warn);
  const counted = counter.document(text, source.units);
  const isMixed = codeShare(blocks, text) >= minMixedShare;
  const fitsWhole = counted.fits(0, text.length, options.maxTokens);
  const chunkTokens = isMixed ? Math.max(1, Math.floor(options.maxTokens * mixedSize)) : options.maxTokens;
  const places = new OverlapPlaces(text, blocks);
  // Where nothing can be repeated, no room is kept for it.
  const overlapTokens =
    fitsWhole || !places.hasAny ? 0 : overlapTokensOf(options, chunkTokens, isMixed ? mixedOverlap : undefined);
  const room = fitsWhole ? options.maxTokens : Math.max(1, chunkTokens - overlapTokens);
  const conversation = isConversation(document)
    ? new ConversationParts(document, options, counted.total, room)
    : undefined;
  const coreTokens = conversation?.coreTokens ?? room;
  const task = { path: file.path, document, source, counter, counted, options };
  const code = await CodeBlocks.open(task, { parseMs, checkGrammar });
  try {
    const outline = new Outline(plainTextLanguage, text);
    const plain = new ContextMaker(file.path, source, outline, new ModuleNames(outline, []), [], counter, options);
    const context = new ProseContext(task, plain, code);
    const info: RangeInfo = { language, outline, context };
    const infoAt = (start: number, end: number): RangeInfo => code.info(start, end) ?? info;
    const overlap = new ProseOverlap(places, counted, overlapTokens, options.maxTokens);
    const grouping = {
      coreTokens,
      maxTokens: options.maxTokens,
      smallShare,
      minTokens: options.minTokens,
      ...(conversation && {
        isBorder: (offset: number, tokens: number) => conversation.isBorder(offset, tokens),
        isDivided: (start: number, end: number) => conversation.isDivided(start, end),
        families: (starts: readonly number[]) => conversation.families(starts),
      }),
      overlapStart: (start: number, floor: number, end: number) => overlap.startOf(start, floor, end),
    };
    const atoms = new ProseAtoms(task, coreTokens, code, conversation).make();
    const input = {
      ...task,
      language,
      limit: coreTokens,
      atoms,
      whole: wholeBlocks(blocks),
      borders: conversation?.borders ?? [],
      embedder,
      custom,
      warn,
    };
    const records = await recordsByStrategy(input, infoAt, grouping);
    const chunks = conversation ? records.map((chunk) => conversation.withMessages(chunk)) : records;
    return {
      path: file.path,
      language,
      chunks: document.pieces ? placeInFile(chunks, document.pieces, source, file.text) : chunks,
      ...(document.pieces && { coverage: coverageOf(text, chunks) }),
      ...(warnings.length > 0 && { warnings }),
    };
  } finally {
    code.delete();
  }
}

function codeShare(blocks: readonly Block[], text: string): number {
  let code = 0;
  for (const { start, end } of codeBlocksIn(blocks)) code += end - start;
  return text.length === 0 ? 0 : code / text.length;
}
