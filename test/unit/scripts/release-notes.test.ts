/** The notes of a release come from CHANGELOG.md, and a tag that was set too early is rejected. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { notesOfRelease } from '../../../scripts/release-notes';
import { productFile } from '../../../src/shared/product';

const changelog = `# Changelog

## Unreleased

- Something new.

## 0.2.0 - 2026-12-01

### Added

- Search by colour.

## [0.1.0] - 2026-11-15

The first release.

## 0.0.9

- Without a date.

## 0.0.8 - 2026-10-01
`;

describe('the notes of a release', () => {
  it('are the section of the changelog for the release, without the heading', () => {
    assert.equal(notesOfRelease('v0.2.0', '0.2.0', changelog), '### Added\n\n- Search by colour.');
    assert.equal(notesOfRelease('v0.1.0', '0.1.0', changelog), 'The first release.');
  });

  it('are rejected if the tag is not the version', () => {
    assert.throws(() => notesOfRelease('v0.2.0', '0.1.0', changelog), /The tag is v0\.2\.0, .* must be v0\.1\.0/);
    assert.throws(() => notesOfRelease('0.2.0', '0.2.0', changelog), /must be v0\.2\.0/);
  });

  it('are rejected if the changelog has no section, no date or no text for the release', () => {
    assert.throws(() => notesOfRelease('v0.3.0', '0.3.0', changelog), /no section "## 0\.3\.0 - YYYY-MM-DD"/);
    assert.throws(() => notesOfRelease('v0.0.9', '0.0.9', changelog), /no date for 0\.0\.9/);
    assert.throws(() => notesOfRelease('v0.0.8', '0.0.8', changelog), /says nothing about 0\.0\.8/);
  });

  it('exist for the version in package.json', () => {
    const { version } = JSON.parse(readFileSync(productFile('package.json'), 'utf8'));
    const text = readFileSync(productFile('CHANGELOG.md'), 'utf8');
    assert.ok(notesOfRelease(`v${version}`, version, text).length > 100);
  });
});
