/** The results of bench:search as Markdown. */
import { meansBy, type Scored, standardError } from '../code-search/score';
import type { Answered, Answers } from './ask-questions';
import { type SetName, setNames } from './question-sets';
import { isTypeScript, mainQuality, meanQuality, setsAbout, worseThanPart } from './set-goals';
import { parts, product, type Variant } from './variants';

export interface GoalRow {
  readonly set: string;
  readonly measure: string;
  readonly value: number;
  readonly goal: number;
  /** The goal is a maximum. */
  readonly isMost?: boolean;
  readonly show?: (value: number) => string;
}

/** The goals of a set: each measure, and hybrid search against its best part. Empty without any question. */
export function goalsOf(set: SetName, answers: Answers): GoalRow[] {
  const { title, goals } = setsAbout[set];
  const own = ofSet(answers.get(product), set);
  if (own.length === 0) return [];
  const rows = goals.map(({ measure, least, of }): GoalRow => {
    const counted = of ? own.filter(of.counts) : own;
    return {
      set: title,
      measure: of ? `${measure}, ${of.title}` : measure,
      value: meanQuality(counted, [measure]),
      goal: least,
    };
  });
  const missed = rows.filter(({ value }) => !Number.isNaN(value));
  const none = own.reduce((sum, { quality }) => sum + (quality['no hit'] ?? 0), 0);
  return [
    ...missed,
    { set: title, measure: 'questions without any hit', value: none, goal: 0, isMost: true, show: String },
    {
      set: title,
      measure: 'hybrid against its best part',
      value: againstBestPart(set, answers),
      goal: -worseThanPart,
      show: signed,
    },
  ];
}

/** Sets that have questions, the one that is farthest from its goals first. */
export function worstFirst(answers: Answers): SetName[] {
  const distance = (set: SetName): number =>
    Math.min(
      ...goalsOf(set, answers)
        .filter(({ isMost }) => !isMost)
        .map(({ value, goal }) => value - goal),
    );
  return setNames
    .filter((set) => ofSet(answers.get(product), set).length > 0)
    .sort((a, b) => distance(a) - distance(b));
}

export function goalTable(rows: readonly GoalRow[]): string {
  return markdownTable(
    ['set', 'measure', 'value', 'to reach', 'reached'],
    rows.map(({ set, measure, value, goal, isMost, show = short }) => [
      set,
      measure,
      show(value),
      `${isMost ? '≤' : '≥'} ${show(goal)}`,
      (isMost ? value <= goal : value >= goal) ? 'yes' : '**no**',
    ]),
  );
}

/** One row for each system. */
export function setTable(set: SetName, systems: readonly Variant[], answers: Answers): string {
  const { measures } = setsAbout[set];
  const heads = ['system', ...measures, ...(set === 'files' ? ['TypeScript'] : []), 'no hit', 'against its best part'];
  const rows = systems.flatMap((variant): string[][] => {
    const own = ofSet(answers.get(variant), set);
    if (own.length === 0) return [];
    return [
      [
        variant.title,
        ...measures.map((measure) => short(meanQuality(own, [measure]))),
        ...(set === 'files' ? [short(mainQuality(own.filter(isTypeScript), set))] : []),
        String(own.reduce((sum, { quality }) => sum + (quality['no hit'] ?? 0), 0)),
        variant === product ? signed(againstBestPart(set, answers)) : '',
      ],
    ];
  });
  return markdownTable(heads, rows);
}

/** What is lost without each part: one column for each set. */
export function worthTable(sets: readonly SetName[], ablations: readonly Variant[], answers: Answers): string {
  const means = (variant: Variant): number[] => sets.map((set) => mainQuality(ofSet(answers.get(variant), set), set));
  const whole = means(product);
  const heads = sets.map((set) => `${setsAbout[set].title}, ${setsAbout[set].main.title}`);
  const rows = ablations.map((variant) => [
    variant.title,
    ...means(variant).map((mean, i) => `${short(mean)} (${signed(mean - (whole[i] ?? 0))})`),
  ]);
  return markdownTable(['without', ...heads], [['nothing', ...whole.map(short)], ...rows]);
}

export function groupTable(set: SetName, group: 'repository' | 'language' | 'category', answers: Answers): string {
  const { measures } = setsAbout[set];
  const own = ofSet(answers.get(product), set);
  const columns = measures.map((measure) => meansBy(own.map(scoredBy(measure)), group));
  const rows = [...(columns[0] ?? [])].map(([name, { count }]) => [
    name,
    String(count),
    ...columns.map((means) => short(means.get(name)?.mean ?? 0)),
  ]);
  return markdownTable([group, 'questions', ...measures], rows);
}

/** How much the main number of a set would vary with other questions of its kind. */
export function errorOf(set: SetName, answers: Answers): string {
  const own = ofSet(answers.get(product), set);
  const scores = own.map((one): Scored => ({ ...scoredBy('')(one), score: mainQuality([one], set) }));
  return short(standardError(scores));
}

export function scoredBy(measure: string): (answered: Answered) => Scored {
  return ({ asked: { snapshot, language, category }, quality }) => ({
    repository: snapshot.repository,
    language,
    category,
    score: quality[measure] ?? 0,
  });
}

function againstBestPart(set: SetName, answers: Answers): number {
  const main = (variant: Variant): number => mainQuality(ofSet(answers.get(variant), set), set);
  return main(product) - Math.max(...parts.map(main));
}

export function ofSet(answered: readonly Answered[] | undefined, set: SetName): readonly Answered[] {
  return answered?.filter(({ asked }) => asked.set === set) ?? [];
}

export function short(value: number): string {
  return value.toFixed(3).replace(/^0/, '');
}

function signed(value: number): string {
  return `${value < -0.0005 ? '−' : '+'}${short(Math.abs(value))}`;
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
