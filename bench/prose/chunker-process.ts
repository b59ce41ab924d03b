/** The process that runs one chunker of prose; see chunks/serve-chunker.ts. */
import { type MakeChunker, serveChunker } from '../chunks/serve-chunker';
import { makeProseChunker } from './prose-chunkers';

serveChunker(makeProseChunker as MakeChunker);
