/**
 * `dist/parse-worker.js`: everything that parses. It is the parse worker, if it was started as one, and has `codegrain chunk`, which
 * parses a small file itself: starting another process would take longer than the work.
 */
import { serveIfWorker } from '../../engine/workers/worker-main';

export { chunkCommand } from './commands/chunk-command';

serveIfWorker();
