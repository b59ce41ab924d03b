/** The thread of run-command.ts: it talks to the process of the commands while the thread of the tests may wait. */
const { spawn } = require('node:child_process');
const { join } = require('node:path');
const { createInterface } = require('node:readline');
const { parentPort, workerData } = require('node:worker_threads');

/** No command of a test takes so long: it waits for something that does not come, and is killed. */
const limitMs = 600_000;
/** The first one is being answered. */
const waiting = [];
let commands;
let limit;

parentPort.on('message', (asked) => {
  if (asked === 'kill') commands?.kill('SIGKILL');
  else if (waiting.push(asked) === 1) askNext();
});

function askNext() {
  commands ??= start();
  limit = setTimeout(() => commands?.kill('SIGKILL'), limitMs);
  commands.stdin.write(`${JSON.stringify(waiting[0].command)}\n`);
}

function answer(result) {
  clearTimeout(limit);
  waiting.shift().answerTo.postMessage(result);
  Atomics.add(workerData.ended, 0, 1);
  Atomics.notify(workerData.ended, 0);
  if (waiting.length > 0) askNext();
}

function start() {
  const child = spawn(process.execPath, [join(__dirname, 'command-process.cjs'), workerData.cli]);
  let last = { stdout: '', stderr: '' };
  let stderr = '';
  createInterface(child.stdout).on('line', (line) => {
    const said = JSON.parse(line);
    if (said.isEnd) last = said;
    else answer(said);
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  // A command may end its process: that is its answer, and the next command gets another process.
  child.on('close', (status) => {
    commands = undefined;
    if (waiting.length > 0) answer({ status, stdout: last.stdout, stderr: last.stderr + stderr });
  });
  return child;
}
