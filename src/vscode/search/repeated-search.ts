/** What the search view does while the index changes: it repeats the search from time to time, and offers better example questions. */
import { errorMessage } from '../../shared/error-message';
import type { IndexState } from '../indexing/index-summary';
import type { WorkspaceIndex } from '../indexing/workspace-index';

/** Milliseconds between repeated searches, and before the first of them. */
const repeatMs = 1500;
const firstRepeatMs = 100;

export class RepeatedSearch {
  private fingerprint: string;
  private timer: NodeJS.Timeout | undefined;
  private lastRepeat = 0;

  /** @param repeat is called when the content of the index is another. */
  constructor(
    private readonly index: Pick<WorkspaceIndex, 'state'>,
    private readonly repeat: () => void,
  ) {
    this.fingerprint = contentFingerprint(index.state);
  }

  /** Call it when the index may have changed. @param isVisible otherwise the change counts later, when someone looks. */
  look(isVisible: boolean): void {
    const fingerprint = contentFingerprint(this.index.state);
    if (fingerprint === this.fingerprint || !isVisible) return;
    this.fingerprint = fingerprint;
    if (this.timer !== undefined) return;
    // A single change, such as a saved file, is shown almost at once.
    const wait = Math.max(firstRepeatMs, this.lastRepeat + repeatMs - Date.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.lastRepeat = Date.now();
      this.repeat();
    }, wait);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }
}

/** Changes whenever the results of a search may have changed. */
function contentFingerprint({ folders }: IndexState): string {
  const parts = folders.map(({ root, is, files, chunks, bytes }) => [root, is === 'indexing', files, chunks, bytes]);
  return JSON.stringify(parts);
}

/** True if there is something to search. */
export function isSearchable({ consent, folders }: IndexState): boolean {
  return consent === 'given' && folders.some(({ chunks }) => chunks > 0);
}

/** Questions about the code of the workspace, for the empty view. */
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
