/** Accessibility as axe sees it (WCAG A and AA, and good practice). */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Selectors of frames, from the outside to the inside, and of an element in the innermost. */
type FramePath = [string, string, ...string[]];

/**
 * What axe objects to in a part of the page, one line each: rule, reason, elements. A selector names a part of the workbench; the
 * content of a webview is reached through its frames, `WEBVIEW_BODY` for the only one that is open.
 */
export async function accessibilityProblems(page: Page, part: string | FramePath): Promise<string[]> {
  const builder = new AxeBuilder({ page }).include(typeof part === 'string' ? part : { fromFrames: part });
  const { violations, passes } = await builder.analyze();
  if (violations.length + passes.length === 0) throw new Error(`axe found nothing to check in ${part}`);
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target.join(' ')).join(', ')})`,
  );
}

export const WEBVIEW_BODY: FramePath = ['iframe.webview', '#active-frame', 'body'];
