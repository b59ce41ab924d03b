/** Says what is wrong with a damaged index that can still be searched. */
import { printablePath } from '../../shared/printable-path';
import type { IndexDamage, IndexFileProblem } from './index-error';

const shownPaths = 3;

/** @param file the damaged file. */
export function damageProblem(file: string, damage: IndexDamage, repair = 'codegrain index'): IndexFileProblem {
  return {
    reason: 'damaged',
    message: `the index ${file} is damaged: ${damageText(damage)}; repair it with: ${repair}`,
    damage,
  };
}

/** What is missing, as a clause. */
export function damageText({ lostFiles, isAtLeast, lostPaths, weakenedFiles, isCutShort }: IndexDamage): string {
  const weakened = `${countOf(weakenedFiles)} found by fewer words or without their meaning`;
  const parts = [
    ...(isCutShort ? ['its last record is incomplete'] : []),
    ...(lostFiles === undefined || (isAtLeast && lostFiles === 0) ? ['files may be missing from it'] : []),
    ...(lostFiles
      ? [`${isAtLeast ? 'at least ' : ''}${countOf(lostFiles)} missing from it${examples(lostPaths, lostFiles)}`]
      : []),
    ...(weakenedFiles > 0 ? [weakened] : []),
  ];
  return parts.length === 0 ? 'its content could be restored, and no file is missing' : parts.join(', and ');
}

function countOf(files: number): string {
  return files === 1 ? '1 file is' : `${files.toLocaleString('en-US')} files are`;
}

function examples(paths: readonly string[], count: number): string {
  if (paths.length === 0) return '';
  const shown = paths.slice(0, shownPaths).map(printablePath);
  const more = count - shown.length;
  return ` (${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}
