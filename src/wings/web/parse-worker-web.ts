/** Entry point of the parse worker in a browser (`dist/web/parse-worker.js`). */
import { ErrorCodes, ResponseError } from 'vscode-jsonrpc';
import { answerParseRequests } from '../../engine/workers/worker-server';
import { errorMessage } from '../../shared/error-message';
import { countHere } from './in-this-thread';
import { withProductFiles } from './product-files';
import { countRequest } from './web-worker-protocol';
import { workerConnection } from './worker-connection';

const connection = workerConnection();
answerParseRequests(connection, (options, work) => orResponse(withProductFiles(options, work)));
connection.onRequest(countRequest, ({ counted, counter }) => orResponse(countHere(counted, counter)));
connection.listen();

/** The message of an error as it is: JSON-RPC would add its own words. */
async function orResponse<Reply>(reply: Promise<Reply>): Promise<Reply> {
  try {
    return await reply;
  } catch (error) {
    throw new ResponseError(ErrorCodes.InternalError, errorMessage(error));
  }
}
