/** Questions about the code of the workspace, for the empty view. */
import { errorMessage } from '../../shared/error-message';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { isSearchable } from './content-fingerprint';

export class ExampleQuestions {
  private questions: readonly string[] = [];
  /** They were chosen from a complete index. */
  private isFinal = false;

  constructor(
    private readonly index: Pick<WorkspaceIndex, 'state' | 'examples'>,
    private readonly onFound: (questions: readonly string[]) => void,
    private readonly warn: (message: string) => void,
  ) {}

  /** The index changed: there may be better ones. */
  async refresh(): Promise<void> {
    if (!this.isFinal) await this.offer();
  }

  /** Chosen when there is an index, and once more when it is complete: the first files may say little about the rest. */
  async offer(): Promise<void> {
    const { state } = this.index;
    const isComplete = state.folders.every(({ is }) => is !== 'indexing');
    const isDue = isComplete || this.questions.length === 0;
    if (!this.isFinal && isDue && isSearchable(state)) {
      try {
        this.questions = await this.index.examples();
        this.isFinal = isComplete;
      } catch (error) {
        this.warn(errorMessage(error));
      }
    }
    if (this.questions.length > 0) this.onFound(this.questions);
  }
}
