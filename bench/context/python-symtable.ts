/** Python's answer, from python_symbols.py. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { SourceText } from '../../src/code/source-text';
import type { NameKind, Unit } from './compared-unit';

interface Answer {
  readonly path: string;
  readonly error?: string;
  readonly units?: readonly {
    readonly line: number;
    readonly end: number;
    readonly uses: Readonly<Record<string, NameKind>>;
    readonly binds: readonly string[];
  }[];
}

/** The command that runs Python 3, undefined if there is none. */
export function findPython(): string | undefined {
  return ['python3', 'python'].find((command) => {
    const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' });
    return status === 0 && stdout.startsWith('Python 3');
  });
}

/** Answers by path; files that the installed Python cannot compile are missing. */
export function symtableAnswers(python: string, paths: readonly string[]): ReadonlyMap<string, Answer> {
  const output = execFileSync(python, ['-W', 'ignore', join(__dirname, 'python_symbols.py')], {
    input: paths.join('\n'),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const answers = new Map<string, Answer>();
  for (const line of output.split('\n')) {
    if (line === '') continue;
    const answer = JSON.parse(line) as Answer;
    if (answer.units) answers.set(answer.path, answer);
  }
  return answers;
}

/** Converts lines to offsets; statements that share a line become one unit. */
export function symtableUnits(answer: Answer, text: string): Unit[] {
  const source = new SourceText(text);
  const units: Unit[] = [];
  let last = 0;
  for (const { line, end, uses, binds } of answer.units ?? []) {
    const previous = units.at(-1);
    if (previous && line <= last) {
      const bound = new Set([...previous.binds, ...binds]);
      const all = [...previous.uses, ...Object.entries(uses)].filter(([name]) => !bound.has(name));
      units[units.length - 1] = { ...previous, end: source.lineStart(end + 1), uses: new Map(all), binds: bound };
    } else {
      const start = source.lineStart(line);
      units.push({
        start,
        end: source.lineStart(end + 1),
        line,
        uses: new Map(Object.entries(uses)),
        binds: new Set(binds),
      });
    }
    last = Math.max(last, end);
  }
  return units;
}
