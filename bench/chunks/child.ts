/** The process of a chunker of code; see serve.ts. */
import { makeChunker } from './chunkers';
import { type MakeChunker, serve } from './serve';

serve(makeChunker as MakeChunker);
