/**
 * Text in, chunk records out: find out what the text is, read it (code with its grammar, prose with the reader of its format),
 * cut it into atoms, group atoms into searched chunks and these into parents, attach to each what it uses. The searched chunks of
 * a file, joined in order, are the file.
 */
import { detectLanguage, mayBeGuessed } from '../languages/detect';
import { guessLanguage, nearLanguages } from '../languages/guess-language';
import type { Language } from '../languages/language';
import { languageById } from '../languages/registry';
import { errorMessage } from '../shared/error-message';
import { counterOrApproximate } from '../tokens/counter';
import { type ChunkedFile, type ChunkOptions, defaultOptions, type Fallback, type SourceFile } from './chunk';
import type { Atom } from './cut/atom';
import { AtomMaker } from './cut/atom-maker';
import { lineAtoms } from './cut/line-atoms';
import { recordsBy } from './cut/regroup';
import { Parts, type Setting } from './identify/file-parts';
import { Outline } from './identify/outline';
import { Parsed, ParseTimeout } from './identify/parsed';
import { plainText } from './plain-text-language';
import { chunkProse } from './prose/chunk-prose';
import { type Format, formatsOf } from './prose/prose-formats';
import { RecordMaker } from './records/records';
import { Source } from './source-text';
import { ContextMaker } from './uses/context';
import { ModuleNames } from './uses/module-names';

/** The language of a file: the one asked for, or the one its name or text tells. Undefined: prose or plain text. */
export function languageOf(file: SourceFile): Language | undefined {
  const id = file.language ?? detectLanguage(file.path, file.text, file.languageHint);
  return id === undefined ? undefined : languageById(id);
}

/** What a file is. Neither language nor formats: plain text. */
interface Identified {
  readonly file: SourceFile;
  readonly language: Language | undefined;
  /** Of prose; the first that can read the file has it. */
  readonly formats: readonly Format[];
  /** By the model, which may be wrong: it is that language only if it parses. */
  readonly isGuess: boolean;
  readonly warnings: readonly string[];
}

/** Of guessed code: most of its characters that may not parse, from 0 to 1; docs/detection.md has the measurements. */
const mostBroken = 0.03;

/** Finds out what a file is; where nothing tells, the language model is asked. */
export async function identify(file: SourceFile, options: Partial<ChunkOptions> = {}): Promise<Identified> {
  const known = byItsSigns(file);
  const { path, text, languageHint } = file;
  const isSettled = known.language || known.formats.length > 0 || file.language !== undefined || isBlank(text);
  if (isSettled || options.strategy?.[0] === 'lines' || !mayBeGuessed(path, text, languageHint)) return known;
  try {
    const guess = await guessLanguage(text);
    return guess === undefined ? known : { ...byItsSigns({ ...file, language: guess }), isGuess: true };
  } catch (error) {
    const reason = errorMessage(error);
    return { ...known, warnings: [`the model that guesses languages could not be used: ${reason}`] };
  }
}

function byItsSigns(file: SourceFile): Identified {
  const language = languageOf(file);
  const formats = isBlank(file.text) ? [] : formatsOf(file, language !== undefined);
  return { file, language, formats, isGuess: false, warnings: [] };
}

/** The ids that the records of a file can have: only its reader or its parser tells for sure. */
export function possibleLanguages({ language, formats, isGuess }: Identified): string[] {
  return [
    ...formats.map(({ id }) => id),
    ...(language ? [language.id] : []),
    ...(language && isGuess ? (nearLanguages[language.id] ?? []) : []),
    ...(language && !isGuess ? [] : [plainText.id]),
  ];
}

/** @param parseMs milliseconds after which parsing fails with `ParseTimeout`. */
export async function chunkText(
  file: SourceFile,
  options: Partial<ChunkOptions> = {},
  parseMs?: number,
): Promise<ChunkedFile> {
  return chunkIdentified(await identify(file, options), options, parseMs);
}

export async function chunkIdentified(
  { file, language, formats, isGuess, warnings }: Identified,
  options: Partial<ChunkOptions>,
  parseMs?: number,
): Promise<ChunkedFile> {
  const all = { ...defaultOptions, ...options };
  if (all.strategy[0] === 'lines') return chunkLines(file, options, 'lines', language?.id);
  for (const format of formats) {
    const segmented = await format.read(file.text);
    if (segmented) return chunkProse(file, segmented, format.id, all, parseMs);
  }
  if (!language) return warned(chunkLines(file, options, 'lines'), warnings);
  // Megabytes of blank lines take long to parse, and nothing comes of it.
  if (isBlank(file.text)) return { path: file.path, language: language.id, chunks: [] };
  if (isGuess) return (await chunkGuessed(file, language, all, parseMs)) ?? chunkLines(file, options, 'lines');
  const source = new Source(file.text);
  const parsed = await Parsed.parse(language, file.text, parseMs, source.units);
  try {
    return await chunkParsed(file, source, parsed, all);
  } finally {
    parsed.delete();
  }
}

/** Undefined: it does not parse as the guessed language, nor as one that is taken for it. */
async function chunkGuessed(
  file: SourceFile,
  guess: Language,
  options: ChunkOptions,
  parseMs?: number,
): Promise<ChunkedFile | undefined> {
  const near = (nearLanguages[guess.id] ?? []).flatMap((id) => languageById(id) ?? []);
  const source = new Source(file.text);
  for (const language of [guess, ...near]) {
    let parsed: Parsed | undefined;
    try {
      parsed = await Parsed.parse(language, file.text, parseMs, source.units);
      if (parsed.brokenShare() <= mostBroken) return await chunkParsed(file, source, parsed, options);
    } catch (error) {
      // Such a grammar is not the one for this text.
      if (!(error instanceof ParseTimeout)) throw error;
      return undefined;
    } finally {
      parsed?.delete();
    }
  }
  return undefined;
}

/** Line windows: for text without a grammar, and for files whose grammar failed. */
export function chunkLines(
  file: SourceFile,
  options: Partial<ChunkOptions>,
  fallback: Fallback,
  language = plainText.id,
): ChunkedFile {
  const all = { ...defaultOptions, ...options };
  if (isBlank(file.text)) return { path: file.path, language, chunks: [], fallback };
  const source = new Source(file.text);
  const warnings: string[] = [];
  const counter = counterOrApproximate(all.counter, (warning) => warnings.push(warning));
  const counted = counter.document(file.text, source.units);
  const known = languageById(language) ?? plainText;
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
  const outline = new Outline({ ...known, structure: plainText.structure }, file.text);
  const context = new ContextMaker(file.path, source, outline, new ModuleNames(outline, []), [], counter, all);
  const setting: Setting = { language, outline, context };
  const atoms = counted.total <= all.maxTokens ? [whole] : lineAtoms(source, counted, whole, all.maxTokens);
  const records = new RecordMaker(file.path, source, counter, counted, all);
  return { path: file.path, language, chunks: records.make(atoms, () => setting), fallback, ...told(warnings) };
}

function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

async function chunkParsed(
  { text, path }: SourceFile,
  source: Source,
  parsed: Parsed,
  options: ChunkOptions,
): Promise<ChunkedFile> {
  const warnings: string[] = [];
  const warn = (warning: string): number => warnings.push(warning);
  const counter = counterOrApproximate(options.counter, warn);
  const counted = counter.document(text, source.units);
  const parts = new Parts(parsed, source);
  const maker = new AtomMaker(source, counted, options.maxTokens);
  // Not by `flatMap`, which takes several times as long.
  const atoms: Atom[] = [];
  for (const part of parts.all) {
    for (const atom of maker.make(part.outline, part.nodes, part.start, part.end)) atoms.push(atom);
  }
  const settingAt = parts.settings(path, counter, options);
  const input = { path, source, counter, counted, limit: options.maxTokens, options, atoms, warn };
  const chunks = await recordsBy(input, settingAt);
  return { path, language: parsed.language.id, chunks, ...told(warnings) };
}

function warned(file: ChunkedFile, warnings: readonly string[]): ChunkedFile {
  return { ...file, ...told([...warnings, ...(file.warnings ?? [])]) };
}

function told(warnings: readonly string[]): { readonly warnings?: readonly string[] } {
  return warnings.length > 0 ? { warnings } : {};
}
