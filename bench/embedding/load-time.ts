/** CPU time to load the built-in model in a fresh process, from one bundled file as in the product. */
import { bundleStep, runStepFile } from '../step-process';

const runs = 7;

export interface LoadTime {
  /** Milliseconds of CPU time, medians of several processes. */
  readonly load: number;
  readonly first: number;
}

/** @param model the folder of the model; by default the shipped one. */
export async function loadTime(model?: string): Promise<LoadTime> {
  const bundle = bundleStep('embedding', 'load-process');
  const args = model === undefined ? [] : [model];
  const times = Array.from({ length: runs }, () => runStepFile<LoadTime>(bundle, args));
  return { load: median(times.map(({ load }) => load)), first: median(times.map(({ first }) => first)) };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
