/** The contextual step for any chunks: a model of the caller writes a note about each, as `codegrain enrich` does for an index. */
import type { Chunk } from '../../code/chunk';
import { withNote } from '../../code/records/embedded-text';
import { enrichOptions } from '../../options/enrich-options';
import { isAllowedValue, ruleOf } from '../../options/option';
import type { ChatModel } from '../../wings/models/chat-model';
import { ModelAsker, TokenBudget } from '../../wings/models/model-asker';
import { NoteMaker } from '../../wings/models/note-maker';
import { defaultNoteSettings, type NoteSettings } from '../../wings/models/note-prompt';
import { runPieces } from '../../wings/models/piece-runner';
import type { ChunkedText } from './chunked-text';
import { CodegrainError, libraryError } from './library-error';

/** Options of `enrich`. */
export interface EnrichOptions {
  /** Asks a model: the prompt in, its answer out. If it throws, the chunk has no note, and the others go on. */
  readonly ask: (prompt: string, options: { readonly signal: AbortSignal }) => Promise<string>;
  /** The prompt, with the placeholders `{document}`, `{chunk}` and `{path}`. Default: that of the command line. */
  readonly template?: string | undefined;
  /** Put before each note. Default `[Context] `. */
  readonly prefix?: string | undefined;
  /** Max characters of the document in a prompt, taken around the chunk. Default 50,000. */
  readonly documentLimit?: number | undefined;
  /** Also ask for search keywords, and for questions that the chunk answers. Default false. */
  readonly keywords?: boolean | undefined;
  readonly questions?: boolean | undefined;
  /** Requests at the same time. Default 1. */
  readonly parallel?: number | undefined;
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
}

/** Chunks with notes, and those that have none. */
export interface EnrichedText extends ChunkedText {
  readonly failed: readonly { readonly startLine: number; readonly error: string }[];
}

/**
 * Writes a note about every searched chunk, whatever strategy made it. `note`, a blank line, `context` and `text` are what to embed.
 * @throws CodegrainError
 */
export async function enrich(chunked: ChunkedText, options: EnrichOptions): Promise<EnrichedText> {
  const { ask, parallel = enrichOptions.parallel.default, signal = new AbortController().signal } = options;
  if (typeof ask !== 'function') throw new CodegrainError('invalid-argument', 'ask must be a function');
  const settings = settingsOf(options);
  const model: ChatModel = {
    id: 'given',
    place: 'the caller',
    limits: { window: Number.POSITIVE_INFINITY, output: Number.POSITIVE_INFINITY },
    count: () => 0,
    async ask(messages, { signal }) {
      const text = await ask(messages.map(({ content }) => content).join('\n\n'), { signal });
      return { text: String(text), usage: { input: 0, output: 0 } };
    },
  };
  const notes = new Map<string, string>();
  const failed: { startLine: number; error: string }[] = [];
  const maker = new NoteMaker(sourceOf(chunked), model, settings, { outcome: () => undefined }, false);
  const writer = {
    async append({ chunk, note }: { readonly chunk: string; readonly note?: string }): Promise<void> {
      if (note !== undefined) notes.set(chunk, note);
    },
  };
  const work = maker.work(new ModelAsker(model, new TokenBudget()), writer, ({ startLine }, outcome) => {
    if (outcome.is === 'failed') failed.push({ startLine, error: outcome.error });
  });
  try {
    await runPieces(maker.pieces(signal), work, { parallel, onError: 'continue-on-error', signal });
    signal.throwIfAborted();
  } catch (error) {
    throw libraryError(error, options.signal);
  }
  const noted = (chunk: Chunk): Chunk => {
    const note = chunk.role === 'parent' ? undefined : notes.get(chunk.plainHash ?? chunk.hash);
    return note === undefined ? chunk : withNote(chunk, note);
  };
  return { ...chunked, chunks: chunked.chunks.map(noted), failed };
}

function sourceOf({ path, language, chunks }: ChunkedText): ConstructorParameters<typeof NoteMaker>[0] {
  const coverage = { lines: 0, covered: 0 };
  return {
    files: [{ path }],
    chunk: async () => ({ is: 'chunked', file: { path, language, chunks }, bytes: 0, coverage }),
  };
}

/** @throws CodegrainError */
function settingsOf({ template, prefix, documentLimit, keywords, questions }: EnrichOptions): NoteSettings {
  const chosen = Object.entries({ template, prefix, documentLimit, keywords, questions });
  const given = Object.fromEntries(chosen.filter(([, value]) => value !== undefined));
  for (const [name, value] of Object.entries(given)) {
    const option = enrichOptions[name as keyof NoteSettings];
    if (!isAllowedValue(option, value))
      throw new CodegrainError('invalid-argument', `${name} must be ${ruleOf(option)}`);
  }
  const settings = { ...defaultNoteSettings, ...given };
  if (!settings.template.includes('{chunk}'))
    throw new CodegrainError('invalid-argument', 'the template has no {chunk}');
  return settings;
}
