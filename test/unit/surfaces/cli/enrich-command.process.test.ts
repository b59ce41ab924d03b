/** `codegrain enrich` as a user runs it, and its notes in the index. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asOpenAi, json, startServer } from '../../embedding/server/embedding-server';
import { type ChatServer, closeServers, questions, reply, says, serveChat } from '../../wings/models/chat-server';
import { type CliResult, runCommand } from './runner/run-command';

interface FoundHit {
  readonly name: string;
  readonly score: number;
  readonly why: readonly { readonly signal: string }[];
  readonly note?: string;
  readonly stale?: true;
}

interface IndexReport {
  readonly chunks: number;
  readonly embedded: number;
  readonly noted?: number;
}

const chunkOf = (question: string): string => /<chunk>\n([\s\S]*)\n<\/chunk>/.exec(question)?.[1] ?? '';
const noted = says((question) =>
  chunkOf(question).includes('def shut') ? 'It seals the aperture of the airlock.' : 'Something else.',
);

describe('codegrain enrich', function () {
  this.timeout(180_000);
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-enrich-'));
    const body = (name: string): string => `def ${name}(door):\n${'    door.move(1)\n'.repeat(60)}    return door\n`;
    writeFileSync(join(folder, 'a.py'), `${body('shut')}\n\n${body('open')}`);
    writeFileSync(join(folder, 'b.py'), 'LIMIT = 3\n');
  });
  afterEach(async () => {
    await closeServers();
    rmSync(folder, { recursive: true });
  });

  function run(...args: string[]): Promise<CliResult> {
    return runCommand(args, { cwd: folder });
  }

  const enrich = (server: ChatServer, ...args: string[]): Promise<CliResult> =>
    run('enrich', '--provider', 'ollama', '--endpoint', server.url.href, '--model', 'm', ...args);
  const hits = async (query: string): Promise<FoundHit[]> => JSON.parse((await run('search', '--json', query)).stdout);
  const indexed = async (): Promise<IndexReport> => {
    const { stdout, stderr } = await run('index', '--json');
    assert.ok(stdout.startsWith('{'), stderr);
    return JSON.parse(stdout);
  };

  it('writes notes that are embedded, found by their words, shown, and removed when cleared', async () => {
    const server = await serveChat(noted);
    await indexed();
    const words = 'seals the aperture of the airlock';
    const before = await hits(words);
    assert.ok(before.every(({ note }) => note === undefined));
    const refused = await enrich(server);
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /this sends 3 requests with [\d,]+ tokens .* to http:\/\/127/);
    const made = await enrich(server, '--yes');
    assert.equal(made.status, 0, made.stderr);
    assert.match(made.stdout, /3 chunks noted, 0 failed, 0 left/);
    const report = await indexed();
    assert.deepEqual([report.noted, report.chunks, report.embedded], [2, 3, 3]);
    const [best] = await hits(words);
    assert.deepEqual(
      [best?.name, best?.note, best?.stale],
      ['shut', '[Context] It seals the aperture of the airlock.', undefined],
    );
    const byWords = ({ why }: FoundHit): boolean => why.some(({ signal }) => signal === 'words');
    assert.ok(best && byWords(best) && !before.some(byWords));
    assert.match((await run('search', words)).stdout, /\[Context\] It seals the aperture/);
    assert.match((await run('search', '--explain', words)).stdout, /airlock [\d.]+ \(note\)/);
    const records = (await run('chunk', 'a.py', '--notes', '.codegrain/index.cgx.notes')).stdout.trim().split('\n');
    assert.ok(records.some((line) => JSON.parse(line).note === '[Context] It seals the aperture of the airlock.'));
    for (const format of ['jsonl', 'csv', 'markdown']) {
      assert.equal((await run('export', '--format', format, '--out', `out.${format}`)).status, 0);
      assert.match(
        readFileSync(join(folder, `out.${format}`), 'utf8'),
        /\[Context\] It seals the aperture of the airlock\./,
      );
      rmSync(join(folder, `out.${format}`));
    }
    // No chunk is asked about or embedded twice, and compaction keeps the notes.
    assert.match((await enrich(server, '--yes')).stdout, /all 3 chunks have a note already/);
    assert.equal((await indexed()).embedded, 0);
    await run('compact');
    assert.equal((await hits(words))[0]?.note, '[Context] It seals the aperture of the airlock.');
    assert.equal(server.requests.length, 3);
    await run('enrich', '--clear');
    assert.equal((await indexed()).noted, 2);
    const after = await hits(words);
    assert.deepEqual(
      after.map(({ note, score }) => [note, score]),
      before.map(({ score }) => [undefined, score]),
    );
  });

  it('keeps the options that the index was made with, when it writes notes and when it adds them', async () => {
    const server = await serveChat(noted);
    writeFileSync(join(folder, 'c.md'), '# Doors\n\nThe airlock opens. It closes again.\n\nDogs bark at the moon.\n');
    const chunks = async (...flags: string[]): Promise<unknown> =>
      JSON.parse((await run('index', '--json', ...flags)).stdout).index.chunks;
    const before = await chunks('--strategy', 'semantic', '--threshold', '1');
    assert.equal((await enrich(server, '--yes')).status, 0);
    const report = JSON.parse((await run('index', '--json')).stdout);
    assert.equal(report.rebuilt, undefined);
    assert.equal(report.index.chunks, before);
    assert.ok((await hits('airlock opens')).every(({ note }) => note !== undefined));
    assert.notEqual(await chunks('--rebuild'), before);
  });

  it('says where notes are missing', async () => {
    const server = await serveChat(noted);
    await run('index');
    await enrich(server, '--yes');
    const file = join('.codegrain', 'index.cgx.notes');
    assert.equal((await run('chunk', 'a.py', '--notes', file)).stderr, '');
    assert.match((await run('chunk', 'a.py', '--notes', 'gone.notes')).stderr, /--notes: gone\.notes does not exist/);
    const other = await run('chunk', 'a.py', '--max-tokens', '50', '--notes', file);
    assert.match(other.stderr, /has no note about these chunks; run this in the folder that was indexed/);
  });

  it('writes notes that a server embeds', async () => {
    const server = await serveChat(noted);
    await enrich(server, '--yes');
    const vectors = await startServer(asOpenAi);
    try {
      const model = ['--provider', 'openai', '--endpoint', vectors.url.href, '--model', 'e', '--dimensions', '4'];
      const { status, stderr } = await run('index', ...model);
      assert.equal(status, 0, stderr);
      const texts = vectors.requests.flatMap(({ body }) => body.input);
      assert.equal(texts.length, 3);
      assert.ok(texts.every((text) => text.startsWith('[Context] ')));
      assert.ok(
        texts.some((text) => /^\[Context\] It seals the aperture of the airlock\.\n\n[\s\S]*def shut/.test(text)),
      );
    } finally {
      await vectors.close();
    }
  });

  it('asks again only about documents that changed', async () => {
    const server = await serveChat(noted);
    await enrich(server, '--yes');
    writeFileSync(join(folder, 'b.py'), 'LIMIT = 4\n');
    const { stdout } = await enrich(server, '--yes');
    assert.match(stdout, /1 chunk noted, 2 already had a note/);
    assert.match(chunkOf(questions(server).at(-1) ?? ''), /LIMIT = 4/);
  });

  it('continues after a failure, lists it, and retries only that chunk with --retry', async () => {
    let isFixed = false;
    const server = await serveChat((asked, response) => {
      const question = asked.body.messages.at(-1)?.content ?? '';
      if (!isFixed && chunkOf(question).includes('def open')) json(response, { error: 'not this one' }, 400);
      else reply(asked, response, 'A note.');
    });
    const first = await enrich(server, '--yes', '--json');
    assert.equal(first.status, 1, first.stderr);
    const report: { noted: number; failures: { path: string; error: string }[] } = JSON.parse(first.stdout);
    assert.equal(report.noted, 2);
    assert.match(report.failures[0]?.error ?? '', /not this one/);
    isFixed = true;
    const second = await enrich(server, '--retry', '--yes');
    assert.equal(second.status, 0, second.stderr);
    assert.match(second.stdout, /1 chunk noted, 0 failed/);
    assert.equal(server.requests.length, 4);
    assert.match((await enrich(server, '--retry', '--yes')).stdout, /no failed chunks to retry/);
  });

  it('stops at the first refused key, keeps its notes, and asks only for the rest later', async () => {
    let isOpen = false;
    const server = await serveChat((asked, response, count) => {
      if (isOpen || count === 0) reply(asked, response, 'A note.');
      else json(response, { error: 'this key is not known' }, 403);
    });
    const first = await enrich(server, '--yes', '--parallel', '1');
    assert.equal(first.status, 2);
    assert.match(first.stdout, /1 chunk noted, 0 failed, 2 left \(the model refused the request\)/);
    assert.match(first.stderr, /403 .*this key is not known; the run stopped: set the environment variable/);
    assert.equal(server.requests.length, 2);
    isOpen = true;
    const second = await enrich(server, '--yes', '--json');
    const { had, noted, left } = JSON.parse(second.stdout);
    assert.deepEqual([second.status, had, noted, left], [0, 1, 2, 0]);
    assert.equal(server.requests.length, 4);
    await server.close();
    writeFileSync(join(folder, 'b.py'), 'LIMIT = 5\n');
    const third = await enrich(server, '--yes', '--json');
    assert.equal(third.status, 2);
    assert.match(JSON.parse(third.stdout).refusal, /the connection was refused/);
    assert.match(third.stderr, /start the server or choose another one with --endpoint/);
  });

  it('uses the files of the index that match the globs', async () => {
    writeFileSync(join(folder, 'c.md'), '# A text\n');
    assert.equal((await run('index', '--exclude', 'c.md')).status, 0);
    const server = await serveChat(says(() => 'A note.'));
    const first = await enrich(server, '--yes', '--exclude', 'a.*');
    assert.equal(first.status, 0, first.stderr);
    assert.match(first.stderr, /skipped 1 file that is not in the index; run: codegrain index/);
    assert.match(first.stdout, /1 chunk noted/);
    assert.match(questions(server)[0] ?? '', /path="b\.py"/);
    const second = await enrich(server, '--yes', '--include', 'a.*', '--include', 'c.md');
    assert.match(second.stdout, /2 chunks noted/);
    assert.ok(questions(server).every((question) => !question.includes('path="c.md"')));
  });

  it('shortens the document if the server finds it too long', async () => {
    const server = await serveChat((asked, response) => {
      const question = asked.body.messages.at(-1)?.content ?? '';
      if (question.length > 3500) json(response, { error: 'the input length exceeds the context length' }, 400);
      else reply(asked, response, 'A note.');
    });
    writeFileSync(
      join(folder, 'c.md'),
      Array.from({ length: 200 }, (_, i) => `Sentence ${i} of a long text.\n\n`).join(''),
    );
    const { status, stdout, stderr } = await enrich(server, '--yes', '--include', '*.md');
    assert.equal(status, 0, stderr);
    assert.match(stdout, /noted, 0 failed, 0 left/);
  });

  it('asks for keywords and questions, with a custom template and prefix', async () => {
    const answer = { context: 'A door.', keywords: ['gate'], questions: ['How does one enter?'] };
    const server = await serveChat(says(() => JSON.stringify(answer)));
    writeFileSync(join(folder, 'template.txt'), 'Say it of {chunk}');
    const args = [
      '--template',
      'template.txt',
      '--prefix',
      '> ',
      '--keywords',
      '--questions',
      '--include',
      'b.py',
      '--yes',
    ];
    const { status, stderr } = await enrich(server, ...args);
    assert.equal(status, 0, stderr);
    assert.match(questions(server)[0] ?? '', /^Say it of LIMIT = 3\n\nAnswer with a JSON object alone/);
    const log = readFileSync(join(folder, '.codegrain', 'index.cgx.notes'), 'utf8');
    assert.ok(log.includes(JSON.stringify('> A door.\nKeywords: gate\nQuestions: How does one enter?')));
  });
});
