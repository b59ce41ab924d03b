/** Entry point of the parse worker (`dist/parse-worker.js`). */
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';
import { answerParseRequests } from './worker-server';

const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
answerParseRequests(connection);
// The parent process is gone, so nobody will read the reply.
process.on('disconnect', () => process.exit(0));
connection.listen();
