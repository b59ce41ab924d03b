/** The adapter with LangChain's own packages. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Document } from '@langchain/core/documents';
import { RunnableLambda } from '@langchain/core/runnables';
import {
  type CodegrainMetadata,
  CodegrainRetriever,
  type CodegrainRetrieverOptions,
  CodegrainTextSplitter,
  type CodegrainTextSplitterOptions,
} from '../../../../../src/surfaces/library/adapters/langchain';
import { CodegrainError, chunk, close, openIndex } from '../../../../../src/surfaces/library/library';
import { removeTemporaryFolders, temporaryFolder } from '../../../index/file/index-folders';
import { smallProject, usersText } from './small-project';

const small: CodegrainTextSplitterOptions = { path: 'users.py', maxTokens: 40 };

describe('the text splitter for LangChain', function () {
  this.timeout(120_000);
  after(close);

  it('gives the texts of the chunks, which are the whole text', async () => {
    const texts = await new CodegrainTextSplitter(small).splitText(usersText);
    const { chunks } = await chunk(usersText, small);
    assert.deepEqual(
      texts,
      chunks.flatMap(({ role, text }) => (role === 'parent' ? [] : [text])),
    );
    assert.ok(texts.length > 1);
    assert.equal(texts.join(''), usersText);
  });

  it('puts the context before the text if asked', async () => {
    const splitter = new CodegrainTextSplitter({ ...small, withContext: true });
    const texts = await splitter.splitText(usersText);
    const check = texts.find((text) => text.includes('def check'));
    assert.match(check ?? '', /users\.py/);
    assert.match(check ?? '', /class Users/);
  });

  it('keeps the metadata of documents, and adds names, lines and context', async () => {
    const source = new Document({
      pageContent: usersText,
      metadata: { source: 'src/users.py', owner: 'me', loc: { page: 3 } },
    });
    const documents = await new CodegrainTextSplitter({ maxTokens: 40 }).splitDocuments([source]);
    const remove = documents.find(({ pageContent }) => pageContent.includes('def remove'));
    const { owner, path, language, name, scope, context, loc } = remove?.metadata ?? {};
    assert.deepEqual([owner, path, language, name, scope], ['me', 'src/users.py', 'python', 'remove', ['Users']]);
    assert.match(context, /class Users/);
    const lines = usersText.split('\n').slice(loc.lines.from - 1, loc.lines.to);
    assert.equal(loc.page, 3);
    assert.ok(lines.some((line) => line.includes('def remove')));
  });

  it('finds the language of each document', async () => {
    const documents = await new CodegrainTextSplitter().createDocuments(
      ['function f() {}\n', 'def f():\n    pass\n', '# Title\n\nA text.\n', ''],
      [{ source: 'a.js' }, { path: 'b.py' }, { source: 'c.md' }, {}],
      { chunkHeader: '> ' },
    );
    assert.deepEqual(
      documents.map(({ metadata, pageContent }) => [metadata.language, pageContent.slice(0, 4)]),
      [
        ['javascript', '> fu'],
        ['python', '> de'],
        ['markdown', '> # '],
      ],
    );
  });

  it('is a transformer of documents, in a chain', async () => {
    const chain = RunnableLambda.from((text: string) => [new Document({ pageContent: text })]).pipe(
      new CodegrainTextSplitter(small),
    );
    assert.ok((await chain.invoke(usersText)).length > 1);
  });

  it('refuses options that are not allowed', async () => {
    await assert.rejects(new CodegrainTextSplitter({ maxTokens: 1 }).splitText('x'), CodegrainError);
  });
});

describe('the retriever for LangChain', function () {
  this.timeout(120_000);
  after(close);
  afterEach(removeTemporaryFolders);

  it('makes the index of a folder and finds code in it', async () => {
    const retriever = new CodegrainRetriever({ index: smallProject(), limit: 2 });
    const [first] = await retriever.invoke('compare a password with the stored hash');
    const metadata: (CodegrainMetadata & { score?: number }) | undefined = first?.metadata;
    assert.deepEqual([metadata?.path, metadata?.language, metadata?.loc.lines.from], ['users.py', 'python', 1]);
    assert.ok((metadata?.score ?? 0) > 0);
    assert.match(first?.pageContent ?? '', /def check/);
    await retriever.close();
  });

  it('searches an index that is open, with the options of a search, and leaves it open', async () => {
    await using index = await openIndex(smallProject());
    await index.refresh();
    const options: CodegrainRetrieverOptions = { index, language: ['typescript'], context: true, tags: ['code'] };
    const retriever = new CodegrainRetriever(options);
    const found = await retriever
      .pipe((documents) => documents.map(({ metadata }) => metadata.path))
      .invoke('password');
    assert.ok(found.every((path) => path === 'sübfolder/mail.ts'));
    await retriever.close();
    assert.ok((await index.search('newsletter')).hits.length > 0);
  });

  it('returns each parent once', async () => {
    await using index = await openIndex(smallProject(), { maxTokens: 40 });
    await index.refresh();
    const whole = await new CodegrainRetriever({ index, parents: true }).invoke('password of a user');
    const ofUsers = whole.filter(({ metadata }) => metadata.path === 'users.py');
    assert.equal(ofUsers.length, 1);
    assert.match(ofUsers[0]?.pageContent ?? '', /def check[\s\S]*def remove/);
    const { hits } = await index.search('password of a user', { byChunk: true });
    assert.equal(ofUsers[0]?.metadata.score, hits.find(({ path }) => path === 'users.py')?.score);
  });

  it('returns all hits, also those that begin on one line', async () => {
    const folder = temporaryFolder();
    const [first, second] = ['alpha', 'omega'].map(
      (name) => `function ${name}Tax(n) { return ${'n + '.repeat(60)}n; }`,
    );
    writeFileSync(join(folder, 'tax.js'), `${first} ${second}\n`);
    await using index = await openIndex(folder, { maxTokens: 150 });
    await index.refresh();
    const { hits } = await index.search('tax', { byChunk: true });
    assert.deepEqual(
      hits.map(({ startLine }) => startLine),
      [1, 1],
    );
    assert.equal((await new CodegrainRetriever({ index }).invoke('tax')).length, 2);
  });

  it('says that a folder is missing, or an open index is not made yet', async () => {
    const missing = new CodegrainRetriever({ index: 'no/such/folder' });
    await assert.rejects(missing.invoke('x'), { name: 'CodegrainError', code: 'not-found' });
    const retriever = new CodegrainRetriever({ index: await openIndex(smallProject()) });
    await assert.rejects(retriever.invoke('x'), { name: 'CodegrainError', code: 'no-index' });
  });
});
