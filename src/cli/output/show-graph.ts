/** Prints what code uses, or what uses it, for people: one line each, with levels indented. */
import type { GraphDirection, GraphEntry, GraphPlace } from '../../graph/graph-entry';
import type { GraphAnswer } from '../../search/ask-graph';

export function showGraph(answers: readonly GraphAnswer[], direction: GraphDirection): string {
  return answers.map((answer) => showAnswer(answer, direction)).join('\n');
}

function showAnswer({ subject, entries }: GraphAnswer, direction: GraphDirection): string {
  const count = entries.length === 0 ? 'nothing in this folder' : `${entries.length}`;
  const heading = `${placeText(subject)}  ${subject.signature ?? `${subject.kind} ${subject.name}`}\n${direction} ${count}`;
  return [heading, ...entries.flatMap((entry) => showEntry(entry, 1)), ''].join('\n');
}

function showEntry(entry: GraphEntry, level: number): string[] {
  const { how, entries = [] } = entry;
  const note = how === 'resolved' ? '' : `  (${how})`;
  const line = `${'  '.repeat(level)}${placeText(entry)}  ${entry.signature ?? entry.name}${note}`;
  return [line, ...entries.flatMap((inner) => showEntry(inner, level + 1))];
}

function placeText({ path, line }: GraphPlace): string {
  return `${path}:${line}`;
}
