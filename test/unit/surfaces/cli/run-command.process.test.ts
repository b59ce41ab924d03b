/** `codegrain run` as a user runs it: the built command line and a real server. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from '../../embedding/server/embedding-server';
import { type ChatServer, closeServers, questions, reply, says, serveChat } from '../../wings/models/chat-server';
import { type CliResult, runCommand } from './runner/run-command';

describe('codegrain run', function () {
  this.timeout(120_000);
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-run-'));
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src', 'a.py'), 'import os\n\ndef here():\n    return os.getcwd()\n');
    writeFileSync(join(folder, 'src', 'b.md'), '# Title\n\nSome words.\n\n## More\n\nOther words.\n');
    writeFileSync(join(folder, 'prompt.txt'), 'What is in {path}?\n\n{chunk}');
  });
  afterEach(async () => {
    await closeServers();
    rmSync(folder, { recursive: true });
  });

  function run(server: ChatServer, ...args: string[]): Promise<CliResult> {
    const model = ['--provider', 'openai', '--endpoint', server.url.href, '--model', 'm'];
    const env = { ...process.env, CODEGRAIN_CHAT_KEY: 'sk-0123456789', OPENAI_API_KEY: '' };
    return runCommand(['run', ...model, ...args], { cwd: folder, env });
  }

  const lines = (text: string): Record<string, unknown>[] =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const inFolder = (name: string): string => readFileSync(join(folder, name), 'utf8');

  it('sends nothing before the user agrees, and says where text would go, in how many requests and tokens', async () => {
    const server = await serveChat(says(() => 'yes'));
    const { status, stdout, stderr } = await run(server, '--prompt', 'prompt.txt', 'src');
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(
      stderr,
      /this sends 2 requests with \d+ tokens of your files to http:\/\/127\.0\.0\.1:\d+ \(openai:.*\/m\)/,
    );
    assert.match(stderr, /nothing was sent; use --yes to agree/);
    assert.equal(server.requests.length, 0);
  });

  it('asks about whole files that fit the window, with the key, and prints a line for each', async () => {
    const server = await serveChat(says(() => 'words'));
    const { status, stdout, stderr } = await run(server, '--prompt', 'prompt.txt', '--yes', 'src');
    assert.equal(status, 0, stderr);
    assert.deepEqual(
      lines(stdout).map(({ is, path, startLine, endLine, answer }) => [is, path, startLine, endLine, answer]),
      [
        ['answer', 'src/a.py', 1, 4, 'words'],
        ['answer', 'src/b.md', 1, 7, 'words'],
      ],
    );
    const [python, markdown] = questions(server);
    assert.match(python ?? '', /^What is in src\/a\.py\?[\s\S]*import os\n\ndef here\(\):/);
    assert.equal(markdown, 'What is in src/b.md?\n\nsrc/b.md\n# Title\n\nSome words.\n\n## More\n\nOther words.');
    assert.equal(server.requests[0]?.headers.authorization, 'Bearer sk-0123456789');
  });

  it('asks about every chunk of a file that does not fit, and resumes from the output file', async () => {
    const turns = Array.from(
      { length: 400 },
      (_, i) => `## ${i % 2 ? 'Assistant' : 'User'}\n\nSentence number ${i} of a long talk.\n`,
    );
    writeFileSync(join(folder, 'talk.md'), turns.join('\n'));
    const server = await serveChat((asked, response, count) => {
      if (count === 3) json(response, { error: 'no' }, 400);
      else reply(asked, response, 'words');
    });
    const args = [
      '--prompt',
      'prompt.txt',
      '--window',
      '1500',
      '--answer-tokens',
      '100',
      '--parallel',
      '1',
      '--on-error',
      'fail-fast',
      '--out',
      'out.jsonl',
      '--yes',
      'talk.md',
    ];
    const first = await run(server, ...args);
    assert.equal(first.status, 1, first.stderr);
    assert.match(first.stderr, /3 answers, 1 failed, \d+ left \(stopped at the first failure\)/);
    const second = await run(server, ...args);
    assert.equal(second.status, 0, second.stderr);
    assert.match(second.stderr, /3 of \d+ already have an answer/);
    const asked = questions(server);
    assert.equal(asked.length, new Set(asked).size + 1);
    for (let i = 0; i < 400; i++)
      assert.ok(
        asked.some((one) => one.includes(`number ${i} of`)),
        `turn ${i}`,
      );
    const third = await run(server, ...args);
    assert.equal(third.status, 0);
    assert.equal(questions(server).length, asked.length);
  });

  it('stops at once if the key is refused or the server is down, says what to do, and resumes later', async () => {
    let isOpen = false;
    const server = await serveChat((asked, response, count) => {
      if (isOpen || count === 0) reply(asked, response, 'words');
      else json(response, { error: { message: 'Incorrect API key' } }, 401);
    });
    const args = ['--prompt', 'prompt.txt', '--on-error', 'continue', '--out', 'out.jsonl', '--yes', 'src'];
    writeFileSync(join(folder, 'src', 'c.py'), 'LIMIT = 3\n');
    const first = await run(server, ...args);
    assert.equal(first.status, 2);
    assert.match(first.stderr, /1 answer, 0 failed, 2 left \(the model refused the request\)/);
    assert.match(first.stderr, /^codegrain: planning [\d.]+ s, asking [\d.]+ s$/m);
    assert.match(
      first.stderr,
      /401 \(the key is missing or wrong\): Incorrect API key; the run stopped: set the environment variable CODEGRAIN_CHAT_KEY to the right key, then run the same command again to continue where it stopped/,
    );
    assert.equal(server.requests.length, 2);
    isOpen = true;
    const second = await run(server, ...args);
    assert.equal(second.status, 0, second.stderr);
    assert.equal(server.requests.length, 4);
    assert.equal(lines(inFolder('out.jsonl')).length, 3);
    await server.close();
    const third = await run(server, '--prompt', 'prompt.txt', '--yes', 'src');
    assert.deepEqual([third.status, third.stdout], [2, '']);
    assert.match(
      third.stderr,
      /the connection was refused; is the server running\?; the run stopped: start the server/,
    );
    assert.equal(third.stderr.match(/connection was refused/g)?.length, 1);
  });

  it('extracts memories and merges them', async () => {
    const answer = (id: string) => ({
      memories: [
        { id, type: 'preference', text: 'The user wants short answers.', confidence: id === 'm1' ? 0.5 : 0.9 },
        { id: `${id}0`, type: 'fact', text: `The project has ${id === 'm1' ? 3 : 4} parts.`, confidence: 1 },
      ],
      relations: [{ from: id, to: `${id}0`, type: 'about' }],
    });
    let count = 0;
    const server = await serveChat(says(() => JSON.stringify(answer(count++ === 0 ? 'm1' : 'm2'))));
    const { status, stderr } = await run(server, '--prompt', 'memories', '--yes', '--out', 'm.jsonl', 'src');
    assert.equal(status, 0, stderr);
    assert.match(stderr, /merged 4 records into 3, with 2 relations: m\.merged\.jsonl/);
    const merged = lines(inFolder('m.merged.jsonl'));
    const ids = new Set(merged.flatMap(({ is, id }) => (is === 'record' ? [id] : [])));
    for (const { is, from, to } of merged) if (is === 'relation') assert.ok(ids.has(from) && ids.has(to));
    assert.ok(!existsSync(join(folder, 'm.merged.jsonl.new')));
  });

  it('reports wrong options in one line', async () => {
    const server = await serveChat(says(() => 'yes'));
    const wrong: [string[], RegExp][] = [
      [['src'], /--prompt is required: a file/],
      [['--prompt', 'prompt.txt'], /run needs at least one path/],
      [['--prompt', 'none.txt', 'src'], /--prompt: none\.txt: /],
      [['--prompt', 'prompt.txt', '--schema', 'prompt.txt', 'src'], /--schema: prompt\.txt is not a JSON schema/],
      [['--prompt', 'prompt.txt', '--window', '600', '--answer-tokens', '590', 'src'], /leaves no room for chunks/],
      [
        ['--prompt', 'prompt.txt', '--on-error', 'x', 'src'],
        /--on-error must be continue-on-error, fail-fast or continue, not "x"/,
      ],
    ];
    for (const [args, message] of wrong) {
      const { status, stderr } = await run(server, ...args);
      assert.equal(status, 2);
      assert.match(stderr, message);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
    }
    assert.equal(server.requests.length, 0);
  });
});
