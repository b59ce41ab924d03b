/**
 * Tasks of the user's own: a file with one JSON object per line, `{ "task": "…", "commit": "…", "places": [{ "path": "src/a.ts", "lines":
 * [[3, 9], 20] }] }`. Without a commit the files count as they are now; without lines any line of the file does.
 */
import type { Span } from '../../../search/hits/spans';
import { isRecord } from '../../../shared/is-record';
import type { ChangedLines } from '../measured-task';
import type { StatedTask } from './commit-tasks';

const maxLine = 10_000_000;

/** `problems` say what is wrong, with the number of the line; such lines are no tasks. */
export function readTasks(text: string): { tasks: StatedTask[]; problems: string[] } {
  const tasks: StatedTask[] = [];
  const problems: string[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const task = taskIn(line, at + 1);
    if (typeof task === 'string') problems.push(`line ${at + 1}: ${task}`);
    else tasks.push(task);
  }
  return { tasks, problems };
}

/** The task, or what is wrong with it. */
function taskIn(line: string, number: number): StatedTask | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'is not JSON';
  }
  if (!isRecord(value)) return 'is not a JSON object';
  const { task, commit, places } = value;
  if (typeof task !== 'string' || task.trim() === '') return '"task" must be a text';
  if (commit !== undefined && (typeof commit !== 'string' || commit.trim() === '')) return '"commit" must be a text';
  if (!Array.isArray(places) || places.length === 0) return '"places" must be a list with at least one place';
  const changed: ChangedLines[] = [];
  for (const [at, place] of places.entries()) {
    const read = placeIn(place);
    if (typeof read === 'string') return `place ${at + 1}: ${read}`;
    changed.push(read);
  }
  return { id: `line ${number}`, commit, text: task, changed };
}

function placeIn(place: unknown): ChangedLines | string {
  if (!isRecord(place)) return 'is not a JSON object';
  const { path, lines = [] } = place;
  if (typeof path !== 'string' || path === '') return '"path" must be a text';
  const parts = path.replaceAll('\\', '/').split('/');
  if (parts.includes('..') || path.startsWith('/')) return '"path" must be relative to the folder';
  if (!Array.isArray(lines)) return '"lines" must be a list of line numbers or [first, last]';
  const spans: Span[] = [];
  for (const each of lines) {
    const [first, last, ...more]: unknown[] = Array.isArray(each) ? each : [each, each];
    if (!isLine(first) || !isLine(last) || last < first || more.length > 0)
      return `"lines" has ${JSON.stringify(each)}, which is neither a line number nor [first, last]`;
    spans.push([first, last]);
  }
  return { path: parts.filter((part) => part !== '.').join('/'), spans };
}

function isLine(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxLine;
}
