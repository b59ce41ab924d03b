/** Where the files of the product are, seen from the module `dist/web/web.js`. */
import { CodegrainError } from '../../surfaces/library/library-error';
import { setProductUrl } from './product-files';

// Not written in one expression: bundlers would take the folder for a file of the program.
const here: string = import.meta.url;

export function productUrlOf(baseUrl: string | URL | undefined): URL {
  try {
    return baseUrl === undefined ? new URL('../../', here) : new URL(baseUrl, here);
  } catch (cause) {
    throw new CodegrainError('invalid-argument', `baseUrl is not a URL: ${baseUrl}`, { cause });
  }
}

let isSet = false;

export function useProductUrl(baseUrl: string | URL | undefined): void {
  if (isSet && baseUrl === undefined) return;
  setProductUrl(productUrlOf(baseUrl));
  isSet = true;
}
