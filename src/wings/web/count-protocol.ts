/** The parse worker in a browser also counts tokens. */
import { RequestType } from 'vscode-jsonrpc';
import type { CounterName } from '../../tokens/counter-table';

export const countRequest = new RequestType<{ readonly text: string; readonly counter: CounterName }, number, void>(
  'count',
);
