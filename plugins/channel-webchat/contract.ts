/** The web chat: what its server, the page's script and the company's screens say to each other. */
import { room } from '@balcao/sdk/contract';
import type pt from './locales/pt.json';

export const channelId = 'webchat';

/** Characters of one message of a visitor. */
export const maxBody = 4096;
export const maxName = 80;
/** Bytes of one file of a visitor. */
export const maxFileBytes = 16 * 1024 * 1024;

/** Bytes of files a minute, from one visitor's address and for one site. */
export const filesPace = { caller: 3 * maxFileBytes, address: 15 * maxFileBytes };

export type WidgetTexts = (typeof pt)['widget'];

/** `GET /webchat/:address/config` */
export interface ChatConfig {
  title: string;
  /** `#rrggbb` */
  color: string;
  greeting: string;
  askName: boolean;
  language: 'pt' | 'en' | 'es';
  texts: WidgetTexts;
  maxBody: number;
  maxFileBytes: number;
}

export interface ChatMessage {
  /** What the visitor's browser called it; of the company's messages the channel's id. */
  id: string;
  /** The server's number: pages go backwards from it. */
  n: number;
  from: 'visitor' | 'company';
  /** The attendant, when a person wrote it. */
  author: string | null;
  body: string;
  at: string;
  /** Of the company's messages: 1 sent, 2 arrived in the browser, 3 looked at. */
  ack: number;
  /** `url` is below the server's origin and ends after a few hours. */
  media: {
    url: string;
    name: string;
    mime: string;
    type: string;
    size: number;
    /** Pixels of a picture, so that its place is kept; absent where they are not known. */
    picture?: { width: number; height: number };
  } | null;
  deleted: boolean;
}
/** Oldest first. */
export interface ChatPage {
  messages: ChatMessage[];
  hasMore: boolean;
  /** Up to when the company read what the visitor wrote. */
  readAt: string | null;
  /** The conversation was closed, and none has begun since. */
  isClosed: boolean;
}
/** `POST /webchat/:address/session` */
export interface ChatSession extends ChatPage {
  token: string;
  visitor: { id: string; name: string };
}

/** `GET` and `PUT /webchat-sites/:connectionId` */
export interface SiteOptions {
  /** `https://loja.com.br`, `https://*.loja.com.br`; none: any page may hold the chat. */
  allowedOrigins: string[];
  title: string;
  color: string;
  greeting: string;
  askName: boolean;
}
export interface ShownSite extends SiteOptions {
  connectionId: number;
  address: string;
  /** Paths on the platform's own origin. */
  scriptPath: string;
  demoPath: string;
}

/**
 * One visitor. To the page: `message` {message}, `news` {} (too big to send: fetch), `read` {at}, `presence` {state},
 * `standing` {isClosed}.
 * From it: `typing` {state}, `received` {ids}, `read` {ids}.
 */
export const visitorRoom = room<{ visitor: string }>('webchat.visitor');
