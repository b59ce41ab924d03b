/** What of a query could not be used is said in the language of the editor: German here, by the translations that ship. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { QueryFault } from '../../../../src/search/query/query-problem';

const root = join(__dirname, '..', '..', '..', '..');

/** Of `vscode` only what words need, on the translations of a language. */
function editor(language: string) {
  const bundle: Record<string, string> = JSON.parse(
    readFileSync(join(root, 'l10n', `bundle.l10n.${language}.json`), 'utf8'),
  );
  const t = (text: string, ...args: unknown[]): string =>
    (bundle[text] ?? text).replace(/\{(\d+)\}/g, (_, index) => String(args[Number(index)]));
  return { l10n: { t }, env: { language } };
}

async function wordsIn(language: string): Promise<(fault: QueryFault) => string> {
  const built = await build({
    entryPoints: [join(root, 'src/vscode/search/query-fault-text.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    write: false,
  });
  const made: { exports: { queryFaultText?: (fault: QueryFault) => string } } = { exports: {} };
  const real = createRequire(__filename);
  const load = (id: string): unknown => (id === 'vscode' ? editor(language) : real(id));
  new Function('module', 'exports', 'require', built.outputFiles[0]?.text ?? '')(made, made.exports, load);
  assert.ok(made.exports.queryFaultText);
  return made.exports.queryFaultText;
}

describe('what is wrong with a query', () => {
  it('is said in German', async () => {
    const say = await wordsIn('de');
    const said: readonly (readonly [QueryFault, string])[] = [
      [{ is: 'too-long', most: 10_000 }, 'Nur die ersten 10.000 Zeichen der Suche werden verwendet.'],
      [{ is: 'no-words' }, 'Es gibt keine Wörter, nach denen gesucht werden kann.'],
      [{ is: 'excludes-nothing', value: '-' }, '„-“ enthält kein Wort, das ausgeschlossen werden könnte.'],
      [{ is: 'no-language', value: 'klingonisch' }, 'Es gibt keine Sprache „klingonisch“.'],
      [{ is: 'no-language', value: 'pyton', near: 'python' }, 'Es gibt keine Sprache „pyton“; ist python gemeint?'],
      [{ is: 'no-kind', value: 'x' }, 'Es gibt keine Art „x“.'],
      [{ is: 'no-kind', value: 'clas', near: 'class' }, 'Es gibt keine Art „clas“; ist class gemeint?'],
      [
        { is: 'no-filter', value: 'langauge', near: 'language' },
        '„langauge:“ ist kein Filter und wird als Text gesucht; ist language: gemeint?',
      ],
      [{ is: 'long-pattern', most: 256 }, 'Ein Pfadmuster hat höchstens 256 Zeichen.'],
      [{ is: 'many-wildcards', value: '*' }, '„*“ hat zu viele Platzhalter.'],
      [{ is: 'no-pattern', value: '[' }, '„[“ ist kein Pfadmuster.'],
    ];
    for (const [fault, words] of said) assert.equal(say(fault), words);
  });
});
