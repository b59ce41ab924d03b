/** Why an index must be rebuilt, in words. */
import type { IndexSettings, Mismatch } from '../format/header';
import type { IndexReader } from './index-reader';

export interface RebuildReason {
  readonly reason: Mismatch;
  /** One sentence. */
  readonly message: string;
}

export function explainRebuild(index: IndexReader, settings: IndexSettings): RebuildReason | undefined {
  const reason = index.mismatch(settings);
  switch (reason) {
    case undefined:
      return undefined;
    case 'model':
      return {
        reason,
        message: `the index was made with the model ${index.contents.about?.model}; the model is now ${settings.model}, so the index is rebuilt`,
      };
    case 'dimensions':
      return {
        reason,
        message: `the index has vectors of ${index.header.dimensions} dimensions; they now have ${settings.dimensions}, so the index is rebuilt`,
      };
    case 'chunker':
      return { reason, message: 'files are chunked differently than when the index was made, so the index is rebuilt' };
    case 'version':
      return { reason, message: 'the index has another version of the format, so it is rebuilt' };
  }
}
