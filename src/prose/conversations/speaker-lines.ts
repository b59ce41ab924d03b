/** Finds the lines of a text that name a speaker, in every common notation. */

/** The notation of a speaker line; all lines of one transcript use the same. */
export type SpeakerLineShape =
  /** `Anna: Hello`, `User:` */
  | 'plain'
  /** `**Anna:** Hello`, `**Human**: Hello` */
  | 'bold'
  /** `### User`, `## ChatGPT said:`, and what is used as a heading: `**User**`, `_**Assistant**_` */
  | 'heading'
  /** `[10:32] Anna: Hello`, `2024-05-01 10:32 - Anna: Hello`, `[10:32] <anna> Hello` */
  | 'time first'
  /** `Anna (10:32): Hello`, `Anna [10:32]` */
  | 'time last';

export interface SpeakerLine {
  readonly shape: SpeakerLineShape;
  readonly name: string;
  /** ISO 8601; `T10:32:00` if there is no date. */
  readonly time: string | undefined;
  readonly start: number;
  /** After the name. */
  readonly contentStart: number;
}

const name = String.raw`[\p{L}@][\p{L}\p{M}\p{N}.'’_-]*(?: [\p{L}\p{N}(][\p{L}\p{M}\p{N}.'’_)-]*){0,3}`;
const date = String.raw`(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4})`;
const clock = String.raw`\d{1,2}:\d\d(?::\d\d)?(?:[ \u00a0\u202f]?[AaPp]\.?[Mm]\.?)?`;
const time = `(?:${date}(?:, ?| |T))?${clock}`;
const colon = '[:：]';

/** Built on first use: search imports this module, and compiling the expressions takes longer than its first answer. */
const makeShapes = (): readonly (readonly [SpeakerLineShape, RegExp])[] => [
  [
    'time first',
    new RegExp(
      String.raw`(?:\[(?<time>${time})\]|(?<bare>${time})(?: -)?)[ \t]+(?:<[@+ ]?(?<nick>[^\s<>]{1,30})>|(?<name>${name})[ \t]*${colon})[ \t]*`,
      'uy',
    ),
  ],
  [
    'time last',
    new RegExp(
      String.raw`(?:\*\*)?(?<name>${name})(?:\*\*)?[ \t]+[[(](?<time>${time})[\])](?:\*\*)?[ \t]*(?:${colon}(?:\*\*)?[ \t]*|(?=[\n\r]|$))`,
      'uy',
    ),
  ],
  [
    'bold',
    new RegExp(String.raw`(?<marks>\*\*|__)(?<name>${name})(?:${colon}\k<marks>|\k<marks> ?${colon})[ \t]*`, 'uy'),
  ],
  [
    'heading',
    new RegExp(
      String.raw`#{1,6}[ \t]+(?:\p{Emoji_Presentation}\ufe0f? )?(?:\*\*)?(?<name>${name}?)(?: said)?${colon}?(?:\*\*)?[ \t]*(?:[[(](?<time>${time})[\])])?[ \t]*(?=[\n\r]|$)`,
      'uy',
    ),
  ],
  [
    'heading',
    new RegExp(
      String.raw`(?<em>_?)\*\*(?<name>${name}?)(?: [[(](?:(?<time>${time})|[^\n)\]]*)[\])])?\*\*\k<em>[ \t]*(?=[\n\r]|$)`,
      'uy',
    ),
  ],
  ['plain', new RegExp(String.raw`(?<name>${name})[ \t]?${colon}(?=[\s\p{Lo}]|$)[ \t]*`, 'uy')],
];

let shapes: ReturnType<typeof makeShapes> | undefined;

const fence = /[ \t]{0,3}(`{3,}|~{3,})([^\n]*)/y;

/** The speaker lines outside fenced code. */
export function speakerLines(text: string): SpeakerLine[] {
  const found: SpeakerLine[] = [];
  let open: { readonly marks: string; readonly found: number; readonly at: number } | undefined;
  let ignoresFences = false;
  for (let start = text.charCodeAt(0) === 0xfeff ? 1 : 0; ; ) {
    fence.lastIndex = start;
    const [, marks, info = ''] = (!ignoresFences && fence.exec(text)) || [];
    if (marks) {
      if (!open) open = { marks, found: found.length, at: start };
      else if (marks.startsWith(open.marks) && info.trim() === '') open = undefined;
    } else if (!open) {
      const line = speakerLine(text, start);
      if (line) found.push(line);
    }
    start = text.indexOf('\n', start) + 1;
    if (start > 0 && start < text.length) continue;
    if (!open) return found;
    // A fence that is never closed hides nothing.
    ignoresFences = true;
    start = open.at;
    found.length = open.found;
    open = undefined;
  }
}

function speakerLine(text: string, start: number): SpeakerLine | undefined {
  shapes ??= makeShapes();
  for (const [shape, pattern] of shapes) {
    pattern.lastIndex = start;
    const groups = pattern.exec(text)?.groups;
    if (!groups) continue;
    const speaker = groups.name ?? groups.nick ?? '';
    const when = groups.time ?? groups.bare;
    // If nothing follows on this line, the content starts on the next one.
    const after = pattern.lastIndex;
    const lineBreak = /\r?\n/y;
    lineBreak.lastIndex = after;
    const contentStart = lineBreak.test(text) ? lineBreak.lastIndex : after;
    return { shape, name: speaker.trim(), time: when && isoOf(when), start, contentStart };
  }
  return undefined;
}

/** Dates with slashes are ignored: the day may come first or second. */
function isoOf(when: string): string | undefined {
  const [, hour = '', minute = '', second = '00', half] = /(\d{1,2}):(\d\d)(?::(\d\d))?\s*([AaPp])?/.exec(when) ?? [];
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const [, day = '', month = '', year = ''] = /(\d{1,2})\.(\d{1,2})\.(\d{2,4})/.exec(when) ?? [];
  const iso =
    /\d{4}-\d\d-\d\d/.exec(when)?.[0] ?? (day && `${year.padStart(4, '20')}-${twoDigits(month)}-${twoDigits(day)}`);
  const clockTime = `T${twoDigits(String(hours))}:${minute}:${second}`;
  return iso && !Number.isNaN(Date.parse(`${iso}${clockTime}Z`)) ? `${iso}${clockTime}` : clockTime;
}

function twoDigits(digits: string): string {
  return digits.padStart(2, '0');
}
