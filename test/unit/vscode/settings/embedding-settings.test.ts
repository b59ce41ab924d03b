/** The scopes of the embedding settings in the manifest: no workspace can use them to send code to another server. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { productFile } from '../../../../src/shared/product';

interface Property {
  readonly scope: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

const manifest = JSON.parse(readFileSync(productFile('package.json'), 'utf8'));
const sections: readonly { readonly properties: Record<string, Property> }[] = manifest.contributes.configuration;
const properties = Object.entries(
  Object.assign({}, ...sections.map((each) => each.properties)) as Record<string, Property>,
);
const embedding = new Map(properties.filter(([id]) => id.startsWith('codegrain.embedding.')));
const enrich = new Map(properties.filter(([id]) => id.startsWith('codegrain.enrich.')));

describe('the embedding settings', () => {
  it('are ignored in a workspace until it is trusted', () => {
    const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    assert.equal(supported, 'limited');
    assert.deepEqual(restrictedConfigurations, [...embedding.keys(), ...enrich.keys()]);
  });

  it('have the scope of the machine, except that a workspace can choose the built-in model', () => {
    for (const [id, { scope }] of embedding) {
      assert.equal(scope, id === 'codegrain.embedding.provider' ? 'machine-overridable' : 'machine', id);
    }
  });
});

describe('the settings of language models', () => {
  it('have the scope of the machine: no workspace chooses where code is sent, the prompts or the costs', () => {
    assert.ok(enrich.size > 0);
    for (const [id, { scope }] of enrich) {
      // A folder may choose which of its files get notes.
      assert.equal(scope, /\.(include|exclude)$/.test(id) ? 'resource' : 'machine', id);
    }
  });
});
