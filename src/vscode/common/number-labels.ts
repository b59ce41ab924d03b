/** Counts, sizes and times as people read them, in the language of the editor. A number and its unit stay on one line. */
import { env, l10n } from 'vscode';
import { roundUpSeconds } from './round-up-seconds';

export function numberLabel(value: number): string {
  return value.toLocaleString(env.language);
}

/** Makes a sentence of a message that elsewhere follows a colon. */
export function toSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;
}

export function chunkCount(count: number): string {
  return count === 1 ? l10n.t('1 chunk') : l10n.t('{0} chunks', numberLabel(count));
}

export function fileCount(count: number): string {
  return count === 1 ? l10n.t('1 file') : l10n.t('{0} files', numberLabel(count));
}

export function tokenCount(count: number): string {
  return count === 1 ? l10n.t('1 token') : l10n.t('{0} tokens', numberLabel(count));
}

export function requestCount(count: number): string {
  return count === 1 ? l10n.t('1 request') : l10n.t('{0} requests', numberLabel(count));
}

/** Decimal units, as disks and file managers use them. */
export function bytesLabel(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'];
  if (bytes < 1000) return keepOnOneLine(l10n.t('{0} bytes', decimals(bytes, 0)));
  let value = bytes / 1000;
  let unit = 0;
  for (; value >= 999.5 && unit < units.length - 1; unit++) value /= 1000;
  return keepOnOneLine(`${decimals(value, value < 10 ? 1 : 0)} ${units[unit]}`);
}

export function secondsLabel(seconds: number): string {
  if (seconds < 1) return keepOnOneLine(l10n.t('{0} ms', decimals(seconds * 1000, 0)));
  if (seconds < 60) return keepOnOneLine(l10n.t('{0} s', decimals(seconds, seconds < 10 ? 1 : 0)));
  if (seconds < 2 * 3600) return keepOnOneLine(l10n.t('{0} min', decimals(seconds / 60, seconds < 600 ? 1 : 0)));
  return keepOnOneLine(l10n.t('{0} h', decimals(seconds / 3600, seconds < 36_000 ? 1 : 0)));
}

/** How long work still takes, as exactly as an estimate can be. */
export function remainingLabel(seconds: number): string {
  return seconds < 1
    ? l10n.t('less than a second left')
    : l10n.t('about {0} left', secondsLabel(roundUpSeconds(seconds)));
}

/** Rounded down: 100 % means all. */
export function percentLabel(part: number, whole: number): string {
  return `${decimals(whole === 0 ? 100 : Math.floor((part / whole) * 1000) / 10, 1)} %`;
}

function keepOnOneLine(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

function decimals(value: number, maxDigits: number): string {
  return value.toLocaleString(env.language, { maximumFractionDigits: maxDigits });
}
