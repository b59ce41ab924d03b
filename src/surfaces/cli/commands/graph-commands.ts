/** `codegrain uses FILE:LINE|NAME` and `codegrain used-by FILE:LINE|NAME`: what code uses, and what uses it. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { GraphDirection, GraphEntry, GraphPlace } from '../../../index/graph/graph-entry';
import { type GraphAnswer, type GraphTarget, maxSubjects } from '../../../search/graph-questions';
import { pathInside } from '../../../shared/inside-folder';
import { printableJson, printError, writeOutput } from '../../../shared/print';
import { printablePath } from '../../../shared/printable-path';
import { openSearch, parsePlace } from '../open-search';
import { type CommandAbout, command } from '../options/command-help';
import { type FlagValues, UsageError } from '../options/flags';
import { indexFlag, numberFlag, switchFlag, textFlag } from '../options/shared-flags';

const graphFlags = {
  own: {
    depth: numberFlag(
      'depth N',
      { default: 1, min: 1, max: 6 },
      'Levels: 2 also prints what those use, or what uses those.',
    ),
    json: switchFlag('json', 'Print one JSON array, with one object for each definition that is meant.'),
    dir: textFlag('dir DIR', 'The indexed folder.', 'the nearest one above'),
    index: { ...indexFlag, description: 'Another index file; `--dir` then names the indexed folder.' },
  },
};

const exit = '0 something was found, 1 nothing was found, 2 wrong use or error.';

export const usesAbout = {
  usage: 'uses FILE:LINE|NAME [options]',
  about: 'Show what the definition at this place, or with this name (`save`, `Repo.save`), uses in the whole folder.',
  flags: graphFlags,
  exit,
} satisfies CommandAbout;

export const usedByAbout = {
  usage: 'used-by FILE:LINE|NAME [options]',
  about: 'Show what uses the definition at this place, or with this name (`save`, `Repo.save`), in the whole folder.',
  flags: graphFlags,
  exit,
} satisfies CommandAbout;

export const usesCommand = command(usesAbout, (flags) => graphCommand('uses', 'uses', flags));

export const usedByCommand = command(usedByAbout, (flags) => graphCommand('used-by', 'used by', flags));

async function graphCommand(
  name: string,
  direction: GraphDirection,
  { values, positionals }: FlagValues<typeof graphFlags>,
): Promise<number> {
  const { depth, json, dir, index: indexFile } = values.own;
  const [argument, ...more] = positionals;
  if (argument === undefined || more.length > 0)
    throw new UsageError(`${name} needs one FILE:LINE or NAME; try: codegrain ${name} --help`);
  using opened = openSearch(dir, indexFile);
  const { index, root } = opened;
  const target = targetOf(argument, root);
  const answers = await index.graph({ target, direction, depth });
  for (const notice of index.notices) printError(`codegrain: ${notice}`);
  if (answers.length === 0)
    throw new UsageError(
      `the index has no ${'line' in target ? 'code at' : 'definition with the name'} ${argument}; update it with: codegrain index`,
    );
  if (answers.length === maxSubjects)
    printError(
      `codegrain: ${maxSubjects} definitions are shown, and more may have this name; name the type (Repo.save) or a place (FILE:LINE)`,
    );
  if (json) await writeOutput(`${printableJson(answers)}\n`);
  else await writeOutput(showGraph(answers, direction));
  return answers.some(({ entries }) => entries.length > 0) ? 0 : 1;
}

/** `a.ts:12` is a place; anything else is a name. C++ and Rust have names with colons. */
function targetOf(argument: string, root: string): GraphTarget {
  if (!/^.+?:\d{1,9}(?::\d+)?$/.test(argument)) {
    if (existsSync(argument) && /[./\\]/.test(argument))
      throw new UsageError(`expected FILE:LINE, such as ${argument}:12, or the name of a definition`);
    return { name: argument };
  }
  const { file, line } = parsePlace(argument);
  const path = pathInside(root, resolve(file));
  if (path === undefined) throw new UsageError(`${file} is not in ${root}`);
  return { path, line };
}

/** Prints what code uses, or what uses it, for people: one line each, with levels indented. */
function showGraph(answers: readonly GraphAnswer[], direction: GraphDirection): string {
  return answers.map((answer) => showAnswer(answer, direction)).join('\n');
}

function showAnswer({ subject, entries }: GraphAnswer, direction: GraphDirection): string {
  const count = entries.length === 0 ? 'nothing in this folder' : `${entries.length}`;
  const heading = lineText(subject, subject.signature ?? `${subject.kind} ${subject.name}`);
  return [heading, `${direction} ${count}`, ...entries.flatMap((entry) => showEntry(entry, 1)), ''].join('\n');
}

function showEntry(entry: GraphEntry, level: number): string[] {
  const { how, entries = [] } = entry;
  const note = how === 'resolved' ? '' : `  (${how})`;
  const line = `${'  '.repeat(level)}${lineText(entry, entry.signature ?? entry.name)}${note}`;
  return [line, ...entries.flatMap((inner) => showEntry(inner, level + 1))];
}

function lineText({ path, line }: GraphPlace, what: string): string {
  return printablePath(`${path}:${line}  ${what}`);
}
