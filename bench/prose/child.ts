/** The process of a chunker of prose; see chunks/serve.ts. */
import { type MakeChunker, serve } from '../chunks/serve';
import { makeProseChunker } from './chunkers';

serve(makeProseChunker as MakeChunker);
