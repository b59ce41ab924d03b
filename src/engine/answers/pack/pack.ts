/** A pack: what an engineer would open for a question or an issue, as one text within a token budget. */

import type { PlaceFacts } from '../../../search/graph-questions';
import type { Hit, HitPlace } from '../../../search/hits/hit';
import type { Span } from '../../../search/hits/spans';
import type { Confidence } from '../../../search/rank/confidence';
import type { SearchAnswer, SearchOptions } from '../../../search/searcher';
import type { PlaceText } from '../code-blocks';
import type { CountTokens } from '../pack-hits';

/** What is asked: a `CodeIndex`, or something like it. */
export interface PackSource {
  search(text: string, options: SearchOptions): Promise<SearchAnswer>;
  /** What a place uses and what uses it; undefined if nothing is known about that. */
  facts(place: Hit): Promise<PlaceFacts | undefined>;
}

export interface PackForOptions extends Pick<SearchOptions, 'filters' | 'only' | 'plain' | 'ranking' | 'signal'> {
  /** Max tokens of the text. */
  readonly budget: number;
  readonly count: CountTokens;
  readonly place: PlaceText;
  /** How to read lines that are left out, such as `get_chunk with path and line`. */
  readonly readMore: string;
  /** What to know about the index; shown first. */
  readonly notices?: readonly string[];
}

/** A place in the text of a pack. */
export interface PackedPlace extends HitPlace {
  /** The folder that `path` is relative to. */
  readonly root: string;
  readonly name: string;
  readonly kind: string;
  readonly scope: readonly string[];
  readonly language: string;
  /** The lines that are shown; empty if only the place is. */
  readonly spans: readonly Span[];
}

export interface Pack {
  /** Undefined if nothing was found. */
  readonly confidence: Confidence | undefined;
  readonly text: string;
  readonly tokens: number;
  /** Those in the text, in its order: the likeliest first. */
  readonly places: readonly PackedPlace[];
  /** Places that were found and have no room. */
  readonly leftOut: { readonly places: number; readonly files: number };
  /** What is wrong with the question or the index; in the text too, if there is room. */
  readonly notices: readonly string[];
}
