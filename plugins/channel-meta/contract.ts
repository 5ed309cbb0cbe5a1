/** Messenger and Instagram: shapes shared by server and client, and jobs. */
import { job } from '@balcao/sdk/contract';
import type { TextLimit } from '@balcao/connections/contract';

export type MetaChannel = 'facebook' | 'instagram';
export const metaChannels = ['facebook', 'instagram'] as const;
export const isMetaChannel = (channel: string): channel is MetaChannel =>
  (metaChannels as readonly string[]).includes(channel);

/** The way to an account: by its page, or, on Instagram, by a login of its own without a page. */
export type Via = 'page' | 'instagram';
export const vias = ['page', 'instagram'] as const;

/** `v25.0` is supported until July 2028. */
export const graphVersion = 'v25.0';
/** The page to which Meta’s login returns; it is registered in the app as the only redirect address. */
export const returnPath = '/meta-login';

/** Why a channel of a page cannot be chosen: keys under `picker.reason`. */
export type Obstacle = 'task' | 'no-instagram' | 'page-task' | 'connected' | 'elsewhere';
/** One channel of a page in the picker. */
export interface OfferedChannel {
  channel: MetaChannel;
  /** `@username` on Instagram; '' without an account. */
  name: string;
  followers: number | null;
  /** Null: it can be chosen. */
  obstacle: Obstacle | null;
  /** The connection that has it, if it is one of this company; it can be connected anew. */
  connectionId: number | null;
}
export interface OfferedPage {
  /** The page’s id; after a login at Instagram the account’s. */
  pageId: string;
  name: string;
  followers: number | null;
  channels: OfferedChannel[];
}
/** `POST /meta/login/finish` and `GET /meta/login/:id`: what the person may connect. */
export interface LoginView {
  id: string;
  via: Via;
  /** The person’s name at Facebook, or the account’s at Instagram. */
  person: string;
  pages: OfferedPage[];
}
/** `GET /meta/app`: whether a login is possible, and the addresses to register at Meta. */
export interface AppView {
  /** `company`: the company’s own app; `none`: nobody has entered one. */
  owner: 'installation' | 'company' | 'none';
  /** True if the app’s Instagram ids are entered: then accounts without a page can be connected. */
  hasInstagramLogin: boolean;
  /** Paths on the server’s origin. */
  redirectPath: string;
  webhookPath: string;
  deletionPath: string;
  deauthorizePath: string;
}
/** One result of `POST /meta/connect`. */
export interface ConnectResult {
  pageId: string;
  channel: MetaChannel;
  connectionId: number | null;
  /** An error code; null: it is connected. */
  fault: string | null;
}

/** `GET /meta/connections/:connectionId` */
export interface AccountView {
  connectionId: number;
  channel: MetaChannel;
  via: Via;
  pageId: string;
  name: string;
  username: string;
  connectedAs: string;
  /** When the access ends unless it is renewed before, ISO 8601; null: it has no date. */
  expiresAt: string | null;
  /** Time of Meta’s last signed call for this account, ISO 8601; null for never. */
  heardAt: string | null;
  usesOwnApp: boolean;
  webhookPath: string;
  deletionPath: string;
  deauthorizePath: string;
  /** The reason why the connection is down: a key under `trouble`; '' if there is none. */
  trouble: string;
  comments: {
    isOn: boolean;
    /** Permissions that the last login did not give. */
    missing: string[];
    /** Meta refused the subscription: no comments arrive. */
    isRefused: boolean;
  };
}

/** The way a comment is answered: under it, for everybody, or by one message to its author. */
export const answerWays = ['public', 'private'] as const;
export type AnswerWay = (typeof answerWays)[number];
/** The longest answer: a private one is a single message, with room for the author’s name. */
export const answerLimits: Readonly<Record<MetaChannel, Readonly<Record<AnswerWay, TextLimit>>>> = {
  facebook: { public: { max: 8000, unit: 'characters' }, private: { max: 1800, unit: 'characters' } },
  instagram: { public: { max: 2200, unit: 'characters' }, private: { max: 800, unit: 'bytes' } },
};
/** Kind of the messages that answer comments; `commentId` is Meta's id of the comment. */
export const answerKind = 'channel-meta.answer';
/** Type of the log entries about comments that people hid or showed again. */
export const hiddenEntry = 'channel-meta.comment-hidden';
export interface CommentAnswer {
  way: AnswerWay;
  commentId: string;
}

/** One row of `GET /meta/tickets/:ticketId/comments`. */
export interface CommentView {
  /** Meta's id, the `context.id` of its message. */
  commentId: string;
  /** Our message; null: it is being stored. */
  messageId: number | null;
  /** Written during a live broadcast. */
  isLive: boolean;
  isHidden: boolean;
  /** Until when a private answer is accepted, ISO 8601; null: it was given, or the time is over. */
  privateUntil: string | null;
  /** It was answered privately, which is possible once. */
  isAnswered: boolean;
}

/** `GET /meta/tickets/:ticketId` */
export interface ThreadView {
  /** Another app, or Meta’s own inbox, has the conversation at the moment. */
  isElsewhere: boolean;
  /** Facts about the person: '' and null for those that the network does not tell. */
  person: {
    username: string;
    followers: number | null;
    /** The person follows the company. */
    followsUs: boolean | null;
    /** The company follows the person. */
    isFollowed: boolean | null;
    isVerified: boolean | null;
  };
}

export const checks = [
  'app',
  'token',
  'permissions',
  'page',
  'subscription',
  'appSubscription',
  'comments',
  'instagram',
  'access',
  'webhook',
] as const;
export type Check = (typeof checks)[number];
/** One result of `POST /meta/connections/:connectionId/check`. */
export interface CheckResult {
  check: Check;
  /** `skipped` when an earlier check failed that this one depends on. */
  state: 'ok' | 'warn' | 'bad' | 'skipped';
  /** The finding: a key under `check.{check}`. */
  finding: string;
  values: Record<string, string>;
}

/** Downloads files that a customer sent, from Meta to the company’s storage. */
export const fetchIncoming = job<{ connectionId: number; mid: string }>('channel-meta.fetch-incoming');
/** Stores events that could not be stored when Meta delivered them. */
export const storeWaiting = job<Record<string, never>>('channel-meta.store-waiting');
/** Decides about a message of Meta’s inbox that arrived while one of ours was on its way. */
export const settleEcho = job<{ connectionId: number; mid: string }>('channel-meta.settle-echo');
/** Removes a file that was stored only to be sent. */
export const dropFile = job<{ path: string }>('channel-meta.drop-file');
/** Reads the names and pictures of people. `tries`: how often Meta could not give one of them yet. */
export const readProfiles = job<{ connectionId: number; people: string[]; tries?: number }>(
  'channel-meta.read-profiles',
);
/** Checks tokens and subscriptions, so that an expiry is known before somebody needs them. */
export const maintain = job<Record<string, never>>('channel-meta.look-after');
/** Retries to reach Meta for a connection that could not. */
export const reconnect = job<{ connectionId: number; tries: number }>('channel-meta.reconnect');
