import type { IndexServiceClient } from '../../engine/client/service-client';

/** The part of the index service that asks the database. */
export type StoredService = Pick<IndexServiceClient, 'setDatabase' | 'ask'>;
