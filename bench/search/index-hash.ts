/**
 * What decides the content of an index: the version of the format, the version of the chunker, the model and the grammars. Not the
 * source itself: most changes of it store the same, and 240 indexes take half an hour to make. A change that stores something else
 * increases `chunkerVersion` (src/index/index-settings.ts) or the version of the format anyway, because users have indexes too.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describeBuiltIn } from '../../src/embedding/built-in/built-in-embedder';
import { encodeHeader } from '../../src/index/format/header';
import { indexSettings } from '../../src/index/index-settings';
import { defaultChunkOptions } from '../../src/options/chunk-options';
import { productFile } from '../../src/shared/product';
import { defaultLimits } from '../../src/workspace/read-file';

export async function indexHash(): Promise<string> {
  const settings = indexSettings(await describeBuiltIn(), defaultChunkOptions, defaultLimits);
  // Without the options: those of the benchmark are the defaults.
  const [chunker = ''] = settings.chunker.split(' ');
  return createHash('sha256')
    .update(encodeHeader({ ...settings, chunker }, { count: 0, random: 0 }, 0))
    .update(readFileSync(productFile('grammars', 'manifest.json')))
    .digest('hex')
    .slice(0, 12);
}
