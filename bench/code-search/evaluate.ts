/** Sends every question to a search system and scores its results. */
import type { Question, Repository } from './queries';
import { ndcg, type Scored } from './score';

/** Returns the file of each chunk found for a question, best first, relative to the indexed folder. */
export type Ask = (question: Question) => readonly string[] | Promise<readonly string[]>;

/** @param open prepares a repository for questions; called once for each. */
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
