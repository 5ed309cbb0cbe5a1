/** What the simulated Meta knows. */

export interface Line {
  appId: string;
  appSecret: string;
  wabaId: string;
  phoneNumberId: string;
  displayNumber: string;
  verifiedName: string;
  token: string;
}

export interface Token {
  appId: string;
  isValid: boolean;
  scopes: string[];
  /** Seconds since 1970; 0: never. */
  expiresAt: number;
  /** Accounts it may see. */
  wabaIds: string[];
}

export interface WireTemplate {
  id: string;
  name: string;
  language: string;
  category: string;
  status: string;
  parameter_format?: string;
  rejected_reason?: string;
  components: object[];
}

export interface Taken {
  /** The provider's id. */
  id: string;
  phoneNumberId: string;
  /** Number, or id of somebody who shows none. */
  to: string;
  type: string;
  /** As it was posted. */
  payload: Record<string, unknown>;
  /** The bytes that came with it, by the media id it names. */
  file?: StoredFile;
}

export interface StoredFile {
  id: string;
  mime: string;
  name: string;
  bytes: Buffer;
}

/** How the next calls are answered instead. */
export interface Refusal {
  status: number;
  code: number;
  subcode?: number;
  message?: string;
  details?: string;
  /** Seconds, as the header says it. */
  retryAfter?: number;
  /** Takes what was asked, and never answers: the line goes dead. */
  isLost?: boolean;
  times: number;
  /** Only for these calls. */
  fits?(call: { method: string; path: string; body: Record<string, unknown> }): boolean;
}

export class GraphState {
  readonly tokens = new Map<string, Token>();
  readonly numbers = new Map<string, Line & { isVerified: boolean }>();
  /** Apps that an account's events go to. */
  readonly subscribed = new Map<string, Set<string>>();
  readonly templates = new Map<string, WireTemplate[]>();
  readonly files = new Map<string, StoredFile & { isGone: boolean }>();
  /** Addresses of files, until when they are good. */
  readonly links = new Map<string, { id: string; until: number }>();
  readonly taken: Taken[] = [];
  /** What was marked as read, and whether typing was shown with it. */
  readonly read: { messageId: string; isTyping: boolean }[] = [];
  readonly reactions = new Map<string, string>();
  readonly refusals: Refusal[] = [];
  /** When each customer wrote last, by number and customer. */
  readonly heard = new Map<string, number>();
  /** The window clock runs so far ahead. */
  aheadMs = 0;
  linkSeconds = 300;
  /** What is answered as the address of a file, instead of the right one. */
  addressOf: ((id: string) => string) | undefined;
  #count = 0;

  now(): number {
    return Date.now() + this.aheadMs;
  }
  next(): number {
    this.#count += 1;
    return this.#count;
  }
  isWindowOpen(phoneNumberId: string, to: string): boolean {
    const last = this.heard.get(`${phoneNumberId}/${to}`);
    return last !== undefined && this.now() - last < 24 * 3_600_000;
  }
}
