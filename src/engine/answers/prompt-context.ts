/** What a prompt hook adds to a task: a small pack, and only if the search is sure that the folder can answer. */

import { plainPlace } from './code-blocks';
import type { Pack, PackSource } from './pack/pack';
import { packFor } from './pack/pack-for';
import type { CountTokens } from './pack-hits';
import { contextTokens } from './task-prompt';

const introduction =
  'Codegrain searched this repository for the prompt and found the code below. It may be what to open first; ignore it if it does not fit.';

/** @returns undefined if nothing should be added. */
export async function promptContext(source: PackSource, task: string, count: CountTokens): Promise<Pack | undefined> {
  const pack = await packFor(source, task, {
    budget: contextTokens - (await count(`${introduction}\n\n`)),
    count,
    place: plainPlace,
    readMore: 'the tool get_chunk with path and line, or the file itself,',
    plain: true,
  });
  if (pack.confidence !== 'strong' || pack.places.length === 0) return undefined;
  return { ...pack, text: `${introduction}\n\n${pack.text}` };
}
