export interface ConversationMessage {
  readonly speaker: string;
  /** The user wrote it. */
  readonly isUser: boolean;
  /** ISO 8601; without a date (`T10:32:00`) if the text has none. */
  readonly time?: string;
  readonly start: number;
  readonly end: number;
  /** 0-based index in the file; messages without text are counted. */
  readonly index: number;
  /** 0-based index of its conversation in the file. */
  readonly conversation: number;
}

export interface PlacedMessage extends ConversationMessage {
  /** Where the text starts, after the speaker's name. */
  readonly contentStart: number;
}
