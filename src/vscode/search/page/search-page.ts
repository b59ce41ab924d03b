/** The search page in the sidebar: query box, filters, and results while typing. The extension runs the searches. */
import type { PageApi } from '../../webview/page/dom';
import type { SearchToExtension, SearchToPage } from '../messages/search-messages';
import type { SearchPageState } from '../messages/search-request';
import { BoxFocus, EarlyKeys } from './box-focus';
import { ScopeBar } from './search-bars';
import { SearchController } from './search-controller';

declare function acquireVsCodeApi(): PageApi<SearchToExtension, SearchPageState>;

const vscode = acquireVsCodeApi();
let page: SearchController | undefined;
const scope = new ScopeBar(() => vscode.postMessage({ is: 'choose-scope' }));
/** The view may get the focus, and the user may type, before the extension has sent what the page shows. */
const earlyKeys = new EarlyKeys(window);
const boxFocus = new BoxFocus(
  window,
  () => page?.focus(),
  () => page?.keepTyping(),
);

window.addEventListener('message', ({ data }: MessageEvent<SearchToPage>) => {
  if (data.is === 'start') page = new SearchController(vscode, data, earlyKeys.take(), scope, page);
  else if (data.is === 'scope') scope.show(data.button);
  else if (data.is === 'window') boxFocus.isWindowAway = !data.isFocused;
  else page?.receive(data);
  // Set last: UI tests wait for it.
  document.body.dataset.ready = 'true';
});

vscode.postMessage({ is: 'ready' });
