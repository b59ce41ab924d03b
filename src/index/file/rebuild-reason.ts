/** Why an index has to be built anew, for people. */
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
        message: `the index was made with the model ${index.contents.about?.model}, now it is ${settings.model}: it is built anew`,
      };
    case 'dimensions':
      return {
        reason,
        message: `the index has vectors of ${index.header.dimensions} dimensions, now they have ${settings.dimensions}: it is built anew`,
      };
    case 'chunker':
      return { reason, message: 'files are chunked in another way than when the index was made: it is built anew' };
    case 'version':
      return { reason, message: 'the index was written in another version of its format: it is built anew' };
  }
}
