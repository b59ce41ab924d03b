/** How long ago something was, in the largest unit that fits: "3 days ago". */
import { env } from 'vscode';

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** @param time in milliseconds, as `Date.now()`. */
export function agoLabel(time: number): string {
  const seconds = Math.max(0, (Date.now() - time) / 1000);
  const format = new Intl.RelativeTimeFormat(env.language, { numeric: 'auto' });
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? (['second', 1] as const);
  return format.format(unit === 'second' ? 0 : -Math.floor(seconds / size), unit);
}
