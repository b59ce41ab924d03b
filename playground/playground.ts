/** The playground: a page that chunks what is pasted, while it is edited. All work is done in a web worker of the library. */
import type { Chunk, Fallback } from '../src/code/chunk';
import { ChunkCards } from './chunk-cards';
import { option, part, several } from './page-parts';
import { playgroundSamples } from './playground-samples';
import { TextPane } from './text-pane';

/** The library as the playground sees it: the same file that `import … from 'codegrain/web'` gives, loaded at run time. */
interface PlaygroundResult {
  readonly language: string;
  readonly chunks: readonly Chunk[];
  readonly fallback?: Fallback;
  readonly warnings: readonly string[];
}

interface PlaygroundOptions {
  readonly path: string;
  readonly language?: string;
  readonly maxTokens: number;
  readonly strategy?: readonly string[];
  readonly context: string;
  readonly counter: string;
  readonly signal: AbortSignal;
}

interface PlaygroundLibrary {
  readonly languages: readonly { readonly id: string; readonly name: string }[];
  openWorker(): { chunk(text: string, options: PlaygroundOptions): Promise<PlaygroundResult> };
}

/** Next to the page. Not a literal, or the bundler would look for it. */
const script: string = './dist/web/web.js';

function loadLibrary(): Promise<PlaygroundLibrary> {
  return import(script);
}

/** What the playground says about texts that it cannot chunk, or not well. */
const emptyMessage = 'Paste code or text to see its chunks.';

/** In UTF-16 units. A text area of this size is still usable. */
const maxLength = 2_000_000;

function largeMessage(length: number): string | undefined {
  if (length <= maxLength) return undefined;
  return `This text has ${(length / 1e6).toFixed(1)} million characters. The playground takes ${maxLength / 1e6} million; the command line takes more.`;
}

const fallbacks = {
  lines: 'There is no grammar for this text: it is cut by lines.',
  'syntax-error': 'Much of this text is not valid in this language: it is cut by lines.',
  'grammar-failed': 'The parser failed on this text: it is cut by lines.',
  'grammar-timeout': 'The parser took too long on this text: it is cut by lines.',
  'grammar-crashed': 'The parser crashed on this text: it is cut by lines.',
} as const;

/** Empty if there is none. */
function problemIn({ fallback, warnings }: PlaygroundResult, text: string): string {
  return [
    ...(fallback ? [fallbacks[fallback]] : []),
    ...(text.includes('\0') ? ['This text has NUL characters: it may be a binary file.'] : []),
    ...warnings,
  ].join(' ');
}

/** After the last key. */
const pauseMs = 200;

const fields = {
  path: part('path', HTMLInputElement),
  language: part('language', HTMLSelectElement),
  maxTokens: part('max-tokens', HTMLInputElement),
  strategy: part('strategy', HTMLSelectElement),
  context: part('context', HTMLSelectElement),
  counter: part('counter', HTMLSelectElement),
};
const sample = part('sample', HTMLSelectElement);
const theme = part('theme', HTMLSelectElement);
const copy = part('copy', HTMLButtonElement);
const status = part('status', HTMLParagraphElement);
const problem = part('problem', HTMLParagraphElement);
const pane = new TextPane((length) => {
  const message = largeMessage(length);
  if (message === undefined) return false;
  refused = message;
  say('');
  return true;
});
const cards = new ChunkCards((index) => choose(index));

let searched: readonly Chunk[] = [];
let result: PlaygroundResult | undefined;
let running: AbortController | undefined;
let timer: number | undefined;
/** Why a text was not taken; shown until the next edit. */
let refused = '';

const { languages, openWorker } = await loadLibrary();
const worker = openWorker();

function choose(index: number): void {
  const chunk = searched[index];
  if (!chunk) return;
  pane.show(chunk);
  pane.mark(index);
  cards.mark(index, false);
}

function say(message: string, trouble = ''): void {
  status.textContent = message;
  problem.textContent = refused || trouble;
  problem.hidden = problem.textContent === '';
}

function show(found: PlaygroundResult | undefined, maxTokens: number): void {
  result = found;
  const chunks = found?.chunks ?? [];
  const parents = chunks.filter(({ role }) => role === 'parent');
  searched = chunks.filter(({ role }) => role !== 'parent');
  pane.draw(searched, parents);
  cards.draw(searched, parents, maxTokens);
  copy.disabled = chunks.length === 0;
}

async function chunkText(): Promise<void> {
  running?.abort();
  const own = new AbortController();
  running = own;
  const text = pane.area.value;
  const { path, language, maxTokens, strategy, context, counter } = fields;
  const limit = maxTokens.valueAsNumber;
  const refusal = text.trim() === '' ? emptyMessage : largeMessage(text.length);
  if (refusal !== undefined) {
    show(undefined, 1);
    say(refusal);
    return;
  }
  const start = performance.now();
  try {
    const found = await worker.chunk(text, {
      path: path.value || '-',
      ...(language.value !== '' && { language: language.value }),
      maxTokens: limit,
      ...(strategy.value !== '' && { strategy: [strategy.value] }),
      context: context.value,
      counter: counter.value,
      signal: own.signal,
    });
    const ms = Math.round(performance.now() - start);
    show(found, limit);
    say(summary(found, language.value === '', ms), problemIn(found, text));
  } catch (error) {
    if (own.signal.aborted) return;
    show(undefined, 1);
    say('', error instanceof Error ? error.message : String(error));
  }
}

/** Languages whose grammars were fetched. */
const seen = new Set<string>();

function summary({ language }: PlaygroundResult, isDetected: boolean, ms: number): string {
  const isFirst = !seen.has(language);
  seen.add(language);
  const tokens = searched.reduce((sum, chunk) => sum + chunk.tokens.text, 0);
  const name = languages.find(({ id }) => id === language)?.name ?? language;
  return [
    several(searched.length, 'chunk'),
    several(tokens, 'token'),
    `${name}${isDetected ? ' (detected)' : ''}`,
    `${isFirst ? 'loaded and cut' : 'cut'} in ${ms.toLocaleString('en')} ms`,
  ].join(' · ');
}

function soon(): void {
  refused = '';
  clearTimeout(timer);
  timer = window.setTimeout(chunkText, pauseMs);
}

async function openSample(): Promise<void> {
  const chosen = playgroundSamples.find(({ path }) => path === sample.value);
  if (!chosen) return;
  const response = await fetch(`samples/${chosen.path}`);
  pane.area.value = await response.text();
  pane.area.scrollTop = 0;
  fields.path.value = chosen.path.slice(chosen.path.indexOf('/') + 1);
  fields.language.value = '';
  await chunkText();
}

fields.language.append(option('', 'Detect'), ...languages.map(({ id, name }) => option(id, name)));
sample.append(...playgroundSamples.map(({ path, name }) => option(path, name)), option('', 'Your text'));
for (const field of Object.values(fields)) field.addEventListener('input', soon);
part('options', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());
pane.area.addEventListener('input', () => {
  sample.value = '';
  soon();
});
for (const event of ['keyup', 'click'])
  pane.area.addEventListener(event, () => {
    const index = pane.indexAtCaret();
    pane.mark(index);
    cards.mark(index, true);
  });
sample.addEventListener('input', openSample);
theme.addEventListener('input', () => {
  document.documentElement.style.colorScheme = theme.value;
});
copy.addEventListener('click', async () => {
  if (!result) return;
  try {
    await navigator.clipboard.writeText(JSON.stringify(result.chunks, null, 2));
    status.textContent = `Copied ${several(result.chunks.length, 'record')}, parents included.`;
  } catch {
    say('', 'The browser did not allow copying.');
  }
});
await openSample();
