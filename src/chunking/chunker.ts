/**
 * Text in, chunk records out: find out what the text is, read it (code with its grammar, prose with the reader of its format),
 * cut it into atoms, group atoms into searched chunks and these into parents, attach to each what it uses. The searched chunks of
 * a file, joined in order, are the file.
 */
import { detectLanguage } from '../languages/detect';
import type { Language } from '../languages/language';
import { languageById } from '../languages/registry';
import { counterOrApproximate } from '../tokens/counter';
import type { Atom } from './atom';
import { AtomMaker } from './atoms';
import { type ChunkedFile, type ChunkOptions, defaultOptions, type Fallback, type SourceFile } from './chunk';
import { ContextMaker } from './context';
import { lineAtoms } from './line-atoms';
import { ModuleNames } from './module-names';
import { Outline } from './outline';
import { Parsed } from './parsed';
import { Parts, type Setting } from './parts';
import { plainText } from './plain-text';
import { chunkProse } from './prose/chunk-prose';
import { formatsOf } from './prose/formats';
import { RecordMaker } from './records';
import { recordsBy } from './regroup';
import { Source } from './source';

/** The language of a file: the one asked for, or the one its name or text tells. Undefined: prose or plain text. */
export function languageOf(file: SourceFile): Language | undefined {
  const id = file.language ?? detectLanguage(file.path, file.text, file.languageHint);
  return id === undefined ? undefined : languageById(id);
}

/** @param parseMs milliseconds after which parsing fails with `ParseTimeout`. */
export async function chunkText(
  file: SourceFile,
  options: Partial<ChunkOptions> = {},
  parseMs?: number,
): Promise<ChunkedFile> {
  const all = { ...defaultOptions, ...options };
  if (all.strategy[0] === 'lines') return chunkLines(file, options, 'lines', languageOf(file)?.id);
  const language = languageOf(file);
  for (const format of isBlank(file.text) ? [] : formatsOf(file, language !== undefined)) {
    const segmented = await format.read(file.text);
    if (segmented) return chunkProse(file, segmented, format.id, all, parseMs);
  }
  if (!language) return chunkLines(file, options, 'lines');
  // Megabytes of blank lines take long to parse, and nothing comes of it.
  if (isBlank(file.text)) return { path: file.path, language: language.id, chunks: [] };
  const parsed = await Parsed.parse(language, file.text, parseMs);
  try {
    return chunkParsed(file, parsed, all);
  } finally {
    parsed.delete();
  }
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

export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

function chunkParsed(file: SourceFile, parsed: Parsed, options: ChunkOptions): ChunkedFile {
  const { text, path } = file;
  const source = new Source(text);
  const warnings: string[] = [];
  const counter = counterOrApproximate(options.counter, (warning) => warnings.push(warning));
  const counted = counter.document(text, source.units);
  const parts = new Parts(parsed, source);
  const maker = new AtomMaker(source, counted, options.maxTokens);
  const atoms = parts.all.flatMap((part) => maker.make(part.outline, part.nodes, part.start, part.end));
  const settingAt = parts.settings(path, counter, options);
  const input = { path, source, counter, counted, limit: options.maxTokens, options, atoms };
  return { path, language: parsed.language.id, chunks: recordsBy(input, settingAt), ...told(warnings) };
}

function told(warnings: readonly string[]): { readonly warnings?: readonly string[] } {
  return warnings.length > 0 ? { warnings } : {};
}
