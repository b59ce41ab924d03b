/**
 * Works in a repository for some minutes like a busy person: edits and saves, leaves edits unsaved, deletes, renames, switches
 * branches, and searches all the time; once a round a process is killed. After each change, new text must be found and removed text must not; a hit must match the
 * current text of its file. It also watches memory. Prints a row per round; returns what went wrong.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands, Uri, window, workspace } from 'vscode';
import type { Hit } from '../../src/search/hits/hit';
import type { WorkspaceIndex } from '../../src/vscode/indexing/workspace-index';
import { codegrain } from '../host/codegrain';
import { report } from '../host/report';
import { killProcesses, type Memory, memoryNow } from './memory';
import { branches, markerOf, sourceFiles } from './repository';

/** Time limit from saving a text to finding it. On a machine that does other work it must be longer. */
const timeoutMs = 1000 * Number(process.env.CODEGRAIN_SOAK_PATIENCE ?? '2');
/** Longer, because a branch switch changes many files, and after a kill all are compared. */
const branchTimeoutMs = 30 * timeoutMs;
/** The first index of a giant takes its time. */
const readyMinutes = 60;
/** Allowed growth of memory from the first third of the run, when everything was used once, to the last. */
const growth = { factor: 1.2, megabytes: 40 };

const questions = [
  'read the configuration file',
  'parse command line arguments',
  'handle errors of the network',
  'write a test for the cache',
  'convert a date to text',
  'find the user by name',
  'compare two versions',
  'list of supported formats',
];

export async function soak(minutes: number): Promise<readonly string[]> {
  const { index } = await codegrain();
  const root = workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (root === undefined) throw new Error('no folder is open');
  const run = new Soak(index, root);
  await run.untilReady();
  report(
    `| round | actions | searches | p50 ms | p95 ms | found after ms, worst | host holds MB | host MB | index service MB | parse workers MB |`,
  );
  report(`|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|`);
  const memories: Memory[] = [];
  const end = Date.now() + minutes * 60_000;
  // A round takes a minute, and longer if its last action is a branch switch of a giant.
  for (let round = 1; Date.now() < end; round++) {
    // What is killed must come back by itself, with nothing lost.
    await run.kill(round % 2 === 0 ? 'index-service.js' : 'parse-worker.js');
    const row = await run.work(60_000);
    const memory = memoryNow();
    memories.push(memory);
    report(`| ${round} | ${row} | ${memory.used} | ${memory.host} | ${memory.indexService} | ${memory.workers} |`);
  }
  return [...run.complaints, ...growthOf(memories)];
}

class Soak {
  readonly complaints: string[] = [];
  private readonly files: readonly string[];
  private random = 42;
  private marker = 0;

  constructor(
    private readonly index: WorkspaceIndex,
    private readonly root: string,
  ) {
    this.files = sourceFiles(root);
  }

  async untilReady(): Promise<void> {
    const isReady = (): boolean =>
      this.index.state.folders.length > 0 && this.index.state.folders.every(({ is }) => is === 'ready');
    for (const end = Date.now() + readyMinutes * 60_000; !isReady(); await pause(200))
      if (Date.now() > end) throw new Error(`not ready: ${JSON.stringify(this.index.state)}`);
    const { files = 0, chunks = 0 } = this.index.state.folders[0] ?? {};
    report(`${files} files, ${chunks} chunks`);
  }

  /** Counts, times of searches, and the longest wait for a change to be found. */
  async work(milliseconds: number): Promise<string> {
    const actions = [this.save, this.save, this.leaveUnsaved, this.remove, this.rename, this.switchBranch];
    const times: number[] = [];
    let worst = 0;
    let count = 0;
    for (const end = Date.now() + milliseconds; Date.now() < end; count++) {
      const action = actions[this.next(actions.length)] ?? this.save;
      worst = Math.max(worst, await action.call(this));
      for (let i = 0; i < 5; i++) times.push(await this.ask(questions[this.next(questions.length)] ?? ''));
    }
    times.sort((a, b) => a - b);
    const at = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0);
    return [count, times.length, at(0.5), at(0.95), worst.toFixed(0)].join(' | ');
  }

  async kill(file: 'index-service.js' | 'parse-worker.js'): Promise<void> {
    killProcesses(file);
    await this.untilAnswered(file);
    const path = 'soak-killed.md';
    const name = this.newMarker();
    writeFileSync(join(this.root, path), `# ${name}\n\nWritten while a process was gone.\n`);
    await this.untilFound(name, path, branchTimeoutMs, `after ${file} was killed`);
    rmSync(join(this.root, path));
    await this.untilGone(name, branchTimeoutMs, `after ${file} was killed and the file deleted`);
  }

  /** A search that was under way when the service was killed fails; the next ones must be answered by a new service. */
  private async untilAnswered(killed: string): Promise<void> {
    for (const end = Date.now() + branchTimeoutMs; ; await pause(100)) {
      try {
        await this.hitsOf('anything');
        return;
      } catch (error) {
        if (Date.now() > end) return this.complain(`no answer after ${killed} was killed: ${error}`);
      }
    }
  }

  private async save(): Promise<number> {
    const path = this.file();
    const name = this.newMarker();
    const document = await workspace.openTextDocument(Uri.file(join(this.root, path)));
    const editor = await window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(document.positionAt(document.getText().length), `\n${name}\n`));
    await document.save();
    const waited = await this.untilFound(name, path, timeoutMs, 'after saving');
    await commands.executeCommand('undo');
    await document.save();
    await this.untilGone(name, timeoutMs, 'after it was removed and saved');
    await commands.executeCommand('workbench.action.closeActiveEditor');
    return waited;
  }

  private async leaveUnsaved(): Promise<number> {
    const path = this.file();
    const name = this.newMarker();
    const document = await workspace.openTextDocument(Uri.file(join(this.root, path)));
    const editor = await window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(document.positionAt(0), `${name}\n`));
    const waited = await this.untilFound(name, path, timeoutMs, 'in an unsaved editor');
    await commands.executeCommand('workbench.action.files.revert');
    await this.untilGone(name, timeoutMs, 'after reverting');
    await commands.executeCommand('workbench.action.closeActiveEditor');
    return waited;
  }

  /** Creates and deletes a file outside VS Code, like a generator or a terminal. */
  private async remove(): Promise<number> {
    const path = `soak-${this.next(5)}.md`;
    const file = join(this.root, path);
    const name = this.newMarker();
    writeFileSync(file, `# ${name}\n\nA file that comes and goes.\n`);
    const waited = await this.untilFound(name, path, timeoutMs, 'in a new file');
    rmSync(file);
    await this.untilGone(name, timeoutMs, 'after its file was deleted');
    return waited;
  }

  private async rename(): Promise<number> {
    const name = this.newMarker();
    const from = join(this.root, 'soak-from.md');
    const to = join(this.root, 'soak-to.md');
    writeFileSync(from, `# ${name}\n\nA file that is renamed.\n`);
    await this.untilFound(name, 'soak-from.md', timeoutMs, 'in a new file');
    renameSync(from, to);
    const waited = await this.untilFound(name, 'soak-to.md', timeoutMs, 'after renaming');
    rmSync(to);
    await this.untilGone(name, timeoutMs, 'after its file was deleted');
    return waited;
  }

  private async switchBranch(): Promise<number> {
    for (const branch of branches) {
      execFileSync('git', ['-C', this.root, 'checkout', '-q', branch]);
      const other = branches.find((one) => one !== branch) ?? '';
      await this.untilFound(markerOf(branch), `${markerOf(branch)}.md`, branchTimeoutMs, `on the branch ${branch}`);
      await this.untilGone(markerOf(other), branchTimeoutMs, `on the branch ${branch}`);
    }
    return 0;
  }

  /** Milliseconds. */
  private async ask(question: string): Promise<number> {
    const started = performance.now();
    const { hits } = await this.index.search(question, { limit: 10 });
    const took = performance.now() - started;
    if (hits.length === 0) this.complain(`nothing was found for "${question}"`);
    for (const hit of hits) this.check(hit);
    return took;
  }

  private check(hit: Hit): void {
    const file = join(hit.root, hit.path);
    if (hit.stale) this.complain(`a stale hit: ${hit.path}:${hit.startLine}`);
    if (!existsSync(file)) this.complain(`a hit in a file that is gone: ${hit.path}`);
    // Notebooks and similar formats are decoded: their text differs from the file.
    else if (!/\.(ipynb|json)$/.test(hit.path) && !readFileSync(file, 'utf8').includes(hit.text))
      this.complain(`a hit that does not match the text of ${hit.path}:${hit.startLine}`);
  }

  private async untilFound(name: string, path: string, timeout: number, when: string): Promise<number> {
    const started = performance.now();
    for (;;) {
      const hits = await this.hitsOf(name);
      const waited = performance.now() - started;
      if (hits.some((hit) => hit.path === path && hit.text.includes(name))) return waited;
      if (waited > timeout) {
        this.complain(`${name} was not found in ${path} within ${timeout} ms ${when}`);
        return waited;
      }
      await pause(20);
    }
  }

  private async untilGone(name: string, timeout: number, when: string): Promise<void> {
    for (const end = Date.now() + timeout; ; await pause(20)) {
      const hits = await this.hitsOf(name);
      if (!hits.some((hit) => hit.text.includes(name))) return;
      if (Date.now() > end) return this.complain(`${name} was still found ${timeout} ms ${when}`);
    }
  }

  private async hitsOf(name: string): Promise<readonly Hit[]> {
    const { hits } = await this.index.search(`"${name}"`, { limit: 3 });
    return hits;
  }

  private complain(complaint: string): void {
    this.complaints.push(complaint);
    report(`! ${complaint}`);
  }

  private file(): string {
    return this.files[this.next(this.files.length)] ?? '';
  }

  private newMarker(): string {
    return `soakMarker${++this.marker}x${this.next(1_000_000)}`;
  }

  /** The same numbers in each run. */
  private next(below: number): number {
    this.random = (Math.imul(this.random, 1_664_525) + 1_013_904_223) >>> 0;
    return this.random % below;
  }
}

const memoryNames = {
  used: 'memory in use by the extension host',
  host: 'extension host',
  indexService: 'index service',
};

function growthOf(memories: readonly Memory[]): string[] {
  const third = Math.floor(memories.length / 3);
  if (third === 0) return [];
  const peak = (part: readonly Memory[], key: keyof Memory): number => Math.max(...part.map((one) => one[key]));
  return (['used', 'host', 'indexService'] as const).flatMap((key) => {
    const first = peak(memories.slice(0, third), key);
    const last = peak(memories.slice(-third), key);
    const name = memoryNames[key];
    report(`${name}: ${first} MB in the first third, ${last} MB in the last`);
    const isGrown = last > first * growth.factor + growth.megabytes;
    return isGrown ? [`the ${name} grew from ${first} to ${last} MB`] : [];
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
