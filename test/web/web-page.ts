/** An empty page in Chromium, on a server that has the product's files and nothing else. */
import type { Browser, Page } from 'playwright-core';
import { type StaticServer, serveFolder } from '../../scripts/static-server';
import { launchBrowser } from '../../scripts/vscode/browser';
import { productRoot } from '../../src/shared/product';

export interface WebPage extends AsyncDisposable {
  readonly page: Page;
  /** Ends with a slash. */
  readonly url: string;
  /** Asks the worker `dist/web/NAME.js`, which the page keeps. */
  ask(name: string, method: string, params: unknown): Promise<unknown>;
  /** Calls a function of ask-worker.js with that worker. */
  call(functionName: string, name: string, params: object): Promise<unknown>;
  /** Every URL that the page and its workers asked for. */
  readonly requests: readonly string[];
}

/** @param folder what the server has */
export async function openWebPage(folder = productRoot(), path = 'test/web/empty.html'): Promise<WebPage> {
  const server: StaticServer = await serveFolder(folder);
  const browser: Browser = await launchBrowser();
  const context = await browser.newContext();
  const requests: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto(new URL(path, server.url).href);
  return {
    page,
    url: server.url,
    requests,
    ask: (name, method, params) => call(page, 'askWorker', name, { method, params }),
    call: (functionName, name, params) => call(page, functionName, name, params),
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

function call(page: Page, functionName: string, worker: string, params: object): Promise<unknown> {
  return page.evaluate(
    ([name, request]) => (globalThis as unknown as Record<string, (request: object) => unknown>)[name]?.(request),
    [functionName, { script: `/dist/web/${worker}.js`, ...params }] as const,
  );
}
