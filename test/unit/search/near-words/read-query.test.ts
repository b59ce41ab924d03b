/** What words of a query are read as that an index does not have, with the real dictionary of the built-in model. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SegmentBuilder } from '../../../../src/index/lexical/lexical-builder';
import { LexicalIndex } from '../../../../src/index/lexical/lexical-index';
import { LexicalSegment } from '../../../../src/index/lexical/lexical-segment';
import { readQuery } from '../../../../src/search/near-words/read-query';
import { parseQuery } from '../../../../src/search/query/query';
import { document } from '../../index/lexical/lexical-documents';
import { runs } from '../../random-runs';

function indexOf(...texts: readonly string[]): LexicalIndex {
  const builder = new SegmentBuilder();
  for (const text of texts) builder.add(document(text));
  return new LexicalIndex([new LexicalSegment(builder.finish())], { k1: 2, b: 0.75 });
}

const index = indexOf(
  'def load_configuration(file_path): read the file and parse each line of it into settings',
  'class RequestHandler: handle an error, search the response, write the message to the log; werkzeug',
  'function serialize(value) { cache.store(value); throw new ParseError(value) } // render the template',
  'getFixtureMarker validates the environment variable and the tree of nodes; list of authors: Die Der Wird Autor',
);

async function read(text: string, from: readonly LexicalIndex[] = [index]): Promise<{ text: string; words: string }> {
  const { query, words } = await readQuery(parseQuery(text).query, from);
  const said = words.map(({ typed, read }) => `${typed}=${read.join('/')}`).join(' ');
  return { text: query.text.replace(/\s+/g, ' ').trim(), words: said };
}

describe('a word that the index does not have', function () {
  this.timeout(20_000);

  const cases: readonly (readonly [what: string, query: string, words: string])[] = [
    ['in German', 'Wo wird die Konfiguration geladen?', 'Konfiguration=configuration geladen=load'],
    ['in German, of the table', 'Datei Fehler Anfrage', 'Datei=file Fehler=error Anfrage=request'],
    ['in German, in another form', 'Dateien schreiben, Vorlagen', 'Dateien=file schreiben=write Vorlagen=template'],
    ['in German, without umlauts', 'fuer Knoten pruefen', 'Knoten=node pruefen=check'],
    ['that is a compound', 'Dateipfad Umgebungsvariable', 'Dateipfad=file path Umgebungsvariable=environment variable'],
    ['in French', 'écrire le message dans le fichier', 'écrire=write fichier=file'],
    ['in French, of several words', 'le mot de passe est dans la requête', 'mot de passe=password requête=request'],
    ['in Spanish', '¿dónde se valida el archivo?', 'valida=validate archivo=file'],
    ['in Russian', 'загрузить файл', 'загрузить=load файл=file'],
    ['in Japanese', '設定ファイルを読み込む', '設定=setting ファイル=file 読み込=load'],
    ['in German, with a mistake', 'Konfigurtion', 'Konfigurtion=configuration'],
    ['with a swapped letter', 'load the configuratoin', 'configuratoin=configuration'],
    ['with a letter too few', 'reqest handlr', 'reqest=request handlr=handler'],
    ['with two mistakes, if it is long', 'enviromnet varables', 'enviromnet=environment varables=variables'],
    ['that is a name with a mistake', 'getfixturemarkr', 'getfixturemarkr=getfixturemarker'],
  ];
  for (const [what, query, words] of cases) {
    it(`${what} is read as one that it has`, async () => assert.equal((await read(query)).words, words));
  }

  it('is replaced in the text that is embedded, and function words of its language are left out', async () => {
    assert.equal((await read('Wo wird die Konfiguration geladen?')).text, 'Configuration load?');
  });

  it('keeps the rest of an identifier', async () => {
    assert.equal((await read('RequestHandlr')).text, 'RequestHandler');
  });

  it('counts less than a word that was typed, and the others as before', async () => {
    const { query } = await readQuery(parseQuery('load configuratoin').query, [index]);
    const weights = new Map(query.lexical.terms.map(({ term, weight }) => [term, weight]));
    assert.equal(weights.get('load'), 1);
    assert.equal(weights.get('configuration'), 0.8);
  });

  it('is searched in another form too if it is English, which needs no message', async () => {
    const { query, words } = await readQuery(parseQuery('serializer').query, [index]);
    assert.deepEqual(words, []);
    assert.equal(query.text, 'serializer');
    assert.ok(query.lexical.terms.some(({ term }) => term === 'serializ'));
  });

  it('stays as it is if nothing is near, if it is English, or if it is short', async () => {
    for (const text of ['xqzwvk', 'unicorn kubernetes', 'monad', 'abc xyz', 'the latte of the parse'])
      assert.deepEqual(await read(text), { text, words: '' });
  });

  it('is not what another index has', async () => {
    const other = indexOf('die Konfiguration wird geladen');
    assert.equal((await read('Konfiguration', [index, other])).words, '');
  });
});

describe('a query', function () {
  this.timeout(60_000);

  it('is not changed if the index has all its words', async () => {
    for (const text of [
      'parse each line of the file',
      'how does the handler write the message',
      'load_configuration',
    ]) {
      const { query } = parseQuery(text);
      assert.equal((await readQuery(query, [index])).query, query);
    }
  });

  it('in another language does not find lists of names by its function words', async () => {
    const { query } = await readQuery(parseQuery('Wie wird die Datei gelesen, und wo der Fehler?').query, [index]);
    const terms = query.lexical.terms.map(({ term }) => term);
    for (const word of ['wie', 'wird', 'die', 'der', 'und', 'wo']) assert.ok(!terms.includes(word), word);
  });

  it('in another language keeps names of the index, and also has what they mean', async () => {
    const { query } = await readQuery(parseQuery('Wo wird der Fehler mit werkzeug behandelt?').query, [index]);
    const terms = query.lexical.terms.map(({ term }) => term);
    assert.ok(terms.includes('werkzeug') && terms.includes('error') && terms.includes('handl'));
  });

  it('that was pasted is not changed, unless it is in another language', async () => {
    const pasted = `${'the request handler fails to load the file '.repeat(8)} configuratoin`;
    assert.equal((await read(pasted)).words, '');
    const german = 'Beim Schreiben der Datei wird ein Fehler gemeldet, obwohl die Einstellung gesetzt ist. '.repeat(5);
    assert.match((await read(german)).words, /Datei=file Fehler=error/);
  });

  it('keeps exclusions: what is excluded is not read either', async () => {
    const { query } = await readQuery(parseQuery('Datei -file').query, [index]);
    assert.ok(!query.lexical.terms.some(({ term }) => term === 'file'));
  });

  it('never fails, whatever the text, and grows by a little only', async () => {
    const word = fc.constantFrom(
      ...'die Konfiguration datei Suchindexdateipfad reqest parseHeadr el archivo ファイル设置 файл 𝒳 -x "a b" path:src'.split(
        ' ',
      ),
    );
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.array(fc.oneof(word, fc.string({ maxLength: 12 })), { maxLength: 60 }).map((words) => words.join(' ')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (source) => {
        const { query } = parseQuery(source);
        const { query: found, words } = await readQuery(query, [index]);
        assert.ok(found.text.length <= 4 * query.text.length + 40, found.text);
        assert.ok(found.lexical.terms.length <= 3 * query.lexical.terms.length + 40);
        for (const { typed, read } of words) assert.ok(typed !== '' && read.length > 0);
      }),
      { numRuns: runs(100) },
    );
  });
});
