/**
 * Starts git; nothing else in this product does. A repository is data of a stranger, and its configuration can name programs in dozens of
 * ways: pagers, signatures, filters, helpers of remotes, hooks. Git never sees it. It gets an empty repository in a temporary folder, with
 * a configuration of our own, whose objects are those of the repository: they are data alone. HEAD, branches, and where a shallow clone
 * ends are read without git.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '../shared/error-message';
import { programPath } from '../shared/program-path';
import { headOf, type Repository, shallowEnds } from './repository';

/** Why git gave no answer, in words for the user. */
export class GitProblem extends Error {}

/** Of git's messages, in characters. */
const maxComplaint = 10_000;

interface GitLimits {
  readonly maxMs: number;
  /** Of its output. */
  readonly maxBytes: number;
}

/**
 * The output of a command that reads commits and contents by their ids, or from `HEAD`. There are no other names, no working tree and no
 * index.
 * @throws GitProblem
 */
export async function runGit(
  repository: Repository,
  args: readonly string[],
  limits: GitLimits,
  input = '',
): Promise<Buffer> {
  const program = programPath('git', repository.top);
  if (program === undefined) throw new GitProblem('git is not installed, or not on the path');
  const { commit } = await headOf(repository);
  if (commit === undefined) throw new GitProblem('the repository has no commits yet');
  const shallow = shallowEnds(repository);
  const place = mkdtempSync(join(tmpdir(), 'codegrain-git-'));
  let child: ChildProcessWithoutNullStreams | undefined;
  const end = (): void => {
    if (child) killGroup(child);
    removePlace(place);
  };
  process.once('exit', end);
  try {
    makeRepository(place, commit, shallow);
    child = spawn(program, args, {
      cwd: place,
      env: environment(place, join(repository.commonDir, 'objects')),
      windowsHide: true,
      // A group of its own, so that all of it can be killed.
      detached: process.platform !== 'win32',
    });
    // Git may end before it has read everything; its own error says why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    return await outputOf(child, limits);
  } finally {
    process.off('exit', end);
    end();
  }
}

/** What git requires of a repository, and not more. */
function makeRepository(place: string, commit: string, shallow: string): void {
  // Ids of SHA-256 are longer.
  const format = commit.length > 40 ? '[extensions]\n\tobjectFormat = sha256\n' : '';
  mkdirSync(join(place, 'refs'));
  writeFileSync(join(place, 'HEAD'), `${commit}\n`);
  writeFileSync(join(place, 'config'), `[core]\n\trepositoryFormatVersion = 1\n\tbare = true\n${format}`);
  if (shallow !== '') writeFileSync(join(place, 'shallow'), shallow);
}

/** Nothing of git in our own environment counts either: it may belong to a hook or a script of the repository. */
function environment(place: string, objects: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
  return {
    ...Object.fromEntries(own),
    LC_ALL: 'C',
    GIT_DIR: place,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
  };
}

function outputOf(child: ChildProcessWithoutNullStreams, { maxMs, maxBytes }: GitLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    let complaint = '';
    const fail = (message: string): void => reject(new GitProblem(message));
    const timer = setTimeout(() => fail(`git took more than ${maxMs / 1000} seconds`), maxMs);
    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > maxBytes) fail(`git printed more than ${maxBytes} bytes`);
      else pieces.push(piece);
    });
    child.stderr.on('data', (piece: Buffer) => {
      if (complaint.length < maxComplaint) complaint += piece.toString();
    });
    child.on('error', (error) => fail(`git cannot be started: ${errorMessage(error)}`));
    child.on('close', (status) => {
      clearTimeout(timer);
      if (status === 0) resolve(Buffer.concat(pieces));
      else
        fail(
          complaint
            .split('\n')
            .find(Boolean)
            ?.replace(/^(?:fatal|error): /, '') ?? 'git failed',
        );
    });
  });
}

function killGroup({ pid, exitCode, signalCode }: ChildProcessWithoutNullStreams): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

function removePlace(place: string): void {
  try {
    rmSync(place, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // On Windows, git may still be ending: four small files stay among the temporary ones.
  }
}
