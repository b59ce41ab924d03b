/** Runs the protocol on standard input and output. */
import { CodegrainError, close } from '../library/library';
import { OpenIndexes } from './open-indexes';
import { serveMethods } from './serve-methods';
import { ServeSession } from './serve-session';
import { serveLimits } from './session-methods';

const lifeMs = 2000;

/** Resolves when the client has closed its end and has all answers, or `signal` is aborted. */
export async function serveStdio(signal: AbortSignal): Promise<void> {
  const log = (message: string): void => console.error(`codegrain: ${message}`);
  // Standard output is for the protocol: what anything else prints is a log.
  console.log = console.info = console.debug = console.error;
  const indexes = new OpenIndexes();
  const session = new ServeSession({
    ...{ input: process.stdin, output: process.stdout, limits: serveLimits, methods: serveMethods(indexes), log },
    lifeMs,
    codeOf: (error) => (error instanceof CodegrainError ? error.code : undefined),
  });
  signal.addEventListener('abort', () => void session.stop(), { once: true });
  await session.run();
  await indexes.close();
  await close();
}
