/** Entry point of the parse worker (`dist/parse-worker.js`). */
import { serveParseWorker } from './worker-server';

serveParseWorker();
