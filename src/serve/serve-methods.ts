/** Every method of the protocol, by name, in the order of the docs. */
import { chunkFileMethod, chunkFolderMethod, chunkMethod } from './chunk-methods';
import { indexMethods } from './index-methods';
import type { OpenIndexes } from './open-indexes';
import type { ServeMethod } from './serve-method';
import { cancelMethod, helloMethod, shutdownMethod } from './session-methods';
import { countTokensMethod, embedMethod } from './text-methods';

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
