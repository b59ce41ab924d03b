import type { IndexServiceClient } from '../../index-service/client/service-client';

/** The part of the index service that asks the database. */
export type StoredService = Pick<IndexServiceClient, 'setDatabase' | 'repositories' | 'searchStored' | 'storedFile'>;
