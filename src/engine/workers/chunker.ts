/**
 * Text in, chunk records out: identify the text, read it (code with its grammar, prose with the reader of its format), cut it into
 * atoms, group the atoms into searched chunks and these into parents, and attach to each chunk what it uses. The searched chunks
 * of a file, joined in order, are the file.
 */

import type { ChunkedFile, Fallback, SourceFile } from '../../code/chunk';
import { type Atom, lineAtoms } from '../../code/cut/atom';
import { AtomMaker } from '../../code/cut/atom-maker';
import type { ChunkingParts } from '../../code/cut/custom-strategy';
import { FileParts, type RangeInfo } from '../../code/file-parts';
import { plainTextLanguage } from '../../code/identify/language-tables';
import { Outline } from '../../code/identify/outline';
import { ParsedSource, ParseTimeout } from '../../code/identify/parsed-source';
import { RecordMaker } from '../../code/records/record-maker';
import { recordsByStrategy } from '../../code/records/records-by-strategy';
import { SourceText } from '../../code/source-text';
import { ContextMaker } from '../../code/uses/context';
import { ModuleNames } from '../../code/uses/module-names';
import { canGuessLanguage, detectLanguage } from '../../languages/detect-language';
import { guessLanguages } from '../../languages/guess-language';
import type { Language } from '../../languages/language';
import { grammarOf, languageById } from '../../languages/registry';
import { type ChunkOptions, defaultChunkOptions } from '../../options/chunk-options';
import { chunkProse } from '../../prose/chunk-prose';
import { type ProseFormat, proseFormatsOf } from '../../prose/prose-formats';
import { errorMessage } from '../../shared/error-message';
import { counterOrApproximate } from '../../tokens/token-counter';

/** The language of a file: the requested one, or the one detected from its name or text. Undefined for prose and plain text. */
export function languageOf(file: SourceFile): Language | undefined {
  const id = file.language ?? detectLanguage(file.path, file.text, file.languageHint);
  return id === undefined ? undefined : languageById(id);
}

/** What a file is. Without a language and formats it is plain text. */
interface IdentifiedFile {
  readonly file: SourceFile;
  readonly language: Language | undefined;
  /** Possible prose formats; the first that can read the file is used. */
  readonly formats: readonly ProseFormat[];
  /** If the language is a guess, all guesses, best first: the first that the text parses as counts. Empty otherwise. */
  readonly guesses: readonly string[];
  readonly warnings: readonly string[];
}

/** Guessed code: max share of characters that may fail to parse, from 0 to 1; docs/detection.md has the measurements. */
const maxBrokenShare = 0.03;

/** Finds out what a file is. If neither name nor text decides, a model guesses the language. */
export async function identifyFile(file: SourceFile, options: Partial<ChunkOptions> = {}): Promise<IdentifiedFile> {
  const known = identifyByNameAndText(file);
  const { path, text, languageHint } = file;
  const isSettled = known.language || known.formats.length > 0 || file.language !== undefined || isBlank(text);
  if (isSettled || options.strategy?.[0] === 'lines' || !canGuessLanguage(path, text, languageHint)) return known;
  try {
    const guesses = await guessLanguages(text);
    const [best] = guesses;
    return best === undefined ? known : { ...identifyByNameAndText({ ...file, language: best }), guesses };
  } catch (error) {
    const reason = errorMessage(error);
    return { ...known, warnings: [`the model that guesses languages could not be used: ${reason}`] };
  }
}

function identifyByNameAndText(file: SourceFile): IdentifiedFile {
  const language = languageOf(file);
  const formats = isBlank(file.text) ? [] : proseFormatsOf(file, language !== undefined);
  return { file, language, formats, guesses: [], warnings: [] };
}

/** The language ids that the records of a file may have; only its reader or parser decides which. */
export function possibleLanguages({ language, formats, guesses }: IdentifiedFile): string[] {
  return [
    ...formats.map(({ id }) => id),
    ...(guesses.length > 0 ? guesses : language ? [language.id] : []),
    ...(language && guesses.length === 0 ? [] : [plainTextLanguage.id]),
  ];
}

/**
 * @param parseMs milliseconds after which parsing fails with `ParseTimeout`.
 * @param parts the model that judges topics, and a strategy of your own. A strategy that fails throws `CustomStrategyError`.
 */
export async function chunkText(
  file: SourceFile,
  options: Partial<ChunkOptions> = {},
  parseMs?: number,
  parts: ChunkingParts = {},
): Promise<ChunkedFile> {
  return chunkIdentified(await identifyFile(file, options), options, parseMs, parts);
}

export async function chunkIdentified(
  { file, language, formats, guesses, warnings }: IdentifiedFile,
  options: Partial<ChunkOptions>,
  parseMs?: number,
  parts: ChunkingParts = {},
): Promise<ChunkedFile> {
  const all = { ...defaultChunkOptions, ...options };
  if (all.strategy[0] === 'lines' && !parts.strategy) return chunkLines(file, options, 'lines', language?.id);
  for (const format of formats) {
    const segmented = format.read(file.text);
    if (segmented) return chunkProse(file, segmented, format.id, all, parseMs, parts);
  }
  if (!language) return withWarnings(await chunkPlain(file, options, parts), warnings);
  // Megabytes of blank lines take long to parse and give no chunks.
  if (isBlank(file.text)) return { path: file.path, language: language.id, chunks: [] };
  if (guesses.length > 0)
    return (await chunkGuessed(file, guesses, all, parts, parseMs)) ?? (await chunkPlain(file, options, parts));
  const source = new SourceText(file.text);
  const parsed = await ParsedSource.parse(language, file.text, parseMs);
  try {
    return await chunkParsed(file, source, parsed, all, parts);
  } finally {
    parsed.delete();
  }
}

/** Undefined if the text parses as none of the guessed languages. */
async function chunkGuessed(
  file: SourceFile,
  guesses: readonly string[],
  options: ChunkOptions,
  parts: ChunkingParts,
  parseMs?: number,
): Promise<ChunkedFile | undefined> {
  const source = new SourceText(file.text);
  for (const language of guesses.flatMap((id) => languageById(id) ?? [])) {
    let parsed: ParsedSource | undefined;
    parts.checkGrammar?.(grammarOf(language));
    try {
      parsed = await ParsedSource.parse(language, file.text, parseMs);
      if (parsed.brokenShare() <= maxBrokenShare) return await chunkParsed(file, source, parsed, options, parts);
    } catch (error) {
      // A grammar that takes this long is the wrong one for the text.
      if (!(error instanceof ParseTimeout)) throw error;
      return undefined;
    } finally {
      parsed?.delete();
    }
  }
  return undefined;
}

/** Cuts by lines: for text without a grammar, and for files whose grammar failed. */
export function chunkLines(
  file: SourceFile,
  options: Partial<ChunkOptions>,
  fallback: Fallback,
  language = plainTextLanguage.id,
): ChunkedFile {
  if (isBlank(file.text)) return { path: file.path, language, chunks: [], fallback };
  const {
    path,
    source,
    counter,
    counted,
    options: all,
    atoms,
    info,
    warnings,
  } = lineInput(file, options, fallback, language);
  const chunks = new RecordMaker({ path, source, counter, counted, options: all }).make(atoms, () => info);
  return { path, language, chunks, fallback, ...optionalWarnings(warnings) };
}

/** Text without a language: by lines, unless a strategy from outside cuts it. */
async function chunkPlain(
  file: SourceFile,
  options: Partial<ChunkOptions>,
  { strategy: custom }: ChunkingParts,
): Promise<ChunkedFile> {
  if (!custom || isBlank(file.text)) return chunkLines(file, options, 'lines');
  const language = plainTextLanguage.id;
  const { info, warnings, ...input } = lineInput(file, options, 'lines', language);
  const limit = input.options.maxTokens;
  const warn = (warning: string): number => warnings.push(warning);
  const records = { ...input, options: { ...input.options, strategy: [] }, language, limit, custom, warn };
  const chunks = await recordsByStrategy(records, () => info);
  return { path: file.path, language, chunks, fallback: 'lines', ...optionalWarnings(warnings) };
}

function lineInput(file: SourceFile, options: Partial<ChunkOptions>, fallback: Fallback, language: string) {
  const all = { ...defaultChunkOptions, ...options };
  const source = new SourceText(file.text);
  const warnings: string[] = [];
  const counter = counterOrApproximate(all.counter, (warning) => warnings.push(warning));
  const counted = counter.document(file.text, source.units);
  const known = languageById(language) ?? plainTextLanguage;
  const whole: Atom = {
    start: 0,
    end: file.text.length,
    strength: 0,
    depth: 0,
    gapDepth: 0,
    scope: [],
    definition: undefined,
    about: undefined,
    held: undefined,
    is: 'code',
    fallback,
  };
  const outline = new Outline({ ...known, structure: plainTextLanguage.structure }, file.text);
  const context = new ContextMaker(file.path, source, outline, new ModuleNames(outline, []), [], counter, all);
  const info: RangeInfo = { language, outline, context };
  const atoms = counted.total <= all.maxTokens ? [whole] : lineAtoms(source, counted, whole, all.maxTokens);
  return { path: file.path, source, counter, counted, options: all, atoms, info, warnings };
}

function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

async function chunkParsed(
  { text, path }: SourceFile,
  source: SourceText,
  parsed: ParsedSource,
  options: ChunkOptions,
  { embedder, strategy: custom, withLinks }: ChunkingParts,
): Promise<ChunkedFile> {
  const warnings: string[] = [];
  const warn = (warning: string): number => warnings.push(warning);
  const counter = counterOrApproximate(options.counter, warn);
  const counted = counter.document(text, source.units);
  const parts = new FileParts(parsed, source);
  const maker = new AtomMaker(source, counted, options.maxTokens);
  // `flatMap` takes several times as long.
  const atoms: Atom[] = [];
  for (const part of parts.all) {
    for (const atom of maker.make(part.outline, part.nodes, part.start, part.end)) atoms.push(atom);
  }
  const infoAt = parts.rangeInfo(path, counter, options);
  const language = parsed.language.id;
  const common = { path, language, source, counter, counted, limit: options.maxTokens, options, atoms, warn };
  const chunks = await recordsByStrategy({ ...common, embedder, custom }, infoAt);
  const links = withLinks ? parts.links() : undefined;
  return { path, language, chunks, ...optionalWarnings(warnings), ...(links && { links }) };
}

function withWarnings(file: ChunkedFile, warnings: readonly string[]): ChunkedFile {
  return { ...file, ...optionalWarnings([...warnings, ...(file.warnings ?? [])]) };
}

function optionalWarnings(warnings: readonly string[]): { readonly warnings?: readonly string[] } {
  return warnings.length > 0 ? { warnings } : {};
}
