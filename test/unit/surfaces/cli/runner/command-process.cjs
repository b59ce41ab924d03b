/**
 * The process of run-command.ts: runs one command of the built command line after the other. A line of standard input is a command, a line of
 * standard output is what it printed and its status.
 */
const { ChildProcess } = require('node:child_process');
const { writeSync } = require('node:fs');
const { createInterface } = require('node:readline');
const { Readable } = require('node:stream');

const cli = process.argv[2];
const home = process.cwd();
const loaders = require('node:module')._extensions;
const loadScript = loaders['.js'];
/** Processes that the command started and that still run. They end with its process, unless they are meant to outlive it. */
const started = new Set();
let printed = { stdout: [], stderr: [] };

createInterface(process.stdin)
  .on('line', (line) => run(JSON.parse(line)))
  .on('close', () => process.exit());

for (const name of ['stdout', 'stderr'])
  process[name].write = (text, encoding, done = encoding) => {
    printed[name].push(Buffer.from(text));
    if (typeof done === 'function') process.nextTick(done);
    return true;
  };

const startProcess = ChildProcess.prototype.spawn;
ChildProcess.prototype.spawn = function (options) {
  if (!options.detached) started.add(this.once('exit', () => started.delete(this)));
  return startProcess.call(this, options);
};

async function run({ args, cwd, env, input }) {
  printed = { stdout: [], stderr: [] };
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input, 'base64')]);
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  process.argv = [process.execPath, cli, ...args];
  process.exitCode = undefined;
  const forget = [process, process.stdout, process.stderr].map(keptListeners);
  process.once('exit', tellEnd);
  delete require.cache[cli];
  await require(cli).ended;
  process.off('exit', tellEnd);
  for (const back of forget) back();
  for (const child of started) child.kill();
  loaders['.js'] = loadScript;
  // No folder of a test is in use when it is removed.
  process.chdir(home);
  tell({ status: process.exitCode });
}

/** The command ends this process. */
function tellEnd() {
  tell({ isEnd: true });
}

function tell(message) {
  const [stdout, stderr] = ['stdout', 'stderr'].map((name) => Buffer.concat(printed[name]).toString());
  let rest = Buffer.from(`${JSON.stringify({ ...message, stdout, stderr })}\n`);
  while (rest.length > 0)
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
}

/** Afterwards, what the command does at the end of its process is done, and its other listeners are gone. */
function keptListeners(emitter) {
  const before = new Map(emitter.eventNames().map((name) => [name, emitter.rawListeners(name)]));
  return () => {
    for (const name of emitter.eventNames())
      for (const listener of emitter.rawListeners(name)) {
        if (before.get(name)?.includes(listener)) continue;
        if (emitter === process && name === 'exit') listener.call(process, process.exitCode);
        emitter.off(name, listener);
      }
  };
}
