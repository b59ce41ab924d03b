/** Entry point of the parse worker in a browser (`dist/web/parse-worker.js`). */
import { answerParseRequests } from '../parse-worker/worker-server';
import { loadFilesFor } from './product-files';
import { workerConnection } from './worker-connection';

const connection = workerConnection();
answerParseRequests(connection, loadFilesFor);
connection.listen();
