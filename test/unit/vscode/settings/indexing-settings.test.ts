/** What the manifest says of the index settings is what the code does, and no workspace can agree for its user. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { productFile } from '../../../../src/shared/product';

interface Property {
  readonly scope: string;
  readonly enum?: readonly string[];
}

const manifest = JSON.parse(readFileSync(productFile('package.json'), 'utf8'));
const sections: readonly { readonly properties: Record<string, Property> }[] = manifest.contributes.configuration;
const settings: Record<string, Property> = Object.assign({}, ...sections.map(({ properties }) => properties));

describe('the index settings', () => {
  it('leave consent to the user', () => {
    assert.equal(settings['codegrain.index.consent']?.scope, 'application');
  });

  it('can be those of a folder otherwise', () => {
    for (const id of ['include', 'exclude', 'location'])
      assert.equal(settings[`codegrain.index.${id}`]?.scope, 'resource');
  });
});
