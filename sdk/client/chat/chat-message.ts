/** What a file in a message is shown as. */
export type MediaKind = 'image' | 'audio' | 'video' | 'document' | 'sticker';

/** A file of a message. */
export interface ChatMedia {
  /** As `mediaUrl` of `@balcao/sdk/client` takes it: a path of the product, or `blob:` for what this browser holds. */
  url: string;
  type: MediaKind;
  /** The file's own name; null: nobody gave it one. */
  name?: string | null | undefined;
  /** In bytes. */
  size?: number | null | undefined;
}

/** A place that somebody sent. */
export interface ChatLocation {
  kind: 'location';
  latitude: number;
  longitude: number;
  name?: string | undefined;
  address?: string | undefined;
}

/** People whose cards somebody sent. */
export interface ChatContacts {
  kind: 'contacts';
  contacts: readonly ChatContact[];
}
export interface ChatContact {
  name: string;
  /** As they were sent: digits, or with `*` where the reader may not see them. */
  numbers: readonly string[];
}

/** One a person. */
export interface ChatReaction {
  emoji: string;
  /** The side that reads gave it. */
  fromMe: boolean;
  /** Who gave it; null: whoever the two sides are. */
  name: string | null;
}

/** What a message answers. */
export interface ChatQuote {
  /** Who said it. */
  author: string;
  /** With the marks that messengers know; empty without a file: it was taken back. */
  body: string;
  /** Of its file. */
  type?: MediaKind | null | undefined;
  /** A small picture of it, as `mediaUrl` takes it. */
  picture?: string | null | undefined;
}

/** A message, as much of it as a place knows: `fromMe` is the side that reads, on the right. */
export interface ChatMessage {
  id: string | number;
  /** With the marks that messengers know: `*bold*`, `_italic_`, `~struck~`, lists, quotes, code and addresses. */
  body: string;
  fromMe: boolean;
  /** ISO 8601. */
  createdAt: string;
  /** As `Ticks` takes it; absent: no ticks are shown. */
  ack?: number | undefined;
  /** Over the words, where readers would not know who it was. */
  author?: string | null | undefined;
  /** Of a mail. */
  subject?: string | null | undefined;
  files?: readonly ChatMedia[] | undefined;
  /** A place or contact cards, shown instead of `body`; of other kinds `body` says what they are. */
  data?: ChatLocation | ChatContacts | { kind: `${string}.${string}` } | null | undefined;
  quoted?: ChatQuote | null | undefined;
  reactions?: readonly ChatReaction[] | undefined;
  /** Only the side that reads sees it. */
  isNote?: boolean | undefined;
  isForwarded?: boolean | undefined;
  isEdited?: boolean | undefined;
  /** Its author took it back: nothing of it is shown. */
  isDeleted?: boolean | undefined;
  /** It was not sent. */
  isFailed?: boolean | undefined;
}
