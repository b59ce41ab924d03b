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
}

export interface Miss {
  readonly use: GoldUse;
  /** Undefined: we have no answer. */
  readonly answer: Answer | undefined;
}

export function emptyScore(): Score {
  return { sampled: 0, answered: 0, right: 0, guessed: 0, rightGuesses: 0 };
}

export function addScore(sum: Score, { sampled, answered, right, guessed, rightGuesses }: Score): void {
  sum.sampled += sampled;
  sum.answered += answered;
  sum.right += right;
  sum.guessed += guessed;
  sum.rightGuesses += rightGuesses;
}

export function scoreAnswers(gold: readonly GoldUse[], answers: Answers, misses: Miss[]): Score {
  const score = emptyScore();
  for (const use of gold) {
    score.sampled++;
    const answer = answers(use.path, use.offset);
    const isRight = answer !== undefined && isAnswered(use, answer);
    if (!isRight) misses.push({ use, answer });
    if (!answer) continue;
    if (answer.how === 'guess') {
      score.guessed++;
      if (isRight) score.rightGuesses++;
    } else {
      score.answered++;
      if (isRight) score.right++;
    }
  }
  return score;
}

/** One of the places of the definition is among those we name. */
function isAnswered({ targets }: GoldUse, answer: Answer): boolean {
  return answer.targets.some(({ path, line }) =>
    targets.some((target) => target.path === path && target.line === line),
  );
}
