/** Everything that needs the PostgreSQL client, in a bundle of its own, so that other commands start without it. */
export { openDatabaseSearch } from '../open-database-search';
export { pushCommand } from './push-command';
