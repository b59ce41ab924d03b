/** Says what is wrong with a damaged index that can still be searched. */
import type { IndexDamage, IndexFileProblem } from './index-error';

/** @param file the damaged file. */
export function damageProblem(file: string, damage: IndexDamage, repair = 'codegrain index'): IndexFileProblem {
  const message = `the index ${file} is damaged: ${damageText(damage)}; repair it with: ${repair}`;
  return { reason: 'damaged', message, damage };
}

/** What is missing, as a clause. */
export function damageText({ lostFiles, isCutShort }: IndexDamage): string {
  const parts = [
    ...(isCutShort ? ['its last record is incomplete'] : []),
    ...(lostFiles === undefined ? ['files may be missing from it'] : []),
    ...(lostFiles
      ? [`${lostFiles === 1 ? '1 file is' : `${lostFiles.toLocaleString('en-US')} files are`} missing from it`]
      : []),
  ];
  return parts.join(', and ');
}
