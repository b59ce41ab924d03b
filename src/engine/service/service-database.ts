/** The database of a window. It is opened by the first question, and what opens it is loaded only then. */

import { setImmediate } from 'node:timers/promises';
import type { SearchAnswer } from '../../search/searcher';
import type { StoredSearchOptions } from '../service-protocol';
import type {
  DatabaseSetup,
  FileAddress,
  ModelOf,
  OpenStored,
  StoredCode,
  StoredFileText,
  StoredRepository,
} from '../stored-code';
import { DatabaseProblem } from '../stored-code';

export class ServiceDatabase {
  private setup: DatabaseSetup | null = null;
  private opened: Promise<StoredCode> | undefined;

  /** @param open undefined: there is no way to reach a database. */
  constructor(
    private readonly open: OpenStored | undefined,
    private readonly modelOf: ModelOf,
  ) {}

  async set(setup: DatabaseSetup | null): Promise<void> {
    if (JSON.stringify(setup) === JSON.stringify(this.setup)) return;
    this.setup = setup;
    await this.close();
  }

  async repositories(signal: AbortSignal): Promise<readonly StoredRepository[]> {
    return (await this.stored()).repositories(signal);
  }

  async search(
    query: string,
    { repositories, exclude, ...options }: StoredSearchOptions,
    signal: AbortSignal,
  ): Promise<SearchAnswer> {
    // While the user types, the next query and the cancellation of this one may have arrived already.
    await setImmediate();
    signal.throwIfAborted();
    const selection = { repositories, exclude: exclude?.map(({ repository }) => repository) };
    return (await this.stored()).search(query, selection, { ...options, signal });
  }

  async file(place: FileAddress, signal: AbortSignal): Promise<StoredFileText | undefined> {
    return (await this.stored()).file(place, signal);
  }

  /** Closes the connections; the next question opens them again. */
  async close(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    const stored = await opened?.catch(() => undefined);
    await stored?.close();
  }

  private stored(): Promise<StoredCode> {
    if (!this.setup) throw new DatabaseProblem('no database is set', 'none');
    if (!this.open) throw new DatabaseProblem('a database can be reached only by a process of this machine', 'none');
    this.opened ??= this.open(this.setup, this.modelOf);
    return this.opened;
  }
}
