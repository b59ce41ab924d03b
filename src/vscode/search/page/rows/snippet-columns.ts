/** How much of a line of a snippet can be seen. */
import { element } from '../../../webview/page/dom';

/** Until the width is known: nothing is cut. */
export const defaultColumns = 1000;

/** How many characters fit beside the line numbers, if these are shown. */
export function columnsIn(snippet: HTMLElement): number {
  const code = snippet.querySelector<HTMLElement>('.line code');
  const probe = element('code', { class: 'probe', 'aria-hidden': true }, '0'.repeat(100));
  const line = code?.parentElement;
  if (!code || !line) return defaultColumns;
  line.append(probe);
  const width = probe.getBoundingClientRect().width / 100;
  probe.remove();
  const room = line.getBoundingClientRect().right - code.getBoundingClientRect().left;
  return width > 0 ? Math.max(8, Math.floor(room / width)) : defaultColumns;
}
