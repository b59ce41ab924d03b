/** `codegrain measure` with a language model: a real server, and a model that does what a test says. */
import assert from 'node:assert/strict';
import { json } from '../../embedding/server/embedding-server';
import { removeTemporaryFolders } from '../../index/file/index-folders';
import { type ChatAsked, type ChatServer, closeServers, says, serveChat } from '../../wings/models/chat-server';
import { functions, TestRepository } from '../../wings/proof/test-repository';
import { type CliResult, runCommand } from './runner/run-command';

describe('codegrain measure with a model', function () {
  this.timeout(180_000);
  let repository: TestRepository;
  beforeEach(() => {
    repository = new TestRepository();
    const before = functions('invoiceTotal', 'invoiceAverage');
    repository.commit('Begin', { 'src/invoice.ts': before, 'src/other.ts': functions('shipmentTotal') });
    repository.commit('Halve the value in invoiceAverage', {
      'src/invoice.ts': before.replace(/\* 2(?![\s\S]*\* 2)/, '/ 2'),
    });
  });
  afterEach(async () => {
    await closeServers();
    removeTemporaryFolders();
  });

  function run(...args: string[]): Promise<CliResult> {
    return runCommand(['measure', ...args], { cwd: repository.folder });
  }
  const measure = (server: ChatServer, ...args: string[]): Promise<CliResult> =>
    run('--provider', 'openai', '--endpoint', server.url.href, '--model', 'm', ...args);

  const systemOf = ({ body }: ChatAsked): string => body.messages[0]?.content ?? '';
  /** Calls the first tool it is offered, and answers with what that shows. */
  const curious = says((last, asked) => {
    if (last.startsWith('The task:'))
      return systemOf(asked).includes('"pack"')
        ? '{"tool": "pack", "text": "invoiceAverage"}'
        : '{"tool": "list_files", "path": ""}';
    const isFound = last.includes('function invoiceAverage');
    return JSON.stringify({ answer: [{ path: 'src/invoice.ts', ...(isFound && { name: 'invoiceAverage' }) }] });
  });

  it('runs each task with and without the tools, and reports what passed and what it cost', async () => {
    const server = await serveChat(curious);
    const { status, stdout, stderr } = await measure(server, '--yes', '--json');
    assert.equal(status, 0, stderr);
    assert.match(
      stderr,
      /this sends 18 requests with [\d,]+ tokens of your files to http:\/\/.*; at most [\d,]+ tokens with the answers\n$/,
    );
    const { loops } = JSON.parse(stdout);
    assert.deepEqual(
      [loops.withCodegrain.passed, loops.withCodegrain.calls, loops.without.passed, loops.without.calls],
      [1, 1, 0, 1],
    );
    // Ten tokens read and five written in each of two requests.
    assert.deepEqual([loops.withCodegrain.tokens, loops.usage], [30, { input: 40, output: 20 }]);
    assert.equal(server.requests.length, 4);
  });

  it('prints both rows, and what the model itself judges', async () => {
    const judging = says((last, asked) => {
      if (last.startsWith('A developer was asked'))
        return JSON.stringify({ passed: last.includes('"name":"invoiceAverage"'), why: 'x' });
      return last.startsWith('The task:') && systemOf(asked).includes('"pack"')
        ? '{"answer": [{"path": "src/invoice.ts", "name": "invoiceAverage"}]}'
        : '{"answer": []}';
    });
    const { status, stdout, stderr } = await measure(await serveChat(judging), '--yes', '--judge');
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^1 task run by openai:\/\/.*\/m, at most 8 calls each$/m);
    assert.match(stdout, /^with Codegrain +100 % +100 % +100 % +15 +0\.0$/m);
    assert.match(stdout, /^without +0 % +0 % +0 % +15 +0\.0$/m);
  });

  it('sends nothing without consent', async () => {
    const server = await serveChat(curious);
    const { status, stderr } = await measure(server);
    assert.equal(status, 2);
    assert.match(stderr, /nothing was sent; use --yes to agree/);
    assert.equal(server.requests.length, 0);
  });

  it('ends a run that never answers after its calls, and tells wrong calls what to do', async () => {
    const results: string[] = [];
    const steps = [
      '{"tool": "nothing"}',
      '{"tool": "read_file", "path": "../../etc/passwd"}',
      '{}',
      '{"tool": "grep", "text": ""}',
    ];
    const lost = says((last, { body }) => {
      if (!last.startsWith('The task:')) results.push(last);
      return steps[Math.floor(body.messages.length / 2) - 1] ?? '{"tool": "list_files"}';
    });
    const { stdout } = await measure(await serveChat(lost), '--yes', '--json', '--calls', '5');
    const { loops } = JSON.parse(stdout);
    assert.deepEqual(
      loops.runs.map(({ calls, problem }: { calls: number; problem: string }) => [calls, problem]),
      [
        [5, 'no answer after 5 calls'],
        [5, 'no answer after 5 calls'],
      ],
    );
    assert.match(
      results[0] ?? '',
      /^There is no tool nothing\. The tools are pack, search_code, get_chunk, list_files, grep, read_file\.$/,
    );
    assert.equal(results[1], 'There is no file ../../etc/passwd.');
    assert.match(results[2] ?? '', /Write one JSON object/);
    assert.match(results[4] ?? '', /^src\/invoice\.ts\nsrc\/other\.ts\n\nThat was the last call: answer now\.$/);
  });

  it('stops at the budget, and reports what it has', async () => {
    const { status, stdout } = await measure(await serveChat(curious), '--yes', '--budget', '500');
    assert.equal(status, 0);
    assert.match(stdout, /not all tasks were run: the budget is spent/);
    assert.match(stdout, /^Codegrain pack/m);
  });

  it('stops if the model refuses every request, and says what to do', async () => {
    const server = await serveChat((_, response) => json(response, { error: { message: 'wrong key' } }, 401));
    const { status, stderr, stdout } = await measure(server, '--yes');
    assert.equal(status, 2);
    assert.match(stderr, /wrong key.*CODEGRAIN_CHAT_KEY/);
    assert.match(stdout, /^Codegrain pack/m);
  });

  it('refuses flags of a model without a model', async () => {
    const { status, stderr } = await run('--judge');
    assert.deepEqual([status, stderr], [2, 'codegrain: --judge needs --provider\n']);
  });
});
