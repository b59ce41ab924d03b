import type { Node } from '../../../syntax/syntax-node';
import type { Language } from '../../language';
import { childOfType } from '../../node-helpers';
import { words } from '../../word-lists';

/** The key without its quotes. */
function keyName(pair: Node): readonly Node[] {
  const key = pair.childForFieldName('key');
  if (!key) return [];
  return [childOfType(key, 'string_content') ?? key];
}

export const json: Language = {
  id: 'json',
  name: 'JSON',
  extensions: words(`
    .json .jsonc .json5 .jsonl .ndjson .geojson .topojson .jsonld .ipynb .webmanifest .code-workspace
    .code-snippets .importmap .har .avsc .sarif .tfstate .webapp`),
  filenames: words(`
    .babelrc .jshintrc .jscsrc .jslintrc .swcrc .nycrc .watchmanconfig .arcconfig .bowerrc .htmlhintrc
    .tern-project composer.lock flake.lock deno.lock bun.lock Package.resolved`),
  // Strict JSON has no comments, but its supersets and all editors that read JSON accept this form.
  comment: ['// ', ''],
  elision: ' { }',
  structure: {
    // Not containers: nested keys form the scope, but a list of all keys would not help to describe a chunk.
    definitions: { pair: { kind: 'key', names: keyName } },
    transparent: ['object'],
    bodies: ['object', 'array'],
  },
};
