/** One workbench for all tests of a suite; where a test fails, a picture of it is kept. */
import { openWorkbench, type Workbench } from './workbench';

/** To be called inside `describe`, with the arguments of `openWorkbench`; the result is for use inside tests and hooks. */
export function suiteWorkbench(...args: Parameters<typeof openWorkbench>): () => Workbench {
  let workbench: Workbench | undefined;
  const opened = (): Workbench => {
    if (workbench === undefined) throw new Error('The workbench is not open yet');
    return workbench;
  };
  before(async () => {
    workbench = await openWorkbench(...args);
  });
  afterEach(async function () {
    const { currentTest } = this;
    if (currentTest?.state === 'failed') await opened().screenshot(`failed ${currentTest.fullTitle()}`);
  });
  after(() => workbench?.close());
  return opened;
}
