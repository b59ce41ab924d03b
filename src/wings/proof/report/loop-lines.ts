/** The runs of a model in words: with and without Codegrain's tools. */
import type { LoopReport, LoopSummary } from '../agent-loop/agent-loops';
import { countText, percentText } from './measure-report';

interface LoopTable {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

export function loopTable({ model, maxCalls, withCodegrain, without, stopped, usage }: LoopReport): LoopTable {
  const hasJudge = !Number.isNaN(withCodegrain.judged);
  const row = (name: string, { passed, named, judged, tokens, calls }: LoopSummary): string[] => [
    name,
    percentText(passed),
    percentText(named),
    ...(hasJudge ? [percentText(judged)] : []),
    countText(tokens),
    Number.isNaN(calls) ? '–' : calls.toFixed(1),
  ];
  const { runs } = withCodegrain;
  return {
    title: `${runs} ${runs === 1 ? 'task' : 'tasks'} run by ${model}, at most ${maxCalls} calls each`,
    heads: ['', 'passed', 'places named', ...(hasJudge ? ['passed by the model'] : []), 'tokens', 'calls'],
    rows: [row('with Codegrain', withCodegrain), row('without', without)],
    notes: [
      'Passed: the answer names every changed place. Places named: mean share of them. Tokens and calls: means of a run, all requests together.',
      `${countText(usage.input)} tokens read, ${countText(usage.output)} written${stopped === undefined ? '' : `; not all tasks were run: ${stopped}`}.`,
    ],
  };
}
