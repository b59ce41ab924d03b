/**
 * Whether a prompt to an agent is a task that code of the repository could help with. Most prompts are not: answers to a question of
 * the agent, commands, notifications that an agent sends to itself, logs without a word about them. They get no pack.
 */
import { plainPlace } from './code-blocks';
import type { Pack, PackSource } from './pack/pack';
import { packFor } from './pack/pack-for';
import type { CountTokens } from './pack-hits';

/** Fewer words than this say too little to search for. */
const minWords = 4;
/** A short prompt that begins like an answer is one. */
const maxAnswerWords = 12;
/** Longer prompts are searched by their beginning. */
const maxLength = 20_000;

const slashCommand = /^[/!]\S/;
/** Agents hand messages about background work to themselves in tags. */
const taggedMessage = /^<[a-z][\w-]*>/i;
const answerStart =
  /^(?:y|yes|yeah|yep|no|nope|ok|okay|sure|thanks|thank you|thx|continue|go on|go ahead|proceed|carry on|keep going|looks good|sounds good|lgtm|perfect|great|good|nice|done|next|stop|wait|never ?mind|retry|try again|commit|push|merge|undo|revert|ja|nein|weiter|danke|gut|passt|mach weiter)\b/i;
const fence = /^(?:```|~~~)[\s\S]*?(?:^(?:```|~~~)\s*$|$(?![\s\S]))/gm;
/** Lines that begin with a date, a time, a level or a prompt of a shell, and frames of a stack. */
const logLine =
  /^\s*(?:\[?\d{4}-\d\d-\d\d[T ]|\[?\d\d:\d\d:\d\d|(?:\[|<)?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\b|npm (?:ERR!|warn|error)|[$>%] |at .+[:(]\d+|File ".+", line \d+|#\d+ 0x|\d+: +0x|goroutine \d+)/;
const word = /\p{L}[\p{L}\p{N}_]+/gu;
/** Scripts that are written without spaces: about two characters are a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** The text to search for; undefined if the prompt is no task. */
export function taskIn(prompt: string): string | undefined {
  const text = prompt.trim().slice(0, maxLength);
  if (slashCommand.test(text) || taggedMessage.test(text)) return undefined;
  const said = text
    .replaceAll(fence, '')
    .split('\n')
    .filter((line) => !logLine.test(line))
    .join('\n');
  const words = wordsIn(said);
  if (words < minWords || (words < maxAnswerWords && answerStart.test(text))) return undefined;
  return text;
}

function wordsIn(text: string): number {
  const characters = text.match(unspaced)?.length ?? 0;
  return (text.replaceAll(unspaced, ' ').match(word)?.length ?? 0) + Math.floor(characters / 2);
}

/** Max tokens of what a prompt hook adds to a task. */
export const contextTokens = 1500;

// What a prompt hook adds to a task: a small pack, and only if the search is sure that the folder can answer.

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
