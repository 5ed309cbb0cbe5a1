/** The web chat: shapes shared by its server, the page’s script and the company’s screens. */
import { room } from '@balcao/sdk/contract';
import type pt from './locales/pt.json';

export const channelId = 'webchat';

/** Limit of characters of a visitor’s message. */
export const maxBody = 4096;
export const maxName = 80;
/** Limit of a visitor’s file, in bytes. */
export const maxFileBytes = 16 * 1024 * 1024;

/** Limits of files per minute in bytes, by visitor’s address and by site. */
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
  /** The id that the visitor’s browser chose; for the company’s messages the channel’s id. */
  id: string;
  /** The server’s number: pages go backwards from it. */
  n: number;
  from: 'visitor' | 'company';
  /** The attendant, if a person wrote it. */
  author: string | null;
  body: string;
  at: string;
  /** For the company’s messages: 1 sent, 2 arrived in the browser, 3 seen. */
  ack: number;
  /** `url` is a path on the server’s origin and expires after a few hours. */
  media: {
    url: string;
    name: string;
    mime: string;
    type: string;
    size: number;
    /** Size of a picture in pixels, to reserve its space; absent if unknown. */
    picture?: { width: number; height: number };
  } | null;
  deleted: boolean;
}
/** Oldest first. */
export interface ChatPage {
  messages: ChatMessage[];
  hasMore: boolean;
  /** The time until which the company has read the visitor’s messages. */
  readAt: string | null;
  /** The conversation was closed, and none has started since. */
  isClosed: boolean;
}
/** `POST /webchat/:address/session` */
export interface ChatSession extends ChatPage {
  token: string;
  visitor: { id: string; name: string };
}

/** `GET` and `PUT /webchat-sites/:connectionId` */
export interface SiteOptions {
  /** `https://loja.com.br`, `https://*.loja.com.br`; if empty, any page may embed the chat. */
  allowedOrigins: string[];
  title: string;
  color: string;
  greeting: string;
  askName: boolean;
}
export interface ShownSite extends SiteOptions {
  connectionId: number;
  address: string;
  /** Paths on the platform’s own origin. */
  scriptPath: string;
  demoPath: string;
}

/**
 * One visitor. To the page: `message` {message}, `refresh` {} (too big to send: fetch), `read` {at}, `presence`
 * {state}, `conversation` {isClosed}. From it: `typing` {state}, `received` {ids}, `read` {ids}.
 */
export const visitorRoom = room<{ visitor: string }>('webchat.visitor');
