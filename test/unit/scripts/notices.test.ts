/** Every part of others that the packages contain has its licence in the notices, and is in the list for programs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { bundledParts } from '../../../scripts/notices/bundled-parts';
import { bundledPackagesFile } from '../../../scripts/notices/noted-build';
import { billOfMaterials, noticesText } from '../../../scripts/notices/write-notices';
import { productFile, productRoot } from '../../../src/shared/product';

const json = (path: string) => JSON.parse(readFileSync(productFile(path), 'utf8'));

describe('the notices of the packages', () => {
  const root = productRoot();
  const parts = bundledParts(root);
  const notices = noticesText(root);

  it('name every package in the bundles, with its version and a text', () => {
    const packages: string[] = json(bundledPackagesFile);
    assert.ok(packages.length > 30);
    for (const folder of packages) {
      const { name, version } = json(`${folder}/package.json`);
      assert.ok(
        parts.some((part) => part.name === name && part.version === version),
        name,
      );
      assert.ok(notices.includes(`\n${name} ${version}\nLicence: `), name);
    }
  });

  it('name every grammar with its own authors, who are not those of the package it comes in', () => {
    for (const grammar of Object.keys(json('grammars/manifest.json').grammars)) {
      const part = parts.find(({ name }) => name === `tree-sitter grammar ${grammar}`);
      assert.ok(part, grammar);
      assert.doesNotMatch(part.licence, /Unlicense/, grammar);
    }
    assert.match(
      notices,
      /tree-sitter grammar python [^\n]+\nLicence: MIT\nSource: [^\n]+\n\nCopyright \(c\) 2016 Max/,
    );
  });

  it('name what is copied: the tables of tokens, the icons, the model that guesses languages, the runtime of tree-sitter', () => {
    for (const name of ['js-tiktoken', '@vscode/codicons', '@vscode/vscode-languagedetection', 'web-tree-sitter'])
      assert.ok(notices.includes(`\n${name} `), name);
  });

  it('have the whole text of each licence', () => {
    for (const { name, licence, text } of parts) {
      assert.notEqual(licence, '', name);
      if (text === undefined) assert.ok(notices.includes(`\nThe text of ${licence}\n`), name);
      else assert.ok(text.length > 100 && notices.includes(text), name);
    }
  });
});

describe('the list of parts for programs', () => {
  const text = billOfMaterials(productRoot());

  it('has the fields that CycloneDX 1.6 requires, and each reference once', () => {
    const bill = JSON.parse(text);
    assert.equal(bill.bomFormat, 'CycloneDX');
    assert.equal(bill.specVersion, '1.6');
    assert.match(bill.serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
    const references: string[] = [bill.metadata.component['bom-ref']];
    for (const { type, name, version, purl, licenses, 'bom-ref': reference } of bill.components) {
      assert.equal(type, 'library');
      assert.ok(name && version && /^pkg:/.test(purl), name);
      assert.ok(licenses[0].expression ?? licenses[0].license.id, name);
      references.push(reference);
    }
    assert.equal(new Set(references).size, references.length);
    assert.deepEqual(new Set(bill.dependencies[0].dependsOn), new Set(references.slice(1)));
    assert.equal(bill.components.length, bundledParts(productRoot()).length);
  });

  it('is the same for the same parts', () => assert.equal(billOfMaterials(productRoot()), text));
});
