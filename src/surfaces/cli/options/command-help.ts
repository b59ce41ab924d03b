/** What commands have in common: their flags are read by tables, and `--help` is made from the same tables. */
import { inUnit, type Option, type OptionTable } from '../../../options/option';
import { printLine } from '../../../shared/print';
import { type FlagGroups, type FlagValues, readFlags } from './flags';

export interface CommandAbout {
  /** What the command line looks like, such as `chunk PATH… [options]`. */
  readonly usage: string;
  /** What the command does, in sentences. */
  readonly about: string;
  readonly flags: FlagGroups;
  /** What else to know, below the options. */
  readonly notes?: string;
  /** What 0, 1 and 2 mean. */
  readonly exit: string;
}

/** Takes the arguments after the command's name, and returns the exit status. */
export type RunCommand = (args: readonly string[]) => Promise<number>;

/** A command that reads its flags, and prints its help instead of running if it is asked for. */
export function command<const About extends CommandAbout>(
  about: About,
  run: (flags: FlagValues<About['flags']>) => Promise<number>,
): RunCommand {
  return async (args) => {
    const flags = readFlags<About['flags']>(args, about.flags);
    if (!flags.wantsHelp) return run(flags);
    printLine(helpText(about));
    return 0;
  };
}

/** Ends when the process is told to: other commands exit at once, a server first finishes what is running. */
export function untilSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.removeAllListeners(signal);
    process.once(signal, () => stop.abort());
  }
  return stop.signal;
}

/** Said instead of a default. */
const required = 'required';

/** Columns of a terminal that the help fits. */
const width = 110;
const indent = 2;

/** Titles of the groups that several commands share; a command's own group has none. */
const groupTitles: Readonly<Record<string, string>> = {
  own: 'Options',
  chunk: 'Chunks',
  files: 'Files',
  ranking: 'Ranking',
  embedding: 'Embedding model',
  chat: 'Language model',
  database: 'Database',
};

export function helpText({ usage, about, flags, notes, exit }: CommandAbout): string {
  const groups = Object.entries(flags).map(([name, table]) => `${groupTitles[name] ?? name}:\n${flagLines(table)}`);
  const parts = [`Usage: codegrain ${usage}`, wrap(about, 0), ...groups, ...(notes ? [wrap(notes, 0)] : [])];
  return [...parts, wrap(`Exit status: ${exit}`, 0)].join('\n\n');
}

function flagLines(table: OptionTable): string {
  const flags = Object.values(table).filter(({ flag }) => flag !== undefined);
  const column = Math.min(30, Math.max(...flags.map((option) => flagText(option).length)) + indent + 2);
  return flags
    .map((option) => {
      const left = `${' '.repeat(indent)}${flagText(option)}`;
      const text = wrap(`${option.help ?? plain(option.description)}${defaultText(option)}`, column);
      // A flag that does not fit its column has its text on the next line.
      return left.length < column - 1 ? left.padEnd(column) + text.trimStart() : `${left}\n${text}`;
    })
    .join('\n');
}

export function flagText({ flag }: Option): string {
  const short = flag?.short === undefined ? '' : `-${flag.short}, `;
  return `${short}--${flag?.name}${flag?.value === undefined ? '' : ` ${flag.value}`}`;
}

/** The default as users would write it; undefined where there is none worth telling. */
export function flagDefault(option: Option): string | undefined {
  const { flag } = option;
  if (flag?.defaultText !== undefined) return flag.defaultText;
  switch (option.kind) {
    case 'integer':
    case 'number':
      return option.default === undefined ? undefined : String(inUnit(option.default, flag?.unit));
    case 'choice':
      return option.default;
    case 'text':
      return option.default === '' || option.default === undefined ? undefined : `"${option.default}"`;
    default:
      return undefined;
  }
}

function defaultText(option: Option): string {
  const text = flagDefault(option);
  if (text === undefined) return '';
  return text === required ? ` (${required})` : ` (default: ${text})`;
}

/** Descriptions are Markdown and sentences; help is neither. */
function plain(description: string): string {
  return description.replace(/`#?(.+?)#?`|\*\*?(.+?)\*\*?/g, '$1$2').replace(/\.$/, '');
}

/** Lines of the help's width, each after so many spaces; the line breaks of the text stay. */
function wrap(text: string, spaces: number): string {
  return text
    .split('\n')
    .flatMap((paragraph) => {
      const lines = [''];
      for (const word of paragraph.split(' ')) {
        const line = lines[lines.length - 1] ?? '';
        if (line !== '' && line.length + 1 + word.length > width - spaces) lines.push(word);
        else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
      }
      return lines;
    })
    .map((line) => (line === '' ? '' : ' '.repeat(spaces) + line))
    .join('\n');
}
