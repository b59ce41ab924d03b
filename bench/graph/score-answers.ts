/** Compares our answers with the gold of one repository. */
import type { GoldUse } from './gold-use';
import type { Answer, Answers } from './our-answers';

export interface Score {
  sampled: number;
  /** Answers that are not guesses. */
  answered: number;
  right: number;
  guessed: number;
  rightGuesses: number;
  /** Uses of data fields among `sampled` and `right`. */
  fields: number;
  rightFields: number;
}

export interface Miss {
  readonly use: GoldUse;
  /** Undefined: we have no answer. */
  readonly answer: Answer | undefined;
}

/** What the oracles call fields of data. */
const fieldKinds = /Property|Accessor|Parameter|^FIELD$|^field_declaration$|^attribute$/;

export function emptyScore(): Score {
  return { sampled: 0, answered: 0, right: 0, guessed: 0, rightGuesses: 0, fields: 0, rightFields: 0 };
}

export function addScore(sum: Score, other: Score): void {
  for (const name of Object.keys(sum) as (keyof Score)[]) sum[name] += other[name];
}

export function scoreAnswers(gold: readonly GoldUse[], answers: Answers, misses: Miss[]): Score {
  const score = emptyScore();
  for (const use of gold) {
    score.sampled++;
    const answer = answers(use.path, use.offset);
    const isRight = answer !== undefined && isAnswered(use, answer);
    if (!isRight) misses.push({ use, answer });
    const isField = fieldKinds.test(use.kind);
    if (isField) score.fields++;
    if (!answer) continue;
    if (answer.how === 'guess') {
      score.guessed++;
      if (isRight) score.rightGuesses++;
    } else {
      score.answered++;
      if (isRight) score.right++;
      if (isRight && isField) score.rightFields++;
    }
  }
  return score;
}

/** What the checker calls the value of a module that has no name: `export default {…}`, `module.exports = …`. */
const moduleValues = ['ExportAssignment', 'BinaryExpression'];

/** One of the places of the definition is among those we name. The nameless value of a module is the module. */
function isAnswered({ kind, targets }: GoldUse, answer: Answer): boolean {
  return answer.targets.some(({ path, line }) =>
    targets.some(
      (target) => target.path === path && (target.line === line || (line === 0 && moduleValues.includes(kind))),
    ),
  );
}
