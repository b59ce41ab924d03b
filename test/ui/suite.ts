/** One workbench for all tests of a suite. If a test fails, a screenshot is saved. */
import { OPEN_HOOK, openWorkbench, type Workbench } from './workbench';

/** Call inside `describe`, with the arguments of `openWorkbench`. Use the result only inside tests and hooks. */
export function suiteWorkbench(...args: Parameters<typeof openWorkbench>): () => Workbench {
  let workbench: Workbench | undefined;
  const opened = (): Workbench => {
    if (workbench === undefined) throw new Error('The workbench is not open yet');
    return workbench;
  };
  before(async function () {
    this.timeout(OPEN_HOOK);
    workbench = await openWorkbench(...args);
  });
  afterEach(async function () {
    const { currentTest } = this;
    if (currentTest?.state === 'failed') await opened().screenshot(`failed ${currentTest.fullTitle()}`);
  });
  after(() => workbench?.close());
  return opened;
}
