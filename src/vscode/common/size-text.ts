/** Sizes and times as people read them, in the language of the editor. A number and its unit stay in one line. */
import { env, l10n } from 'vscode';

/** Decimal units, as disks and file managers have them. */
export function bytesText(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'];
  if (bytes < 1000) return together(l10n.t('{0} bytes', decimals(bytes, 0)));
  let value = bytes / 1000;
  let unit = 0;
  for (; value >= 999.5 && unit < units.length - 1; unit++) value /= 1000;
  return together(`${decimals(value, value < 10 ? 1 : 0)} ${units[unit]}`);
}

export function secondsText(seconds: number): string {
  if (seconds < 1) return together(l10n.t('{0} ms', decimals(seconds * 1000, 0)));
  if (seconds < 60) return together(l10n.t('{0} s', decimals(seconds, seconds < 10 ? 1 : 0)));
  return together(l10n.t('{0} min', decimals(seconds / 60, seconds < 600 ? 1 : 0)));
}

/** Rounded down: 100 % is said only of all. */
export function percentText(part: number, whole: number): string {
  return `${decimals(whole === 0 ? 100 : Math.floor((part / whole) * 1000) / 10, 1)} %`;
}

function together(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

function decimals(value: number, most: number): string {
  return value.toLocaleString(env.language, { maximumFractionDigits: most });
}
