/**
 * A repository that tries to run programs: every key of git's documentation that names one (`git help config`, `git help gitattributes`,
 * `git help githooks`) names a script of its own, which leaves a mark. Git itself runs many of them at the first `git log`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { functions, TestRepository } from '../wings/proof/test-repository';

/** Keys whose value is a program, a command line of a shell, or the name of a helper. */
export const programKeys = [
  'alias.diff-tree',
  'alias.log',
  'alias.rev-list',
  'browser.evil.cmd',
  'browser.evil.path',
  'core.alternateRefsCommand',
  'core.askPass',
  'core.editor',
  'core.fsmonitor',
  'core.gitProxy',
  'core.pager',
  'core.sshCommand',
  'credential.helper',
  'credential.https://evil.example.helper',
  'diff.evil.command',
  'diff.evil.textconv',
  'diff.external',
  'difftool.evil.cmd',
  'difftool.evil.path',
  'filter.evil.clean',
  'filter.evil.process',
  'filter.evil.smudge',
  'gpg.openpgp.program',
  'gpg.program',
  'gpg.ssh.defaultKeyCommand',
  'gpg.ssh.program',
  'gpg.x509.program',
  'guitool.evil.cmd',
  'hook.evil.command',
  'imap.tunnel',
  'instaweb.browser',
  'instaweb.httpd',
  'interactive.diffFilter',
  'man.evil.cmd',
  'man.evil.path',
  'merge.evil.driver',
  'mergetool.evil.cmd',
  'mergetool.evil.path',
  'pager.cat-file',
  'pager.diff',
  'pager.diff-tree',
  'pager.log',
  'pager.rev-list',
  'remote.evil.receivepack',
  'remote.evil.uploadpack',
  'sendemail.ccCmd',
  'sendemail.headerCmd',
  'sendemail.sendmailCmd',
  'sendemail.smtpServer',
  'sendemail.toCmd',
  'sequence.editor',
  'submodule.evil.update',
  'tar.tar.gz.command',
  'trailer.evil.cmd',
  'trailer.evil.command',
  'uploadpack.packObjectsHook',
  'web.browser',
] as const;

/** Keys that make git use the programs above, or that lead to other files with such keys. */
const openingKeys: Readonly<Record<string, string>> = {
  'log.showSignature': 'true',
  'commit.gpgSign': 'true',
  'protocol.allow': 'always',
  'protocol.ext.allow': 'always',
  'diff.tool': 'evil',
  'diff.guitool': 'evil',
  'merge.tool': 'evil',
  'hook.evil.event': 'post-index-change',
  'safe.bareRepository': 'all',
  'safe.directory': '*',
  'core.alternateRefsPrefixes': 'refs',
  'core.untrackedCache': 'true',
};

const hooks = [
  'fsmonitor-watchman',
  'post-checkout',
  'post-index-change',
  'pre-auto-gc',
  'reference-transaction',
  'update',
] as const;

/** So many new files that the last commits decide which come first. */
export function manyFiles(folder: string): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: 301 }, (_, at) => [`${folder}/${at}.ts`, `export const a${at} = ${at};\n`]),
  );
}

export class HostileRepository {
  private readonly scripts: string;
  private readonly marks: string;
  private readonly repository: TestRepository;

  /**
   * @param at an empty folder for its scripts and their marks
   * @param files more of them, by their paths
   */
  constructor(
    at: string,
    files: Readonly<Record<string, string>> = {},
    readonly folder = join(at, 'repository'),
  ) {
    this.scripts = join(at, 'scripts');
    this.marks = join(at, 'marks');
    for (const each of [folder, this.scripts, this.marks]) mkdirSync(each, { recursive: true });
    this.repository = new TestRepository(folder);
    const attributes = '* diff=evil filter=evil merge=evil\n';
    this.repository.commit('Begin with some numbers', {
      'a.ts': functions('one', 'two'),
      '.gitattributes': attributes,
      ...files,
    });
    const changed = functions('one', 'two').replace('value * 2', 'value / 2');
    this.repository.commit('Return the half instead of the double', { 'a.ts': changed });
    this.sign();
    writeFileSync(join(folder, '.git', 'info', 'attributes'), attributes);
    this.configure(join(folder, '.git'));
  }

  git(...args: string[]): string {
    return this.repository.git(...args);
  }

  /** What ran, by the names of keys and hooks. Forgets it. */
  ran(): string[] {
    const names = readdirSync(this.marks).sort();
    for (const name of names) rmSync(join(this.marks, name));
    return names;
  }

  /** HEAD gets a parent that is missing, and that only a program can fetch. Returns its id. */
  losesHistory(): void {
    const remote = `ext::${this.script('promisor')}`;
    for (const [key, value] of [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'evil'],
      ['remote.evil.url', remote],
      ['remote.evil.promisor', 'true'],
      ['remote.evil.partialCloneFilter', 'tree:0'],
    ] as const)
      this.git('config', key, value);
    this.moveHead(`parent ${'1'.repeat(40)}\n`);
  }

  /** A bare repository as ordinary files of this one, in a folder. Returns the folder. */
  addBare(): string {
    const bare = join(this.folder, 'docs');
    mkdirSync(bare);
    for (const name of ['HEAD', 'config', 'objects', 'refs'])
      cpSync(join(this.folder, '.git', name), join(bare, name), { recursive: true });
    execFileSync('git', ['config', '-f', join(bare, 'config'), 'core.bare', 'true']);
    writeFileSync(join(bare, 'index.ts'), functions('three'));
    return bare;
  }

  /** A folder whose `.git` is a file that names a repository inside this one. Returns the folder. */
  addPointer(): string {
    const folder = join(this.folder, 'part');
    mkdirSync(folder);
    cpSync(join(this.folder, '.git'), join(this.folder, 'store'), { recursive: true });
    writeFileSync(join(folder, '.git'), 'gitdir: ../store\n');
    writeFileSync(join(folder, 'part.ts'), functions('four'));
    return folder;
  }

  /** A folder with a program named like those that are started by name. Returns the folder. */
  addPrograms(): string {
    for (const name of ['git', 'git.exe', 'codegrain', 'codegrain.cmd', 'codegrain.exe'])
      cpSync(this.script(name), join(this.folder, name));
    return this.folder;
  }

  /** A signature of nobody. */
  private sign(): void {
    const signature = '-----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----';
    this.moveHead(`parent ${this.git('rev-parse', 'HEAD^').trim()}\n`, `gpgsig ${signature}\n`);
  }

  private moveHead(parents: string, more = ''): void {
    const tree = this.git('rev-parse', 'HEAD^{tree}').trim();
    const person = 'Ada <ada@example.com> 1 +0000';
    const input = `tree ${tree}\n${parents}author ${person}\ncommitter ${person}\n${more}\nReturn the half instead of the double\n`;
    const args = ['-C', this.folder, 'hash-object', '-t', 'commit', '-w', '--literally', '--stdin'];
    const made = execFileSync('git', args, { input, encoding: 'utf8' }).trim();
    writeFileSync(join(this.folder, '.git', 'refs', 'heads', 'main'), `${made}\n`);
  }

  private configure(gitDir: string): void {
    const included = join(gitDir, 'more');
    for (const key of programKeys) {
      const program = this.script(key);
      const isShell = key.startsWith('alias.') || key.endsWith('.update');
      // A part of the keys is in a file that the configuration includes.
      const file = key < 'm' ? join(gitDir, 'config') : included;
      execFileSync('git', ['config', '-f', file, key, isShell ? `!${program}` : program]);
    }
    const config = join(gitDir, 'config');
    for (const [key, value] of Object.entries(openingKeys)) execFileSync('git', ['config', '-f', config, key, value]);
    execFileSync('git', ['config', '-f', config, 'include.path', included]);
    execFileSync('git', ['config', '-f', config, 'includeIf.gitdir:**.path', included]);
    // Not a program but a folder of them; and two files that git reads.
    const hookFolder = join(gitDir, 'evil-hooks');
    mkdirSync(hookFolder);
    for (const name of hooks) {
      const script = this.script(`hook-${name}`);
      for (const folder of [hookFolder, join(gitDir, 'hooks')]) cpSync(script, join(folder, name));
    }
    execFileSync('git', ['config', '-f', config, 'core.hooksPath', hookFolder]);
    execFileSync('git', ['config', '-f', config, 'core.attributesFile', join(gitDir, 'info', 'attributes')]);
    // Other stores of objects, of which one is no store.
    writeFileSync(join(gitDir, 'objects', 'info', 'alternates'), `${join(gitDir, 'evil-hooks')}\n../objects\n`);
  }

  private script(name: string): string {
    const file = join(this.scripts, name.replaceAll(/[^\w.-]/g, '_'));
    const mark = join(this.marks, name.replaceAll(/[^\w.-]/g, '_'));
    if (!existsSync(file)) writeFileSync(file, `#!/bin/sh\n: > '${mark}'\nexit 1\n`, { mode: 0o755 });
    return file;
  }
}
