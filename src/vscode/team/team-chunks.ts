/** Chunks documents: those of the team's database have the chunks that were pushed, all others go to the parse workers. */
import type { TextDocument } from 'vscode';
import { coverageOf } from '../../code/records/coverage';
import type { ChunkReply } from '../../engine/workers/worker-protocol';
import { storedPlaceOf } from '../common/stored-root';
import type { DocumentChunker } from '../documents/document-chunks';
import type { TeamFiles } from './team-files';

export class TeamChunks implements DocumentChunker {
  constructor(
    private readonly workers: DocumentChunker,
    /** Undefined where there is no database: in a browser. */
    private readonly files: TeamFiles | undefined,
  ) {}

  async chunk(...request: Parameters<DocumentChunker['chunk']>): Promise<ChunkReply> {
    const [document] = request;
    return (await this.stored(document)) ?? this.workers.chunk(...request);
  }

  /** Undefined if the document is not from the database, or the database cannot be asked any more. */
  private async stored({ uri }: TextDocument): Promise<ChunkReply | undefined> {
    const place = storedPlaceOf(uri);
    const file = place && (await this.files?.read(uri).catch(() => undefined));
    if (!place || !file) return undefined;
    return {
      is: 'chunked',
      file: { path: place.path, language: file.language, chunks: file.chunks },
      bytes: file.bytes.length,
      coverage: coverageOf(file.text, file.chunks),
    };
  }
}
