import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

function markdownIn(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(root, folder, name));
}

const pages = [...markdownIn('.'), ...markdownIn('docs')];

function read(page: string): string {
  return readFileSync(page, 'utf8');
}

/** Without fenced and indented code, in which nothing is a link or a heading. */
function prose(text: string): string {
  return text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/^ {4}.*$/gm, '');
}

/** The anchors of a page, made from its headings as GitHub does. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of prose(text).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const plain = heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    let unique = anchor;
    for (let i = 1; anchors.has(unique); i++) unique = `${anchor}-${i}`;
    anchors.add(unique);
  }
  return anchors;
}

/** The targets of links and pictures that are not on the web. */
function localLinks(text: string): string[] {
  const plain = prose(text).replace(/`[^`\n]*`/g, '');
  return [...plain.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/i.test(target));
}

function brokenLinks(page: string, text: string): string[] {
  return localLinks(text).flatMap((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : resolve(dirname(page), path);
    if (path !== '' && !existsSync(target)) return [`${relative(root, page)}: there is no ${link}`];
    if (anchor === undefined) return [];
    const headings = anchorsOf(target === page ? text : read(target));
    return headings.has(anchor) ? [] : [`${relative(root, page)}: there is no heading for ${link}`];
  });
}

/**
 * What a page names in code style and is not there: files (`src/search/searcher.ts`, or `searcher.ts` alone) and folders
 * (`src/search/`); also files in drawings. Names with a part in capitals are patterns (`src/languages/definitions/NAME.ts`).
 */
function missingFiles(page: string, text: string, known: ReadonlySet<string>): string[] {
  const inProse = [...prose(text).matchAll(/`(\w[\w./-]*)`/g)].map(([, name = '']) => name);
  const drawn = text.split('\n').filter((line) => /^ {4}.*[─►]/.test(line));
  const names = [...inProse, ...drawn.flatMap((line) => line.match(/[\w-]+\.ts\b/g) ?? [])];
  const isSource = (name: string): boolean =>
    /\.(?:ts|mjs|wat)$/.test(name) || /^(?:src|test|scripts|bench|grammars|models|training)\//.test(name);
  const isPattern = (name: string): boolean => /(?:^|\/)[A-Z]+(?:\/|\.|$)/.test(name);
  // `index/format/note-rows.ts` is below src.
  const isThere = (name: string): boolean =>
    name.includes('/') ? ['', 'src'].some((base) => existsSync(join(root, base, name))) : known.has(name);
  return names
    .filter((name) => isSource(name) && !isPattern(name) && !isThere(name))
    .map((name) => `${relative(root, page)}: there is no file ${name}`);
}

function sourceNames(): Set<string> {
  const folders = ['src', 'scripts', 'test'].map((folder) => join(root, folder));
  return new Set(
    folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => basename(name)),
    ),
  );
}

describe('documentation', () => {
  it('has links that lead somewhere, headings included', () => {
    assert.deepEqual(
      pages.flatMap((page) => brokenLinks(page, read(page))),
      [],
    );
  });

  it('names source files that exist', () => {
    const known = sourceNames();
    assert.deepEqual(
      markdownIn('docs').flatMap((page) => missingFiles(page, read(page), known)),
      [],
    );
  });

  it('has every page in the list of pages', () => {
    const index = join(root, 'docs/README.md');
    const listed = new Set(localLinks(read(index)).map((link) => resolve(dirname(index), link)));
    const unlisted = markdownIn('docs').filter((page) => page !== index && !listed.has(page));
    assert.deepEqual(unlisted, []);
  });

  it('has a README of at most 250 lines', () => {
    const lines = read(join(root, 'README.md')).trimEnd().split('\n').length;
    assert.ok(lines <= 250, `${lines} lines`);
  });

  it('lists every command of the palette with its title', () => {
    const text = read(join(root, 'docs/commands.md'));
    const { contributes } = JSON.parse(read(join(root, 'package.json')));
    const titles: Record<string, string> = JSON.parse(read(join(root, 'package.nls.json')));
    const entries: { command: string; when: string }[] = contributes.menus.commandPalette;
    const hidden = new Set(entries.filter(({ when }) => when === 'false').map(({ command }) => command));
    const commands: { command: string; title: string }[] = contributes.commands;
    const missing = commands.filter(({ command, title }) => {
      const shown = titles[title.replaceAll('%', '')] ?? title;
      return !hidden.has(command) && !(text.includes(`\`${command}\``) && text.includes(shown));
    });
    assert.deepEqual(missing, []);
  });

  describe('the check itself', () => {
    const page = join(root, 'docs/page.md');

    it('finds a file that is not there', () => {
      assert.deepEqual(brokenLinks(page, 'See [this](nowhere.md) and [that](README.md).'), [
        'docs/page.md: there is no nowhere.md',
      ]);
      assert.deepEqual(missingFiles(page, '`src/nowhere/x.ts` and `nowhere.ts`', new Set(['here.ts'])), [
        'docs/page.md: there is no file src/nowhere/x.ts',
        'docs/page.md: there is no file nowhere.ts',
      ]);
      assert.deepEqual(missingFiles(page, '    here.ts ─► gone.ts\n\n    run src/x.ts', new Set(['here.ts'])), [
        'docs/page.md: there is no file gone.ts',
      ]);
    });

    it('finds a heading that is not there, in this page and in another', () => {
      const text = '# One thing, `two` things\n\n[a](#one-thing-two-things) [b](#three) [c](README.md#nothing)';
      assert.deepEqual(brokenLinks(page, text), [
        'docs/page.md: there is no heading for #three',
        'docs/page.md: there is no heading for README.md#nothing',
      ]);
    });

    it('takes nothing in code for a link', () => {
      assert.deepEqual(
        localLinks('`[a](b.md)`\n\n```\n[c](d.md)\n```\n\n    [e](f.md)\n\n[g](h.md) [i](https://j.k)'),
        ['h.md'],
      );
    });
  });
});
