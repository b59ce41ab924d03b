/** Query problems are reported in the language of the editor: here in German, with the translations that ship. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { QueryFault } from '../../../../src/search/query/query-problem';

const root = join(__dirname, '..', '..', '..', '..');

/** The part of `vscode` that texts need, with the translations of one language. */
function fakeVscode(language: string) {
  const bundle: Record<string, string> = JSON.parse(
    readFileSync(join(root, 'l10n', `bundle.l10n.${language}.json`), 'utf8'),
  );
  const t = (text: string, ...args: unknown[]): string =>
    (bundle[text] ?? text).replace(/\{(\d+)\}/g, (_, index) => String(args[Number(index)]));
  return { l10n: { t }, env: { language } };
}

async function faultTextIn(language: string): Promise<(fault: QueryFault) => string> {
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
  const load = (id: string): unknown => (id === 'vscode' ? fakeVscode(language) : real(id));
  new Function('module', 'exports', 'require', built.outputFiles[0]?.text ?? '')(made, made.exports, load);
  assert.ok(made.exports.queryFaultText);
  return made.exports.queryFaultText;
}

describe('a problem with a query', () => {
  it('is reported in German', async () => {
    const faultText = await faultTextIn('de');
    const cases: readonly (readonly [QueryFault, string])[] = [
      [{ is: 'too-long', max: 10_000 }, 'Nur die ersten 10.000 Zeichen der Suche werden verwendet.'],
      [{ is: 'no-words' }, 'Die Suchanfrage enthält keine Wörter.'],
      [{ is: 'excludes-nothing', value: '-' }, '„-“ enthält kein Wort zum Ausschließen.'],
      [{ is: 'no-language', value: 'klingonisch' }, 'Unbekannte Sprache „klingonisch“.'],
      [{ is: 'no-language', value: 'pyton', near: 'python' }, 'Unbekannte Sprache „pyton“. Meintest du python?'],
      [{ is: 'no-kind', value: 'x' }, 'Unbekannte Art „x“.'],
      [{ is: 'no-kind', value: 'clas', near: 'class' }, 'Unbekannte Art „clas“. Meintest du class?'],
      [
        { is: 'no-filter', value: 'langauge', near: 'language' },
        '„langauge:“ ist kein Filter und wird als Text gesucht. Meintest du language:?',
      ],
      [{ is: 'long-pattern', max: 256 }, 'Ein Pfadmuster darf höchstens 256 Zeichen haben.'],
      [{ is: 'many-wildcards', value: '*' }, '„*“ hat zu viele Platzhalter.'],
      [
        { is: 'dropped-operators', value: 'lang:go', only: ['tests'] },
        'In Tests entspricht nichts lang:go. Deshalb wurde die Anfrage als reiner Text gesucht.',
      ],
      [{ is: 'no-pattern', value: '[' }, '„[“ ist kein gültiges Pfadmuster.'],
      [
        {
          is: 'read-as',
          words: [
            { typed: 'Datei', read: ['file'] },
            { typed: 'gesucht', read: ['find', 'search'] },
          ],
        },
        '„Datei“ wurde als „file“ gelesen. „gesucht“ wurde als „find / search“ gelesen.',
      ],
    ];
    for (const [fault, text] of cases) assert.equal(faultText(fault), text);
  });
});
