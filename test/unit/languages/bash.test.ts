import assert from 'node:assert/strict';
import { chunkWith, globalsOf, searchedChunks, symbolsOf } from './expect-uses';

const source = `#!/bin/bash
source ./lib.sh

LOG=/var/log/app.log
readonly LIMIT=5
COLOR=red

# Writes a line.
log() {
  local COLOR=$1
  echo "$COLOR \${LIMIT}" >> "$LOG"
}

function clean {
  make log "$@"
  for LIMIT in 1 2; do rm "$LIMIT"; done
}

main() {
  log "start $((LIMIT + 1))"
  cat <<EOF
$(clean) COLOR $LOG
EOF
}

main "$@"
`;

describe('Bash', () => {
  it('treats a word as a function only in command position', async () => {
    const chunks = await searchedChunks('run.sh', source, 40);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'function clean')), []);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'main() {')), ['LIMIT', 'LOG', 'clean', 'log']);
  });

  it('a local variable hides a variable of the script', async () => {
    assert.deepEqual(globalsOf(chunkWith(await searchedChunks('run.sh', source, 40), 'log() {')), ['LIMIT', 'LOG']);
  });

  it('lists functions, variables and constants', async () => {
    assert.deepEqual(symbolsOf(await searchedChunks('run.sh', source, 40)), [
      'variable LOG',
      'constant LIMIT',
      'variable COLOR',
      'function log',
      'function clean',
      'function main',
    ]);
  });

  it('keeps a comment with its function', async () => {
    assert.match(
      chunkWith(await searchedChunks('run.sh', source, 40), 'log() {').text,
      /# Writes a line\.\nlog\(\) \{/,
    );
  });
});
