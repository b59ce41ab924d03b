/** Asks a system every question and scores what it returns. */
import type { Question, Repository } from './queries';
import { ndcg, type Scored } from './score';

/** The files of the chunks a system returns to a question, best first, each chunk's file relative to the indexed folder. */
export type Ask = (question: Question) => readonly string[] | Promise<readonly string[]>;

/** @param open makes a repository ready to be asked; called once for each. */
export async function evaluate(
  repositories: readonly Repository[],
  open: (repository: Repository) => Ask | Promise<Ask>,
): Promise<Scored[]> {
  const scored: Scored[] = [];
  for (const repository of repositories) {
    const ask = await open(repository);
    for (const question of repository.questions) {
      scored.push({
        repository: repository.name,
        language: repository.language,
        category: question.category,
        score: ndcg(question.targets, await ask(question)),
      });
    }
  }
  return scored;
}
