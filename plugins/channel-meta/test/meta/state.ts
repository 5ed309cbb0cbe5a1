export interface SimulatedPage {
  pageId: string;
  name: string;
  token: string;
  igId: string;
  igUsername: string;
  /** False: no professional account is linked. */
  hasInstagram: boolean;
  tasks: string[];
}
/** A professional account that logs in by itself. */
export interface SimulatedAccount {
  igId: string;
  username: string;
  name: string;
}
export interface SimulatedPerson {
  id: string;
  name: string;
  pageIds: string[];
  scopes: string[];
}
/** A message that reached a customer. */
export interface AcceptedMessage {
  mid: string;
  pageId: string;
  to: string;
  body: Record<string, unknown>;
  message: Record<string, unknown>;
  /** The uploaded file. */
  file?: StoredFile;
}
/** A comment on a post, by a customer or by the page. */
export interface SimulatedComment {
  id: string;
  /** The page or account whose post it is. */
  ownerId: string;
  parentId: string;
  text: string;
  isHidden: boolean;
  /** Written by the page itself. */
  isOwn: boolean;
  writtenAt: number;
  isLive: boolean;
  postId: string;
  person: string;
  /** The one private answer was given. */
  isAnswered: boolean;
}
export interface SimulatedPost {
  id: string;
  text: string;
  url: string;
  isLive: boolean;
}
export interface StoredFile {
  id: string;
  mime: string;
  name: string;
  bytes: Buffer;
}
export interface Call {
  method: string;
  /** Meta’s host, which the product names in the path. */
  host: string;
  /** The path after the version. */
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  form: FormData | undefined;
  token: string;
}
export interface Refusal {
  status: number;
  code: number;
  subcode?: number;
  message?: string;
  isTransient?: boolean;
  headers?: Record<string, string>;
  times: number;
  /** The request is carried out, and the answer never arrives. */
  isLost?: boolean;
  fits?: (call: Call) => boolean;
}

export const messageFields: readonly string[] = [
  'messages',
  'messaging_postbacks',
  'message_deliveries',
  'message_reads',
  'message_echoes',
  'message_reactions',
  'messaging_seen',
];

/** The state of the simulated Meta. */
export class MetaState {
  readonly app = { appId: '515151', appSecret: 'segredo-do-aplicativo-0123456789' };
  /** The ids of the same app for logins at Instagram. */
  readonly instagramApp = { appId: '616161', appSecret: 'segredo-do-instagram-0123456789' };
  readonly accounts = new Map<string, SimulatedAccount>();
  readonly instagramCodes = new Map<string, string>();
  /** Tokens of accounts, with the times of their issue and end. */
  readonly instagramTokens = new Map<string, { igId: string; issuedAt: number; endsAt: number }>();
  readonly pages = new Map<string, SimulatedPage>();
  /** Names of other apps, by id. */
  readonly apps = new Map<string, string>();
  readonly people = new Map<string, SimulatedPerson>();
  /** User tokens and login codes, with the person. */
  readonly userTokens = new Map<string, string>();
  readonly codes = new Map<string, string>();
  readonly endedTokens = new Map<string, number>();
  readonly subscribed = new Set<string>();
  /** Fields of the subscriptions. */
  readonly fields = new Map<string, readonly string[]>();
  /** Pages and accounts whose token has the permissions of comments. */
  readonly commentGrants = new Set<string>();
  readonly posts = new Map<string, SimulatedPost>();
  readonly comments = new Map<string, SimulatedComment>();
  /** Fields of the app’s own webhook. */
  appFields = [...messageFields, 'feed', 'comments', 'live_comments'];
  /** Called with an answer under a post before its request is answered. */
  beforeComment: ((comment: SimulatedComment) => Promise<void>) | undefined;
  readonly accepted: AcceptedMessage[] = [];
  readonly actions: { pageId: string; to: string; action: string }[] = [];
  readonly reactions = new Map<string, string>();
  readonly files = new Map<string, StoredFile>();
  readonly gone = new Set<string>();
  readonly taken = new Set<string>();
  readonly refusals: Refusal[] = [];
  readonly profiles = new Map<string, Record<string, unknown>>();
  /** Time of a person’s last message to an account. */
  readonly lastMessageAt = new Map<string, number>();
  /** Called with a message before its request is answered, such as for an early echo. */
  beforeAnswer: ((message: AcceptedMessage) => Promise<void>) | undefined;
  usage: string | undefined;
  aheadMs = 0;
  #count = 0;

  next(): number {
    this.#count += 1;
    return this.#count;
  }
  now(): number {
    return Date.now() + this.aheadMs;
  }
  hoursSince(account: string, person: string): number {
    return (this.now() - (this.lastMessageAt.get(`${account}/${person}`) ?? 0)) / 3_600_000;
  }
}
