/** What `npm run bench:web-host` measures, inside the web extension host. Each measure is printed as one line. */
import { extensions, Position, WorkspaceEdit, window, workspace } from 'vscode';
import type { CodegrainApi } from '../../src/vscode/shared-features';
import { allEdits, editedLine, typedLines, warmEdits } from './typed-text';

const print = (measure: string, value: number): void =>
  Mocha.reporters.Base.consoleLog(`measure ${JSON.stringify([measure, value])}`);

async function timed<T>(work: () => PromiseLike<T>): Promise<[T, number]> {
  const started = performance.now();
  return [await work(), performance.now() - started];
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const questions = [
  'send an e-mail',
  'render a template to a string',
  'migrate the schema of a database',
  'hash a password',
  'cache a page',
  'validate a form field',
  'upload a file',
  'translate a message',
  'parse a date',
  'where is the user logged in',
];

describe('VS Code for the web', () => {
  let api: CodegrainApi;

  it('activates', async () => {
    const extension = extensions.getExtension<CodegrainApi>('codegrain.codegrain');
    if (!extension) throw new Error('the extension is not there');
    const wasActive = extension.isActive;
    const [activated, ms] = await timed(() => extension.activate());
    api = activated;
    if (!wasActive) print('activation', ms);
  });

  it('chunks a file of 2,000 lines after each edit', async () => {
    const document = await workspace.openTextDocument({ content: typedLines().join('\n'), language: 'typescript' });
    await window.showTextDocument(document);
    const [, first] = await timed(() => api.chunk(document));
    print('first chunks of a file of 2,000 lines, with loading the grammar', first);
    const answers: number[] = [];
    for (let i = 0; i < allEdits; i++) {
      const edit = new WorkspaceEdit();
      edit.insert(document.uri, new Position(editedLine(i), 0), `// edit ${i}\n`);
      await workspace.applyEdit(edit);
      const [, ms] = await timed(() => api.chunk(document));
      if (i >= warmEdits) answers.push(ms);
    }
    print('chunks after an edit, median of 12', median(answers));
    print('chunks after an edit, fastest of 12', answers[0] ?? 0);
  });

  it('indexes and searches the folder', async function () {
    this.timeout(500_000);
    const { index } = api;
    const isReturn = index.state.consent === 'given';
    const [, ms] = await timed(async () => {
      if (!isReturn) await index.agree();
      await index.settled();
    });
    const [folder] = index.state.folders;
    if (!folder?.report) throw new Error(JSON.stringify(index.state));
    const visit = isReturn ? 'second visit' : 'first visit';
    print(`${visit}: until the index is current`, ms);
    print(`${visit}: files indexed`, folder.report.added + folder.report.changed);
    print(`${visit}: of it in the index service`, 1000 * folder.report.seconds);
    print('files', folder.files);
    print('chunks', folder.chunks);
    print('source', folder.report.bytes);
    print('index', folder.bytes);
    const answers: number[] = [];
    for (const question of questions) {
      await index.search(question, { limit: 20 });
      const [{ hits }, taken] = await timed(() => index.search(`${question} again`, { limit: 20 }));
      if (hits.length === 0) throw new Error(`nothing found for ${question}`);
      answers.push(taken);
    }
    print(`${visit}: search, median of 10`, median(answers));
    // The index is kept a moment after the last change.
    await new Promise((done) => setTimeout(done, 8000));
  });
});
