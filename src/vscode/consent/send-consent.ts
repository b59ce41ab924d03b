/**
 * Whether code may leave the machine for a host. Asked once for each destination, before the first request, and remembered on
 * this machine; never asked for the machine itself. Nothing is asked, and nothing leaves, in a workspace that is not trusted.
 */
import * as vscode from 'vscode';
import type { Storage } from './kept-secrets';

/** A server that would get code. */
export interface Destination {
  /** What the answer is remembered for. */
  readonly id: string;
  /** As the user reads it. */
  readonly host: string;
  /** This machine. */
  readonly isHere: boolean;
  readonly isEncrypted: boolean;
}

/** What needs the user; tests put something else in its place. */
export interface Guard {
  isTrusted(): boolean;
  /** The answer of the user to the notice. */
  agree(destination: Destination): Promise<boolean>;
}

/** Nothing was sent, and the message says why. */
export class NotAllowed extends Error {
  constructor(
    readonly why: 'untrusted' | 'declined',
    message: string,
  ) {
    super(message);
  }
}

export class SendConsent {
  /** Of this session: whoever said no is not asked again by the next chunk. */
  private readonly declined = new Set<string>();
  private asking: { readonly id: string; readonly answer: Promise<boolean> } | undefined;

  constructor(
    private readonly globalState: Storage['globalState'],
    /** Where agreements are kept. */
    private readonly agreedId: string,
    private readonly guard: Guard,
  ) {}

  /** @throws NotAllowed */
  async require(destination: Destination): Promise<void> {
    const { id, host, isHere } = destination;
    if (!this.guard.isTrusted()) {
      throw new NotAllowed(
        'untrusted',
        vscode.l10n.t('This workspace is not trusted, so its code is not sent to {0}.', host),
      );
    }
    if (isHere || this.agreed.includes(id)) return;
    const no = new NotAllowed('declined', vscode.l10n.t('Nothing was sent to {0}.', host));
    if (this.declined.has(id)) throw no;
    if (await this.answerFor(destination)) return;
    this.declined.add(id);
    throw no;
  }

  /** Who said no is asked again. */
  reset(): void {
    this.declined.clear();
  }

  private get agreed(): readonly string[] {
    return this.globalState.get<readonly string[]>(this.agreedId, []);
  }

  /** Several who want to send at the same time wait for one answer. */
  private answerFor(destination: Destination): Promise<boolean> {
    const { id } = destination;
    if (this.asking?.id === id) return this.asking.answer;
    const answer = this.guard.agree(destination).then(async (isAgreed) => {
      if (isAgreed) await this.globalState.update(this.agreedId, [...new Set([...this.agreed, id])]);
      return isAgreed;
    });
    this.asking = { id, answer };
    const done = (): void => {
      if (this.asking?.answer === answer) this.asking = undefined;
    };
    answer.then(done, done);
    return answer;
  }
}

/** @param noticeOf what is sent, and why: a sentence or two each. */
export function editorGuard(noticeOf: (destination: Destination) => readonly string[]): Guard {
  return {
    isTrusted: () => vscode.workspace.isTrusted,

    async agree(destination) {
      const { l10n } = vscode;
      const { host, isEncrypted } = destination;
      const send = l10n.t('Send Code');
      const [first, ...others] = noticeOf(destination);
      const warning = isEncrypted ? [] : [l10n.t('The connection is not encrypted.')];
      const detail = [first, ...warning, ...others].join('\n\n');
      const title = l10n.t('Send code to {0}?', host);
      return (await vscode.window.showWarningMessage(title, { modal: true, detail }, send)) === send;
    },
  };
}
