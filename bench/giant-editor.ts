/**
 * A giant folder in the editor: a real VS Code with the packaged extension indexes it from nothing, and questions are asked meanwhile.
 *
 *     npm run bench:giant-editor -- --folder DIR [--question TEXT …] [--every SECONDS] [--out FILE]
 *
 * The folder is copied. Linux only: memory is that of the index service and its parse workers, from /proc. Writes
 * bench/results/giant-editor.md.
 */
import { writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serverRuntime } from '../scripts/vscode/server-install';
import { errorMessage } from '../src/shared/error-message';
import { productFile } from '../src/shared/product';
import { indexItem, SearchPage } from '../test/ui/search-page';
import { openWorkbench, type Workbench } from '../test/ui/workbench';
import { describeRun } from './chunks/run-chunkers';
import { EditorMemory } from './giant/editor-memory';
import { type AskedQuestion, editorReport } from './giant/editor-report';

const kernelQuestions = [
  'how does the scheduler pick the next task',
  'retry after a timeout',
  'where is a socket buffer freed',
  'allocate a page',
  'ext4 journal commit',
];
const startMs = 120_000;
const answerMs = 120_000;
const memoryEveryMs = 1_000;
/** After the index is ready, for memory that is freed late. */
const restMs = 20_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string' },
      question: { type: 'string', multiple: true, default: kernelQuestions },
      every: { type: 'string', default: '10' },
      out: { type: 'string', default: productFile('bench', 'results', 'giant-editor.md') },
    },
  });
  if (values.folder === undefined) throw new Error('usage: --folder DIR');
  const workbench = await openWorkbench(resolve(values.folder), { 'git.enabled': false });
  const memory = new EditorMemory(workbench.home);
  const sampling = setInterval(() => memory.look(), memoryEveryMs);
  try {
    const run = await ask(workbench, values.question, 1000 * Number(values.every), memory);
    await workbench.page.waitForTimeout(restMs);
    const report = editorReport(
      `${describeRun(serverRuntime)} Made by \`npm run bench:giant-editor\`.`,
      basename(values.folder),
      {
        ...run,
        memory: memory.measured(),
      },
    );
    writeFileSync(values.out, report);
    console.log(report);
  } finally {
    clearInterval(sampling);
    await workbench.close();
  }
}

async function ask(
  workbench: Workbench,
  questions: readonly string[],
  everyMs: number,
  memory: EditorMemory,
): Promise<{ readonly asked: AskedQuestion[]; readonly readySeconds: number }> {
  const { page } = workbench;
  await page.locator('.activitybar .action-item a[aria-label^="Codegrain"]').waitFor({ timeout: startMs });
  const search = await SearchPage.open(workbench, 'Search code by what it does');
  await search.frame.getByRole('button', { name: 'Index Workspace' }).click();
  const begun = performance.now();
  const seconds = (): number => (performance.now() - begun) / 1000;
  const asked: AskedQuestion[] = [];
  let readySeconds: number | undefined;
  for (;;) {
    const hadHits = asked.some(({ hits }) => hits > 0);
    const question = questions[hadHits ? asked.length % questions.length : 0] ?? '';
    const started = performance.now();
    await search.box.fill('');
    await search.box.fill(question);
    const answer = search.frame.locator(`.found[data-query=${JSON.stringify(question)}]`);
    await answer.waitFor({ timeout: answerMs });
    const hits = await search.hits.count();
    const ms = performance.now() - started;
    readySeconds ??= (await indexItem(workbench, 'Index ready').isVisible()) ? seconds() : undefined;
    const said = readySeconds === undefined ? await search.notice.allInnerTexts() : ['The index is ready.'];
    const notice = said.join(' ').replaceAll(/\s+/g, ' ');
    asked.push({ seconds: seconds(), ms, hits, notice, megabytes: memory.look() });
    console.log(`${seconds().toFixed(0)} s: ${hits} hits after ${ms.toFixed(0)} ms. ${notice}`);
    // One more round when everything is in.
    if (readySeconds !== undefined && asked.length % questions.length === 0) return { asked, readySeconds };
    await page.waitForTimeout(hits > 0 && readySeconds === undefined ? everyMs : 500);
  }
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(errorMessage(error));
    process.exit(1);
  },
);
