/** Entry of the engine process (`dist/parse-worker.js`). */
import { serveParseWorker } from './worker-server';

serveParseWorker();
