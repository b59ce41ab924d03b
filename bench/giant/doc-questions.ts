/** Questions about a large tree, in the words of those who wrote it: sentences from its comments. */
import { spawnSync } from 'node:child_process';

const sentence = '^ *(\\*|//|#) +[A-Z][a-z]+ [a-z][a-z ,]{25,80}\\.?$';

/** Up to `count` different sentences, from all over the folder. */
export function docQuestions(folder: string, count: number): string[] {
  const { stdout } = spawnSync('grep', ['-rhoE', '--binary-files=without-match', sentence, '.'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const all = [...new Set(stdout.split('\n').map((line) => line.replace(/^ *(\*|\/\/|#) +/, '').trim()))].filter(
    Boolean,
  );
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, at) => at % step === 0).slice(0, count);
}
