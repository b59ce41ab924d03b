/** A step of bench:index: chunks real source and collects questions from it. */
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { chunkFolders, sentencesOf } from './chunked-source';
import { runStep } from './cpu-time';

const sentences = 300;

runStep(async (chunksFile = '', sentencesFile = '', ...folders) => {
  await chunkFolders(folders, chunksFile);
  if (existsSync(sentencesFile)) return;
  writeFileSync(`${sentencesFile}.part`, JSON.stringify(await sentencesOf(chunksFile, sentences)));
  renameSync(`${sentencesFile}.part`, sentencesFile);
});
