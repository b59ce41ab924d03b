export interface Message {
  readonly speaker: string;
  /** It was written by the one who asks. */
  readonly isUser: boolean;
  /** ISO 8601; without a date (`T10:32:00`) where the text has none. */
  readonly time?: string;
  readonly start: number;
  readonly end: number;
  /** 0-based, as the file counts; messages without text count. */
  readonly index: number;
  /** 0-based; of the conversations of the file. */
  readonly conversation: number;
}

/** A message, and where what is said starts behind the speaker's name. */
export interface PlacedMessage extends Message {
  readonly contentStart: number;
}
