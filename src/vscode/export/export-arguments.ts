/** The settings of a folder, as arguments of the command line. */
import type { EmbeddingSettings } from '../../embedding/choose-embedder';
import type { FolderSetup } from '../../index-service/service-protocol';
import type { ExportWish } from './ask-export';

type CutSetup = Omit<FolderSetup, 'model' | 'root'>;

export function argumentsOf(
  { folder, format, context, parents, embeddings, target }: ExportWish,
  setup: CutSetup,
  model: EmbeddingSettings,
): string[] {
  return [
    ...['--out', target.fsPath, '--format', format],
    ...(context ? [] : ['--no-context']),
    ...(parents ? [] : ['--no-parents']),
    ...cutArguments(setup),
    ...(embeddings ? ['--embeddings', ...modelArguments(model)] : []),
    // Last, behind a mark: it may begin with a dash.
    ...['--', folder.fsPath],
  ];
}

/** How a folder is cut, and where its index is. */
export function cutArguments({ chunk, limits, include, exclude, indexFile }: CutSetup): string[] {
  const { maxTokens, parentTokens, counter, overlap, threshold, minSentences, maxSentences, textStrategy } = chunk;
  return [
    ...['--max-tokens', String(maxTokens), '--parent-tokens', String(parentTokens), '--context', chunk.context],
    ...['--counter', counter, '--threshold', decimal(threshold), '--max-bytes', String(limits.maxBytes)],
    ...['--min-sentences', String(minSentences), '--max-sentences', String(maxSentences)],
    ...['--overlap', decimal(overlap * 100)],
    ...(textStrategy.length > 0 ? ['--text-strategy', textStrategy.join(',')] : []),
    ...include.map((glob) => `--include=${glob}`),
    ...exclude.map((glob) => `--exclude=${glob}`),
    ...(indexFile === undefined ? [] : [`--index=${indexFile}`]),
  ];
}

/** Without an exponent, and not with sixteen digits as 0.07 × 100 has. */
function decimal(value: number): string {
  return value.toFixed(6);
}

export function modelArguments(settings: EmbeddingSettings): string[] {
  const { provider, dimensions, url, model, maxTokens, queryPrefix, passagePrefix } = settings;
  const given = (name: string, value: string | number | undefined): string[] =>
    value === undefined || value === '' ? [] : [`--${name}=${value}`];
  return [
    ...given('provider', provider),
    ...given('dimensions', dimensions),
    // The built-in model has none of these, and the command line says so.
    ...(provider === 'built-in' ? [] : [...given('endpoint', url), ...given('model', model)]),
    ...(provider === 'built-in' ? [] : given('embedding-tokens', maxTokens)),
    ...(queryPrefix === undefined ? [] : [`--query-prefix=${queryPrefix}`]),
    ...(passagePrefix === undefined ? [] : [`--passage-prefix=${passagePrefix}`]),
  ];
}
