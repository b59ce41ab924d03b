/**
 * Writes what is made from the tables of options (src/options) and languages: the settings in package.json with their English texts
 * in package.nls.json, and the tables between markers in docs/settings.md, docs/command-line.md and docs/languages.md.
 *
 *     npm run generate
 *
 * A test fails when the files differ from what this would write.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { productFile } from '../src/shared/product';
import { generatedFiles } from './generate/generated-files';

for (const [name, text] of generatedFiles((file) => readFileSync(productFile(file), 'utf8'))) {
  if (readFileSync(productFile(name), 'utf8') === text) continue;
  writeFileSync(productFile(name), text);
  console.log(`${name} written`);
}
