/** What the user reads about a chunk: the same words in labels, hovers, the Chunks view and the status bar. */
import { env, l10n } from 'vscode';
import type { Chunk, ChunkKind, Fallback } from '../../chunking/chunk';
import type { Coverage } from '../../chunking/records/coverage';
import type { Skipped } from '../../workspace/skipped';

export function number(value: number): string {
  return value.toLocaleString(env.language);
}

/** The message of a problem, which goes on after a colon elsewhere, as a sentence of its own. */
export function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;
}

export function chunkCount(count: number): string {
  return count === 1 ? l10n.t('1 chunk') : l10n.t('{0} chunks', number(count));
}

export function fileCount(count: number): string {
  return count === 1 ? l10n.t('1 file') : l10n.t('{0} files', number(count));
}

export function tokenCount(count: number): string {
  return count === 1 ? l10n.t('1 token') : l10n.t('{0} tokens', number(count));
}

export function requestCount(count: number): string {
  return count === 1 ? l10n.t('1 request') : l10n.t('{0} requests', number(count));
}

function importCount(count: number): string {
  return count === 1 ? l10n.t('1 import') : l10n.t('{0} imports', number(count));
}

function globalCount(count: number): string {
  return count === 1 ? l10n.t('1 global') : l10n.t('{0} globals', number(count));
}

/** Rounded down: 100 % is said only of all. */
export function coverage({ covered, lines }: Coverage): string {
  const percent = lines === 0 ? 100 : Math.floor((covered / lines) * 1000) / 10;
  return l10n.t('{0} % covered', percent.toLocaleString(env.language));
}

/** The name with its scope, or the kind alone where there is no name. */
export function title(chunk: Chunk): string {
  const name = [...chunk.scope, chunk.name].filter((part) => part !== '').join('.');
  return name === '' ? kindName(chunk.kind) : `${kindName(chunk.kind)} ${name}`;
}

export function carried(chunk: Chunk): string {
  const imports = new Set(chunk.imports.map(({ name }) => name)).size;
  return [
    ...(imports > 0 ? [importCount(imports)] : []),
    ...(chunk.globals.length > 0 ? [globalCount(chunk.globals.length)] : []),
    ...(chunk.omitted.length > 0 ? [l10n.t('{0} omitted', number(chunk.omitted.length))] : []),
  ].join(', ');
}

/** `method parse · 212 tokens · 3 imports, 1 global` */
export function label(chunk: Chunk): string {
  const short =
    chunk.name === '' || chunk.name === chunk.kind ? kindName(chunk.kind) : `${kindName(chunk.kind)} ${chunk.name}`;
  const parts = [short, tokenCount(chunk.tokens.text), carried(chunk)];
  if (chunk.fallback) parts.push(fallbackName(chunk.fallback));
  return parts.filter((part) => part !== '').join(' · ');
}

export function lines({ startLine, endLine }: Chunk): string {
  return startLine === endLine ? l10n.t('line {0}', startLine) : l10n.t('lines {0}–{1}', startLine, endLine);
}

export function fallbackName(fallback: Fallback): string {
  switch (fallback) {
    case 'lines':
      return l10n.t('cut by lines');
    case 'syntax-error':
      return l10n.t('syntax error');
    case 'grammar-failed':
      return l10n.t('the parser failed: cut by lines');
    case 'grammar-timeout':
      return l10n.t('the parser took too long: cut by lines');
    case 'grammar-crashed':
      return l10n.t('the parser crashed: cut by lines');
  }
}

export function skipReason({ reason, message }: Skipped): string {
  switch (reason) {
    case 'minified':
      return l10n.t('This file looks minified, so it is not cut.');
    case 'too-large':
      return l10n.t('This file is larger than the limit, so it is not cut.');
    case 'binary':
      return l10n.t('This file is not text.');
    case 'failed':
      return l10n.t('The parse worker could not chunk this file. The log has details.');
    default:
      return l10n.t('This file cannot be cut: {0}.', message);
  }
}

export function kindName(kind: ChunkKind): string {
  return kindNames()[kind];
}

/** Of a kind as an index tells it, which may be of another version. */
export function kindNameOf(kind: string): string {
  return new Map(Object.entries(kindNames())).get(kind) ?? kind;
}

let names: Record<ChunkKind, string> | undefined;

function kindNames(): Record<ChunkKind, string> {
  names ??= {
    function: l10n.t('function'),
    method: l10n.t('method'),
    constructor: l10n.t('constructor'),
    class: l10n.t('class'),
    struct: l10n.t('struct'),
    interface: l10n.t('interface'),
    trait: l10n.t('trait'),
    protocol: l10n.t('protocol'),
    impl: l10n.t('impl'),
    extension: l10n.t('extension'),
    enum: l10n.t('enum'),
    type: l10n.t('type'),
    module: l10n.t('module'),
    namespace: l10n.t('namespace'),
    object: l10n.t('object'),
    constant: l10n.t('constant'),
    variable: l10n.t('variable'),
    field: l10n.t('field'),
    property: l10n.t('property'),
    macro: l10n.t('macro'),
    test: l10n.t('test'),
    event: l10n.t('event'),
    block: l10n.t('block'),
    rule: l10n.t('rule'),
    key: l10n.t('key'),
    element: l10n.t('element'),
    resource: l10n.t('resource'),
    target: l10n.t('target'),
    statement: l10n.t('statement'),
    message: l10n.t('message'),
    service: l10n.t('service'),
    query: l10n.t('query'),
    table: l10n.t('table'),
    section: l10n.t('section'),
    paragraph: l10n.t('paragraph'),
    list: l10n.t('list'),
    quote: l10n.t('quote'),
    'code-block': l10n.t('code block'),
    formula: l10n.t('formula'),
    markup: l10n.t('markup'),
    metadata: l10n.t('metadata'),
    definition: l10n.t('definition'),
    cell: l10n.t('cell'),
    turn: l10n.t('turn'),
    imports: l10n.t('imports'),
    statements: l10n.t('statements'),
    comment: l10n.t('comment'),
    lines: l10n.t('lines'),
  };
  return names;
}
