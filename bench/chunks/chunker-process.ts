/** The process that runs one chunker of code; see serve-chunker.ts. */
import { makeChunker } from './chunkers';
import { type MakeChunker, serveChunker } from './serve-chunker';

serveChunker(makeChunker as MakeChunker);
