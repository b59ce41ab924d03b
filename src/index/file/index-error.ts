/** Why an index cannot be read or written, as a value: a reason that code can act on, and a sentence for people. */
import { errorCode } from '../../shared/error-code';
import { errorMessage } from '../../shared/error-message';
import { DamagedSectionError } from '../damaged-section';

type ProblemReason =
  /** There is no index. */
  | 'none'
  /** The contents of the file are not what was written. */
  | 'damaged'
  /** It has another version of the format. */
  | 'version'
  /** Another process is writing it. */
  | 'locked'
  /** Another process took over, or someone deleted the folder; what was written before is safe. */
  | 'lock-lost'
  | 'disk-full'
  /** It would be larger than the user allows; what is in it can be searched. */
  | 'too-large'
  | 'read-only'
  /** A file has the name of the index's folder. */
  | 'occupied'
  /** The folder does not exist. */
  | 'gone'
  /** Another program has the file open, so the system does not let us replace it; tried for some seconds. */
  | 'busy'
  | 'failed';

/** What is wrong with an index that can still be searched: it answers as it was before the first record that is not as it was written. */
export interface IndexDamage {
  /** Bytes of the file from that record on. */
  readonly bytes: number;
  /** Files that were in the index and are missing; undefined: there may be some. */
  readonly lostFiles: number | undefined;
  /** Only the last record is incomplete: a run was interrupted while it wrote, or the end of the file was cut off. */
  readonly isCutShort?: true;
}

/** An index that would be larger than its limit, and what would make it fit. All sizes are bytes, and estimates. */
export interface IndexOverrun {
  readonly limit: number;
  /** With all files. */
  readonly expected: number;
  /** How many are not in it. */
  readonly files: number;
  /** The largest folders, and what the index saves without each. */
  readonly folders: readonly { readonly path: string; readonly saves: number }[];
  /** What shorter vectors save, if the model has them. */
  readonly dimensions?: { readonly fewer: number; readonly saves: number };
}

export interface IndexFileProblem {
  readonly reason: ProblemReason;
  readonly message: string;
  /** For `damaged`, if the index can still be searched. */
  readonly damage?: IndexDamage;
  /** For `too-large`. */
  readonly overrun?: IndexOverrun;
}

/** @param action what could not be done: "the index … cannot be written". */
export function indexProblemOf(error: unknown, action: string): IndexFileProblem {
  if (error instanceof DamagedSectionError) return { reason: 'damaged', message: `${action}: ${error.message}` };
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return { reason: 'disk-full', message: `${action}: no space is left on the disk` };
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return { reason: 'read-only', message: `${action}: permission denied` };
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ESTALE':
      return { reason: 'gone', message: `${action}: the folder does not exist` };
    case 'EEXIST':
      return { reason: 'occupied', message: `${action}: there is a file where a folder is needed` };
    default:
      return { reason: 'failed', message: `${action}: ${errorMessage(error)}` };
  }
}

// Says what is wrong with a damaged index that can still be searched.

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
