/** Checks accessibility with axe (WCAG A and AA, and best practices). */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { eventually } from './eventually';

/** Selectors of nested frames, outermost first, and of an element in the innermost frame. */
type FramePath = [string, string, ...string[]];

/**
 * The violations that axe finds in a part of the page, one line each: rule, reason, elements. A selector names a part of the
 * workbench; a frame path names the content of a webview (`WEBVIEW_BODY` if only one is open).
 */
export async function accessibilityProblems(page: Page, part: string | FramePath): Promise<string[]> {
  const builder = new AxeBuilder({ page }).include(typeof part === 'string' ? part : { fromFrames: part });
  // On a busy machine axe leaves out a frame that does not answer in time.
  const violations = await eventually(async () => {
    const found = await builder.analyze();
    if (found.violations.length + found.passes.length === 0) throw new Error(`axe found nothing to check in ${part}`);
    return found.violations;
  });
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target.join(' ')).join(', ')})`,
  );
}

export const WEBVIEW_BODY: FramePath = ['iframe.webview', '#active-frame', 'body'];
