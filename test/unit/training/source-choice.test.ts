import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchmarkLines, hasSharedLine } from '../../../training/leaks';
import { isExcludedPackage, isExcludedPath } from '../../../training/mining/excluded-projects';
import { isPermissive, licenceOfCopyright, licenceOfText } from '../../../training/mining/licences';
import { packageLine, readPackages } from '../../../training/mining/package-list';
import { buildKey, isSourceFile, mappedSources, projectPath } from '../../../training/mining/source-files';

describe('a licence', () => {
  it('is accepted if it is permissive or offers a permissive choice', () => {
    for (const licence of ['MIT', 'Apache-2.0', '(MIT OR GPL-3.0)', 'BSD-3-Clause', 'Expat', 'Apache-2.0 and MIT'])
      assert.ok(isPermissive(licence), licence);
  });

  it('is rejected if it is not permissive, in whole or in part', () => {
    for (const licence of [
      'GPL-3.0',
      'LGPL-2.1+',
      'MIT AND GPL-2.0',
      'UNLICENSED',
      'SEE LICENSE IN LICENSE',
      '',
      'MPL-2.0',
    ])
      assert.ok(!isPermissive(licence), licence);
  });

  it('is that of the source itself, not of its packaging', () => {
    const copyright =
      'Format: https://x\n\nFiles: *\nCopyright: A\nLicense: Expat\n\nFiles: debian/*\nLicense: GPL-3+\n';
    assert.equal(licenceOfCopyright(copyright), 'Expat');
    assert.equal(licenceOfCopyright('This package is free software.'), undefined);
  });

  it('is recognised by its text', () => {
    assert.equal(licenceOfText('Permission is hereby granted, free of\ncharge, to any person'), 'MIT');
    assert.equal(licenceOfText('GNU GENERAL PUBLIC LICENSE Version 3'), undefined);
  });
});

describe('projects of benchmarks', () => {
  it('are excluded under every package name', () => {
    for (const name of [
      'golang-github-gin-gonic-gin-dev',
      'python3-flask',
      'librust-serde-dev',
      'express',
      '@reduxjs/toolkit',
      'zod',
      'libgoogle-gson-java',
      'php-guzzlehttp-guzzle',
      'trpc/trpc',
    ])
      assert.ok(isExcludedPackage(name), name);
    for (const name of ['golang-github-spf13-viper-dev', 'lodash', 'python3-yaml'])
      assert.ok(!isExcludedPackage(name), name);
  });

  it('are excluded if another project contains a copy', () => {
    assert.ok(isExcludedPath('src/fmt/format.h'));
    assert.ok(!isExcludedPath('src/format/fmt.h'));
  });

  it('are not in the list of packages', () => {
    const packages = readPackages();
    assert.ok(packages.length > 10_000);
    assert.deepEqual(
      packages.filter(({ name, group }) => isExcludedPackage(name) || isExcludedPackage(group)),
      [],
    );
    assert.deepEqual(
      packages.filter(({ licence }) => !isPermissive(licence)),
      [],
    );
    for (const entry of packages.slice(0, 50))
      assert.ok(packageLine(entry).startsWith(`${entry.source}\t${entry.name}\t`));
  });

  it('are detected by a shared long line', () => {
    const folder = mkdtempSync(join(tmpdir(), 'leaks-'));
    try {
      const line = 'return this.registry.lookup(name, { deep: true }) ?? fallback;';
      writeFileSync(join(folder, 'a.ts'), `function f() {\n  ${line}\n}\n`);
      const lines = benchmarkLines(folder);
      assert.ok(hasSharedLine(`x();\n    ${line}\n`, lines));
      assert.ok(!hasSharedLine('function f() {\n}', lines));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('training files', () => {
  it('are source, not tests, builds or declarations', () => {
    for (const path of ['src/a.ts', 'usr/share/gocode/src/github.com/a/b/c.go', 'lib/a.js.map'])
      assert.ok(isSourceFile(path, 5000), path);
    for (const path of [
      'src/a.test.ts',
      'test/a.py',
      'a_test.go',
      'dist/a.min.js',
      'types/a.d.ts',
      'vendor/a.go',
      'soc/uart_reg.h',
      'README.md',
    ])
      assert.ok(!isSourceFile(path, 5000), path);
  });

  it('have the path of their project', () => {
    assert.equal(projectPath('usr/share/gocode/src/github.com/a/b/c.go', 'debian'), 'b/c.go');
    assert.equal(projectPath('package/src/a.ts', 'npm'), 'src/a.ts');
    assert.equal(projectPath('src/a.cs', 'git'), 'src/a.cs');
  });

  it('count once if they are built several times', () => {
    assert.equal(buildKey('lib/a/b.js'), buildKey('dist/esm/a/b.mjs'));
  });

  it('include the sources in source maps', () => {
    const text = `export function f(): void {\n${'  work();\n'.repeat(40)}}\n`;
    const map = JSON.stringify({ sources: ['../src/a.ts', '../node_modules/b/b.ts'], sourcesContent: [text, text] });
    assert.deepEqual(mappedSources(map), [{ path: 'src/a.ts', text }]);
    assert.deepEqual(mappedSources('{'), []);
  });
});
