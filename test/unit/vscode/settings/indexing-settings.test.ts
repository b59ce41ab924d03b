/** The scopes of the index settings in the manifest: no workspace can give consent for its user. */
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

  it('can otherwise be set per folder', () => {
    for (const id of ['include', 'exclude', 'location'])
      assert.equal(settings[`codegrain.index.${id}`]?.scope, 'resource');
  });
});
