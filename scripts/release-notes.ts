/**
 * Prints the section of CHANGELOG.md about a release, for the release page on GitHub:
 *
 *     node --import tsx scripts/release-notes.ts v0.2.0
 *
 * Fails if the tag is not the version of package.json, or if CHANGELOG.md has no section with a date for the release. So a tag
 * that was set too early publishes nothing.
 */
import { readFileSync } from 'node:fs';
import { errorMessage } from '../src/shared/error-message';

/** @throws An error that says what to fix before the tag is set again. */
export function notesOfRelease(tag: string, version: string, changelog: string): string {
  if (tag !== `v${version}`)
    throw new Error(`The tag is ${tag}, but package.json has version ${version}: the tag must be v${version}.`);
  const lines = changelog.split(/\r?\n/);
  const start = lines.findIndex((line) => /^## /.test(line) && versionOf(line) === version);
  const heading = lines[start];
  if (heading === undefined) throw new Error(`CHANGELOG.md has no section "## ${version} - YYYY-MM-DD".`);
  if (!/ - \d{4}-\d{2}-\d{2}$/.test(heading))
    throw new Error(`CHANGELOG.md has no date for ${version}: write "## ${version} - YYYY-MM-DD".`);
  const length = lines.slice(start + 1).findIndex((line) => /^## /.test(line));
  const section = lines.slice(start + 1, length === -1 ? undefined : start + 1 + length);
  const notes = section.join('\n').trim();
  if (notes === '') throw new Error(`CHANGELOG.md says nothing about ${version}.`);
  return notes;
}

/** The version in `## 0.2.0 - 2026-12-01` or `## [0.2.0] - 2026-12-01`. */
function versionOf(heading: string): string | undefined {
  return /^## \[?([^\]\s]+)/.exec(heading)?.[1];
}

function main(): void {
  const tag = process.argv[2];
  if (tag === undefined) throw new Error('usage: the tag of the release, such as v0.2.0');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  process.stdout.write(`${notesOfRelease(tag, version, readFileSync('CHANGELOG.md', 'utf8'))}\n`);
}

if (require.main === module) {
  try {
    main();
  } catch (error) {
    console.error(errorMessage(error));
    process.exitCode = 1;
  }
}
