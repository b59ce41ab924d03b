/** Every method of the protocol, by name, in the order of the docs. */
import { chunkFileMethod, chunkFolderMethod, chunkMethod } from './chunk-methods';
import { indexMethods, type OpenIndexes } from './index-methods';
import type { ServeMethod } from './serve-method';
import { cancelMethod, countTokensMethod, embedMethod, helloMethod, shutdownMethod } from './session-methods';

export function serveMethods(indexes: OpenIndexes): Readonly<Record<string, ServeMethod>> {
  const methods = {
    chunk: chunkMethod,
    chunkFile: chunkFileMethod,
    chunkFolder: chunkFolderMethod,
    countTokens: countTokensMethod,
    embed: embedMethod,
    ...indexMethods(indexes),
    cancel: cancelMethod,
    shutdown: shutdownMethod,
  };
  return { hello: helloMethod(Object.keys(methods)), ...methods };
}
