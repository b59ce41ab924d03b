/** The adapter with LlamaIndex's own package. */
import assert from 'node:assert/strict';
import { Document, MetadataMode, type TextNode } from '@llamaindex/core/schema';
import {
  type CodegrainNodeMetadata,
  CodegrainNodeParser,
  type CodegrainNodeParserOptions,
  CodegrainNodeRetriever,
  type CodegrainNodeRetrieverOptions,
} from '../../../../../src/surfaces/library/adapters/llamaindex';
import { CodegrainError, close, openIndex } from '../../../../../src/surfaces/library/library';
import { removeTemporaryFolders } from '../../../index/file/index-folders';
import { repeatedText, smallProject, usersText } from './small-project';

const small: CodegrainNodeParserOptions = { maxTokens: 40 };

describe('the node parser for LlamaIndex', function () {
  this.timeout(120_000);
  after(close);

  const parse = async (text: string, metadata: Record<string, unknown> = {}): Promise<TextNode[]> => {
    const document = new Document({ text, metadata, id_: 'the document' });
    return new CodegrainNodeParser(small).getNodesFromDocuments([document]);
  };

  it('makes nodes that are the whole text, each with its document and neighbours', async () => {
    const nodes = await parse(usersText, { file_path: 'src/users.py', owner: 'me' });
    assert.ok(nodes.length > 1);
    assert.equal(nodes.map((node) => node.text).join(''), usersText);
    assert.equal(nodes[0]?.startCharIdx, 0);
    for (const [i, node] of nodes.entries()) {
      assert.equal(node.sourceNode?.nodeId, 'the document');
      assert.equal(node.prevNode?.nodeId, nodes[i - 1]?.id_);
      assert.equal(node.nextNode?.nodeId, nodes[i + 1]?.id_);
      assert.equal(usersText.slice(node.startCharIdx, node.endCharIdx), node.text);
      assert.deepEqual([node.metadata.owner, node.metadata.language], ['me', 'python']);
    }
    assert.equal(new Set(nodes.map(({ id_ }) => id_)).size, nodes.length);
  });

  it('knows the places of texts that are there twice', async () => {
    const nodes = await new CodegrainNodeParser({ ...small, maxTokens: 16, path: 'a.py' }).getNodesFromDocuments([
      new Document({ text: repeatedText }),
    ]);
    const starts = nodes.map(({ startCharIdx }) => startCharIdx);
    assert.equal(new Set(starts).size, nodes.length);
    assert.ok(nodes.every((node) => repeatedText.slice(node.startCharIdx, node.endCharIdx) === node.text));
  });

  it('embeds the context with the text, and nothing that is for programs', async () => {
    const nodes = await parse(usersText, { file_path: 'src/users.py' });
    const remove = nodes.find(({ text }) => text.includes('def remove'));
    const embedded = remove?.getContent(MetadataMode.EMBED) ?? '';
    assert.match(embedded, /class Users/);
    assert.doesNotMatch(embedded, /chunkId|startLine/);
    assert.deepEqual(remove?.metadata.scope, ['Users']);
  });

  it('is a transformation', async () => {
    const nodes = await new CodegrainNodeParser(small)([new Document({ text: usersText })]);
    assert.ok(nodes.length > 1);
  });

  it('takes an empty document, and refuses options that are not allowed', async () => {
    assert.deepEqual(await parse(''), []);
    const wrong = new CodegrainNodeParser({ maxTokens: 1 });
    await assert.rejects(wrong.getNodesFromDocuments([new Document({ text: 'x' })]), CodegrainError);
  });
});

describe('the retriever for LlamaIndex', function () {
  this.timeout(120_000);
  after(close);
  afterEach(removeTemporaryFolders);

  it('makes the index of a folder and finds code in it', async () => {
    const retriever = new CodegrainNodeRetriever({ index: smallProject(), limit: 1 });
    const [found, ...more] = await retriever.retrieve('compare a password with the stored hash');
    assert.equal(more.length, 0);
    const metadata = found?.node.metadata as CodegrainNodeMetadata | undefined;
    assert.equal(metadata?.path, 'users.py');
    assert.ok((found?.score ?? 0) > 0);
    assert.match(found?.node.getContent(MetadataMode.LLM) ?? '', /users\.py[\s\S]*def check/);
    await retriever.close();
  });

  it('returns each parent once', async () => {
    await using index = await openIndex(smallProject(), { maxTokens: 40 });
    await index.refresh();
    const found = await new CodegrainNodeRetriever({ index, parents: true }).retrieve('password of a user');
    const [whole, ...more] = found.filter(({ node }) => node.metadata.path === 'users.py');
    assert.equal(more.length, 0);
    assert.match(whole?.node.getContent(MetadataMode.NONE) ?? '', /def check[\s\S]*def remove/);
  });

  it('searches an index that is open, with a query in parts', async () => {
    await using index = await openIndex(smallProject());
    await index.refresh();
    const options: CodegrainNodeRetrieverOptions = { index, mode: 'keyword' };
    const found = await new CodegrainNodeRetriever(options).retrieve({ query: [{ type: 'text', text: 'newsletter' }] });
    assert.deepEqual(
      found.map(({ node }) => node.metadata.path),
      ['sübfolder/mail.ts'],
    );
  });
});
