/**
 * Runs a prompt over a conversation of 1.2 million tokens, as `codegrain run` does: one request at a time compared with four at a
 * time, with a model server that answers after a fixed time. It measures what Codegrain adds: CPU time and time per chunk, the
 * peak memory of each process, and the time of merging. The conversation is made of real documentation: the Markdown files of the
 * installed packages and the comments of their types. The server answers with sentences from its input, so that the number and
 * variety of records is like that of a model.
 *
 *     npm run bench:runs
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokenCounter } from '../src/tokens/token-counter';
import { mergeAnswers } from '../src/wings/models/merge-records';
import { readResults } from '../src/wings/models/run-store';

const conversationTokens = 1_200_000;
const latencyMs = 100;
const recordsPerAnswer = 20;
const product = join(__dirname, '..');

interface Usage {
  readonly maxRSS: number;
  readonly userCPUTime: number;
  readonly systemCPUTime: number;
}

interface Measured {
  readonly parallel: number;
  readonly requests: number;
  readonly seconds: number;
  /** From the first request to the last answer. */
  readonly asking: number;
  readonly cpu: number;
  readonly memory: readonly number[];
}

function* documents(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* documents(path);
    else if (/\.md$/i.test(entry.name) && statSync(path).size > 500) yield readFileSync(path, 'utf8');
    else if (/\.d\.ts$/.test(entry.name) && path.includes('@types')) yield comments(readFileSync(path, 'utf8'));
  }
}

/** The doc comments of a declaration file, such as the types of Node or VS Code, as sections. */
function comments(types: string): string {
  const found = types.match(/\/\*\*[\s\S]*?\*\//g) ?? [];
  const plain = found.map((each) => each.replace(/^\s*\/?\*+\/? ?/gm, '').trim());
  return plain.map((text, i) => (i % 5 === 0 ? `# ${text}` : text)).join('\n\n');
}

/** Paragraphs of documentation, alternating between two speakers. */
function conversation(): { readonly text: string; readonly tokens: number; readonly messages: number } {
  const counter = tokenCounter('o200k_base');
  const messages: { role: string; content: string }[] = [];
  let tokens = 0;
  for (const document of documents(join(product, 'node_modules'))) {
    const parts = document.split(/\n(?=#)/).filter((part) => part.trim() !== '');
    for (const content of parts) {
      messages.push({ role: messages.length % 2 === 0 ? 'user' : 'assistant', content });
      tokens += counter.count(content);
      if (tokens >= conversationTokens) return { text: JSON.stringify(messages), tokens, messages: messages.length };
    }
  }
  throw new Error(`the installed packages have only ${tokens} tokens of documentation`);
}

/** Answers with sentences of the question as memories. */
function answerTo(question: string): string {
  const sentences = question.match(/[A-Z][^.!?\n]{30,200}[.!?]/g) ?? [];
  const step = Math.max(1, Math.floor(sentences.length / recordsPerAnswer));
  const memories = sentences
    .filter((_, i) => i % step === 0)
    .slice(0, recordsPerAnswer)
    .map((text, i) => ({ id: `m${i + 1}`, type: 'fact', text, confidence: 0.5 + (i % 5) / 10 }));
  const relations = memories.slice(1).map(({ id }) => ({ from: 'm1', to: id, type: 'about' }));
  return JSON.stringify({ memories, relations });
}

async function measure(folder: string, parallel: number): Promise<Measured> {
  let requests = 0;
  let first = 0;
  let last = 0;
  const server = createServer((request, response) => {
    first ||= performance.now();
    requests++;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { messages }: { messages: { content: string }[] } = JSON.parse(Buffer.concat(parts).toString());
      const content = answerTo(messages.at(-1)?.content ?? '');
      setTimeout(() => {
        last = performance.now();
        response.end(JSON.stringify({ message: { content }, done: true, prompt_eval_count: 5000, eval_count: 1000 }));
      }, latencyMs);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const usages = join(folder, `usage-${parallel}`);
  mkdirSync(usages);
  const args = ['run', '--prompt', 'memories', '--provider', 'ollama', '--endpoint', `http://127.0.0.1:${port}`];
  args.push('--model', 'bench', '--parallel', String(parallel), '--merge', '0', '--yes');
  args.push('--out', join(folder, `${parallel}.jsonl`), join(folder, 'talk.json'));
  const started = performance.now();
  const status = await new Promise((done) => {
    const env = { ...process.env, NODE_OPTIONS: `--require ${join(folder, 'usage.cjs')}`, BENCH_USAGES: usages };
    spawn(process.execPath, [join(product, 'dist', 'cli.js'), ...args], {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    }).on('close', done);
  });
  const seconds = (performance.now() - started) / 1000;
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  if (status !== 0) throw new Error(`codegrain run ended with ${status}`);
  const used = readdirSync(usages).map((name): Usage => JSON.parse(readFileSync(join(usages, name), 'utf8')));
  const cpu = used.reduce((sum, { userCPUTime, systemCPUTime }) => sum + userCPUTime + systemCPUTime, 0) / 1e6;
  const memory = used.map(({ maxRSS }) => maxRSS / 1024).sort((a, b) => b - a);
  return { parallel, requests, seconds, asking: (last - first) / 1000, cpu, memory };
}

async function main(): Promise<void> {
  execFileSync(process.execPath, ['esbuild.js'], { cwd: product });
  const folder = mkdtempSync(join(tmpdir(), 'codegrain-runs-'));
  try {
    const talk = conversation();
    writeFileSync(join(folder, 'talk.json'), talk.text);
    // A process that is stopped by a signal cannot report at exit, so its resource use is also written every half second.
    writeFileSync(
      join(folder, 'usage.cjs'),
      `const write = () => require('fs').writeFileSync(process.env.BENCH_USAGES + '/' + process.pid, JSON.stringify(process.resourceUsage()));
setInterval(write, 500).unref(); process.on('exit', write);`,
    );
    const runs = [await measure(folder, 1), await measure(folder, 4)];
    const results = [...readResults(join(folder, '1.jsonl'))];
    const before = process.cpuUsage();
    const merged = await mergeAnswers(results);
    const { user, system } = process.cpuUsage(before);
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: product }).toString().trim();
    const row = ({ parallel, requests, seconds, asking, cpu, memory }: Measured): string => {
      const overhead = (asking * 1000 * parallel) / requests - latencyMs;
      return `| ${parallel} | ${requests} | ${seconds.toFixed(1)} s | ${asking.toFixed(1)} s | ${overhead.toFixed(1)} ms | ${((cpu * 1000) / requests).toFixed(1)} ms | ${memory.map((each) => each.toFixed(0)).join(', ')} MB |`;
    };
    const [one, four] = runs;
    const report = `# Runs over chunks

\`npm run bench:runs\`, ${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${process.version}, ${availableParallelism()} cores, load ${(loadavg()[0] ?? 0).toFixed(0)} at the end.

A conversation of ${talk.messages.toLocaleString('en-US')} messages and ${talk.tokens.toLocaleString('en-US')} tokens (${(talk.text.length / 1e6).toFixed(1)} MB), made of the documentation of the installed packages; a window of 8,192 tokens; a server on the same machine that answers each request after ${latencyMs} ms with up to ${recordsPerAnswer} records. Whole time includes starting, chunking the conversation twice (to count, and to ask) and writing each result to disk. Overhead is the time between two answers beyond the ${latencyMs} ms of the server, including the server's own work; processor time is the total of the command and its parse workers, per request.

| at a time | requests | whole time | asking | overhead per chunk | processor time per chunk | most memory, by process |
|---|---|---|---|---|---|---|
${runs.map(row).join('\n')}

Four at a time was ${((one?.asking ?? 0) / (four?.asking ?? 1)).toFixed(2)} times as fast as one at a time.

Merging: ${merged.found.toLocaleString('en-US')} records became ${merged.records.length.toLocaleString('en-US')}, with ${merged.relations.length.toLocaleString('en-US')} relations, in ${((user + system) / 1e6).toFixed(2)} s of processor time.
`;
    writeFileSync(join(product, 'bench', 'results', 'runs.md'), report);
    console.log(report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
