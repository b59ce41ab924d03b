/** A page with workers of the product, and what its process uses of the machine. Linux only: memory is read from /proc. */
import { readFileSync } from 'node:fs';
import { openWebPage, type WebPage } from '../../test/web/web-page';
import { processUse } from '../mcp/process-use';

export interface BrowserRun extends AsyncDisposable {
  readonly web: WebPage;
  cpuMs(): Promise<number>;
  /** Resident now, and the most so far. */
  memory(): Promise<{ readonly now: number; readonly most: number }>;
  /** In the page: milliseconds from request to answer. */
  time(worker: string, method: string, params: unknown): Promise<number>;
}

export async function startBrowserRun(): Promise<BrowserRun> {
  const web = await openWebPage();
  const browser = web.page.context().browser();
  const session = await browser?.newBrowserCDPSession();
  if (!session) throw new Error('no browser');
  /** The page and its workers are one process. */
  const pid = async (): Promise<number> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
    return renderers.sort((a, b) => processUse(b).bytes - processUse(a).bytes)[0] ?? 0;
  };
  return {
    web,
    cpuMs: async () => processUse(await pid()).cpuMs,
    memory: async () => {
      const status = readFileSync(`/proc/${await pid()}/status`, 'utf8');
      const bytes = (name: string): number => 1024 * Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]);
      return { now: bytes('VmRSS'), most: bytes('VmHWM') };
    },
    time: async (worker, method, params) => Number(await web.call('timeWorker', worker, { method, params })),
    [Symbol.asyncDispose]: () => web[Symbol.asyncDispose](),
  };
}
