/** `codegrain embed` as a user runs it: the built command line, and a real server for its models. */
import assert from 'node:assert/strict';
import {
  type Answer,
  asOllama,
  asOpenAi,
  json,
  startServer,
  type TestServer,
} from '../../embedding/server/embedding-server';
import { type CliResult, runCommand } from './runner/run-command';

const key = 'sk-secret-0123456789';

function run(args: readonly string[], input = '', env: Record<string, string> = {}): Promise<CliResult> {
  const variables = { ...process.env, CODEGRAIN_EMBEDDING_KEY: '', OPENAI_API_KEY: '', ...env };
  return runCommand(['embed', ...args], { input, env: variables });
}

describe('codegrain embed', function () {
  this.timeout(120_000);
  const servers: TestServer[] = [];
  const at = async (answer: Answer): Promise<{ server: TestServer; args: string[] }> => {
    const server = await startServer(answer);
    servers.push(server);
    return { server, args: ['--provider', 'openai', '--endpoint', server.url.href, '--model', 'm'] };
  };
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  it('prints a vector of length 1 for each text, in order', async () => {
    const { args } = await at(asOpenAi);
    const { status, stdout, stderr } = await run([...args, 'one', 'three words here']);
    assert.deepEqual([status, stderr], [0, '']);
    const vectors: number[][] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      vectors.map((vector) => vector.length),
      [4, 4],
    );
    for (const vector of vectors) assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-6);
    assert.notDeepEqual(vectors[0], vectors[1]);
  });

  it('prints how similar texts are to the first one, as text or JSON', async () => {
    const { args } = await at(asOpenAi);
    const words = await run([...args, '--similar', 'same', 'same', 'two\nlines']);
    assert.match(words.stdout, /^1\.0000 {2}same\n0\.\d{4} {2}two lines\n$/);
    const lines = (await run([...args, '--similar', '--json', 'same', 'same', 'two\nlines'])).stdout
      .trimEnd()
      .split('\n');
    const found = lines.map((line) => JSON.parse(line));
    assert.deepEqual(
      found.map(({ text }) => text),
      ['same', 'two\nlines'],
    );
    assert.ok(Math.abs(found[0].similarity - 1) < 1e-6);
  });

  it('embeds passages, queries, or a query and passages', async () => {
    const { server } = await at(asOllama);
    const args = [
      '--provider',
      'ollama',
      '--endpoint',
      server.url.href,
      '--model',
      'nomic-embed-text',
      '--dimensions',
      '4',
    ];
    await run([...args, 'a']);
    await run([...args, '--query', 'a']);
    await run([...args, '--query', '--similar', 'a', 'b']);
    assert.deepEqual(
      server.requests.flatMap(({ body }) => body.input),
      ['search_document: a', 'search_query: a', 'search_query: a', 'search_document: b'],
    );
  });

  it('reads lines from standard input, including blank ones and ones with other line separators inside', async () => {
    const { server, args } = await at(asOpenAi);
    const { status, stdout } = await run([...args, '-', 'last'], 'first\r\n\nin\u2028side\nno end');
    assert.equal(status, 0);
    const vectors: number[][] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(vectors.length, 5);
    assert.deepEqual(vectors[1], [0, 0, 0, 0]);
    assert.deepEqual(server.requests.at(-1)?.body.input, ['first', 'in\u2028side', 'no end', 'last']);
    assert.equal((await run(args, 'one\ntwo\n')).stdout.trimEnd().split('\n').length, 2);
  });

  it('embeds thousands of lines in order', async () => {
    const { args } = await at(asOpenAi);
    const lines = Array.from({ length: 3000 }, (_, i) => 'x'.repeat(1 + (i % 500)));
    const { status, stdout } = await run([...args, '--similar', '--json', 'xx', '-'], lines.join('\n'));
    assert.equal(status, 0);
    const texts = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).text);
    assert.deepEqual(texts, lines);
  });

  it('exits with 1 if there is no text, and with 2 if --similar has only one', async () => {
    const { args } = await at(asOpenAi);
    assert.deepEqual(await run(args, ''), { status: 1, stdout: '', stderr: '' });
    const { status, stderr } = await run([...args, '--similar', 'one']);
    assert.deepEqual([status, stderr], [2, 'codegrain: --similar needs a second text\n']);
  });

  it('takes the key only from the environment, and sends the OpenAI key only to OpenAI', async () => {
    const { server, args } = await at(asOpenAi);
    await run([...args, 'a'], '', { CODEGRAIN_EMBEDDING_KEY: key });
    assert.equal(server.requests.at(-1)?.headers.authorization, `Bearer ${key}`);
    await run([...args, 'a'], '', { OPENAI_API_KEY: key });
    assert.equal(server.requests.at(-1)?.headers.authorization, undefined);
  });

  it('reports an error in one line, without the key', async () => {
    const { args } = await at(({ headers }, response) => json(response, { error: headers.authorization }, 401));
    const { status, stdout, stderr } = await run([...args, 'a'], '', { CODEGRAIN_EMBEDDING_KEY: key });
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^codegrain: [^\n]*responded with 401 \(the key is missing or wrong\): Bearer \[key\]\n$/);
  });

  it('reports what it truncated', async () => {
    const { args } = await at(asOpenAi);
    const { status, stderr } = await run([...args, '--max-tokens', '32', 'word '.repeat(100)]);
    assert.equal(status, 0);
    assert.match(
      stderr,
      /^codegrain: truncated to fit the limit: embedded the first \d+ of 500 characters of "word word/,
    );
  });

  it('needs no server: the built-in model makes vectors of 256, 128 or 64 dimensions', async () => {
    for (const dimensions of [64, 128, 256]) {
      const { status, stdout, stderr } = await run(['--dimensions', String(dimensions), 'read a file', '???']);
      assert.deepEqual([status, stderr], [0, '']);
      const [known = [], unknown = []]: number[][] = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.equal(known.length, dimensions);
      assert.ok(Math.abs(Math.hypot(...known) - 1) < 1e-6);
      assert.deepEqual(unknown, Array(dimensions).fill(0));
    }
    const whole = await run(['read a file']);
    assert.equal(JSON.parse(whole.stdout).length, 256);
    assert.notEqual((await run(['--query', 'read a file'])).stdout, whole.stdout);
  });

  it('finds the code that a question is about with the built-in model, also from standard input', async () => {
    const texts = ['def load(path): return open(path).read()', 'time.sleep(5)', 'SELECT name FROM users'];
    const given = await run(['--similar', '--query', 'read a file', ...texts]);
    assert.deepEqual([given.status, given.stderr], [0, '']);
    const scores = given.stdout.split('\n').map((line) => Number.parseFloat(line));
    assert.ok(scores[0] !== undefined && scores[0] === Math.max(...scores.slice(0, texts.length)), given.stdout);
    const piped = await run(['--similar', '--query'], ['read a file', ...texts].join('\n'));
    assert.deepEqual(piped, given);
  });

  it('reports wrong options', async () => {
    for (const [args, expected] of [
      [
        ['--provider', 'cloud', 'a'],
        /--provider must be built-in, ollama, openai, gemini, cohere, voyage or mistral, not "cloud"/,
      ],
      [
        ['--provider', 'openai', 'a'],
        /--endpoint must be the address of the server.*; --model must be the name of a model/,
      ],
      [
        ['--provider', 'ollama', '--model', 'm', '--endpoint', 'localhost', 'a'],
        /--endpoint: an address must begin with/,
      ],
      [['--dimensions', '100', 'a'], /--dimensions must be 64, 128 or 256 for the built-in model, not 100/],
      [['--endpoint', 'http://localhost', 'a'], /--endpoint and --model need --provider/],
      [['--json', 'a'], /--json needs --similar/],
      [['--nonsense'], /nonsense/],
    ] as const) {
      const { status, stdout, stderr } = await run(args);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, expected);
      assert.match(stderr, /^codegrain: [^\n]+\n$/);
    }
  });
});
