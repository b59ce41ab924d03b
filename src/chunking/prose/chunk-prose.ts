/**
 * A document into chunk records: its reader says what its blocks are, these become atoms, and atoms are grouped as those of code
 * are. Unlike code, a chunk of prose repeats the last sentences of the one before it.
 */
import { counterOrApproximate } from '../../tokens/counter';
import type { ChunkedFile, ChunkOptions, SourceFile } from '../chunk';
import { recordsBy } from '../cut/regroup';
import type { Setting } from '../identify/file-parts';
import { Outline } from '../identify/outline';
import { plainText } from '../plain-text-language';
import { coverageOf } from '../records/coverage';
import { Source } from '../source-text';
import { ContextMaker } from '../uses/context';
import { ModuleNames } from '../uses/module-names';
import type { Block, Segmented } from './block';
import { ConversationParts, isConversation } from './conversations/conversation-parts';
import { Overlap } from './overlap';
import { placeInFile } from './place-in-file';
import { ProseAtoms } from './prose-atoms';
import { CodeBlocks, codeIn } from './prose-code';
import { ProseContext } from './prose-context';

/** Prose chunks are filled at least to this share of their limit where the neighbours allow: 200 of 400 tokens. */
const smallShare = 0.5;
/** A document is mixed if code takes at least this share of it; it gets smaller chunks with less overlap. */
const mixedFrom = 0.1;
const mixedSize = 0.6;
const mixedOverlap = 0.1;

export async function chunkProse(
  file: SourceFile,
  segmented: Segmented,
  language: string,
  wanted: ChunkOptions,
  parseMs?: number,
): Promise<ChunkedFile> {
  const options = { ...wanted, strategy: wanted.strategy.length > 0 ? wanted.strategy : wanted.textStrategy };
  const { text, blocks } = segmented;
  const source = new Source(text);
  const warnings: string[] = [];
  if (options.strategy.includes('ast')) warnings.push('"ast" cannot cut prose, it is cut at its boundaries');
  const warn = (warning: string): number => warnings.push(warning);
  const counter = counterOrApproximate(options.counter, warn);
  const counted = counter.document(text, source.units);
  const isMixed = codeShare(blocks, text) >= mixedFrom;
  const fitsWhole = counted.fits(0, text.length, options.maxTokens);
  const overlapShare = isMixed ? Math.min(mixedOverlap, options.overlap) : options.overlap;
  const most = isMixed ? Math.max(1, Math.floor(options.maxTokens * mixedSize)) : options.maxTokens;
  const coreTokens = fitsWhole ? options.maxTokens : Math.max(1, Math.floor(most * (1 - overlapShare)));
  const code = await CodeBlocks.open(file.path, segmented, counter, counted, options, coreTokens, parseMs);
  try {
    const outline = new Outline(plainText, text);
    const plain = new ContextMaker(file.path, source, outline, new ModuleNames(outline, []), [], counter, options);
    const context = new ProseContext(text, blocks, plain, counter, counted, options.context !== 'none');
    const setting: Setting = { language, outline, context };
    const settingAt = (start: number, end: number): Setting => code.setting(start, end) ?? setting;
    const overlap = new Overlap(text, blocks, counted, most - coreTokens, options.maxTokens);
    const conversation = isConversation(segmented) ? new ConversationParts(segmented, options.counter) : undefined;
    const grouping = {
      coreTokens,
      mostTokens: options.maxTokens,
      smallShare,
      // A turn stays a turn, however short.
      ...(conversation && {
        isBorder: (offset: number) => conversation.isTurn(offset),
        families: (starts: readonly number[]) => conversation.families(starts),
      }),
      overlapStart: (start: number, floor: number, end: number) => overlap.startOf(start, floor, end),
    };
    const atoms = new ProseAtoms(source, counted, coreTokens, options.maxTokens, code, conversation?.breaks).make(
      blocks,
    );
    const input = { path: file.path, source, counter, counted, limit: coreTokens, options, atoms, warn };
    const records = await recordsBy(input, settingAt, grouping);
    const chunks = conversation ? records.map((chunk) => conversation.withMessages(chunk)) : records;
    return {
      path: file.path,
      language,
      chunks: segmented.pieces ? placeInFile(chunks, segmented.pieces, source, file.text) : chunks,
      ...(segmented.pieces && { coverage: coverageOf(text, chunks) }),
      ...(warnings.length > 0 && { warnings }),
    };
  } finally {
    code.delete();
  }
}

function codeShare(blocks: readonly Block[], text: string): number {
  let code = 0;
  for (const { start, end } of codeIn(blocks)) code += end - start;
  return text.length === 0 ? 0 : code / text.length;
}
