import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cognatesOf } from '../../../../src/search/near-words/cognates';

describe('the possible English spellings of a word', () => {
  const cases: readonly (readonly [word: string, english: string])[] = [
    ['Konfiguration', 'configuration'],
    ['Funktionen', 'function'],
    ['Priorität', 'priority'],
    ['Kapazität', 'capacity'],
    ['validieren', 'validate'],
    ['Validierung', 'validation'],
    ['Serialisierung', 'serialization'],
    ['modifizieren', 'modify'],
    ['registrieren', 'register'],
    ['akzeptiert', 'accept'],
    ['gestartet', 'start'],
    ['Instanzen', 'instance'],
    ['Struktur', 'structure'],
    ['binär', 'binary'],
    ['dynamische', 'dynamic'],
    ['Kategorien', 'category'],
    ['Photographie', 'photography'],
    ['serveur', 'server'],
    ['mémoire', 'memory'],
    ['requête', 'request'],
    ['sérialiser', 'serialize'],
    ['numérique', 'numeric'],
    ['paramètres', 'parameter'],
    ['configuración', 'configuration'],
    ['estructura', 'structure'],
    ['validar', 'validate'],
    ['método', 'method'],
    ['configurazione', 'configuration'],
    ['função', 'function'],
    ['configuratie', 'configuration'],
    ['capaciteit', 'capacity'],
    ['конфигурация', 'configuration'],
    ['индекс', 'index'],
    ['colour', 'color'],
    ['initialise', 'initialize'],
  ];
  for (const [word, english] of cases) {
    it(`of ${word} have ${english}`, () => {
      assert.ok(cognatesOf(word).includes(english), cognatesOf(word).slice(0, 40).join(' '));
    });
  }

  it('are few, of letters from a to z, and never fail', () => {
    const letters = fc.constantFrom(...'abcdefikzsotuxyßäöüéêñçàкцияфай語 -_1'.split(''));
    const words = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: letters, maxLength: 40 }));
    fc.assert(
      fc.property(words, (word) => {
        const found = cognatesOf(word);
        assert.ok(found.length <= 500, String(found.length));
        for (const one of found) assert.match(one, /^[a-z]{4,40}$/);
      }),
    );
  });
});
