/** What needs the client of PostgreSQL, as one file beside the command line: no other command waits for it. */
export { openDatabase } from '../open-database';
export { pushCommand } from './push-command';
