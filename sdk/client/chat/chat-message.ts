/** The displayed kind of a message's file. */
export type MediaKind = 'image' | 'audio' | 'video' | 'document' | 'sticker';

/** A file of a message. */
export interface ChatMedia {
  /** An argument for `mediaUrl` of `@balcao/sdk/client`: a path of the product, or `blob:` for a local file. */
  url: string;
  type: MediaKind;
  /** The file's name; null if it has none. */
  name?: string | null | undefined;
  /** In bytes. */
  size?: number | null | undefined;
}

/** A shared location. */
export interface ChatLocation {
  kind: 'location';
  latitude: number;
  longitude: number;
  name?: string | undefined;
  address?: string | undefined;
}

/** Shared contact cards. */
export interface ChatContacts {
  kind: 'contacts';
  contacts: readonly ChatContact[];
}
export interface ChatContact {
  name: string;
  /** The numbers as sent: digits, or with `*` where the reader may not see them. */
  numbers: readonly string[];
}

/** A reaction; each person has at most one. */
export interface ChatReaction {
  emoji: string;
  /** True if the reader's side reacted. */
  fromMe: boolean;
  /** Name of the author; null if it is clear from the side. */
  name: string | null;
}

/** A quoted message. */
export interface ChatQuote {
  /** Name of the quoted author. */
  author: string;
  /** Text with the formatting of messengers; empty, without a file, if the message was deleted. */
  body: string;
  /** Kind of its file. */
  type?: MediaKind | null | undefined;
  /** A thumbnail, as an argument for `mediaUrl`. */
  picture?: string | null | undefined;
}

/** A message with the fields that its container knows. `fromMe` is the reader's side, on the right. */
export interface ChatMessage {
  id: string | number;
  /** Text with the formatting of messengers: `*bold*`, `_italic_`, `~struck~`, lists, quotes, code and addresses. */
  body: string;
  fromMe: boolean;
  /** ISO 8601. */
  createdAt: string;
  /** Delivery state, see `Ticks`; absent: no ticks are shown. */
  ack?: number | undefined;
  /** The author's name above the text, where readers would not know it. */
  author?: string | null | undefined;
  /** Subject of an email. */
  subject?: string | null | undefined;
  files?: readonly ChatMedia[] | undefined;
  /** A location or contact cards, shown instead of `body`; other kinds are described by `body`. */
  data?: ChatLocation | ChatContacts | { kind: `${string}.${string}` } | null | undefined;
  quoted?: ChatQuote | null | undefined;
  reactions?: readonly ChatReaction[] | undefined;
  /** True for an internal note, which only the reader's side sees. */
  isNote?: boolean | undefined;
  isForwarded?: boolean | undefined;
  isEdited?: boolean | undefined;
  /** True if its author deleted it: nothing of it is shown. */
  isDeleted?: boolean | undefined;
  /** True if it could not be sent. */
  isFailed?: boolean | undefined;
}
