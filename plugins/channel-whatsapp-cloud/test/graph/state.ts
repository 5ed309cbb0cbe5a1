/** The state of the simulated Meta. */

export interface SimulatedNumber {
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
  /** Seconds since 1970; 0 for never. */
  expiresAt: number;
  /** Accounts that it may access. */
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

export interface AcceptedMessage {
  /** The provider’s id. */
  id: string;
  phoneNumberId: string;
  /** The number, or the id of a person whose number is hidden. */
  to: string;
  type: string;
  /** The posted body. */
  payload: Record<string, unknown>;
  /** The uploaded file that it refers to by media id. */
  file?: StoredFile;
}

export interface StoredFile {
  id: string;
  mime: string;
  name: string;
  bytes: Buffer;
}

/** An answer for the next requests. */
export interface Refusal {
  status: number;
  code: number;
  subcode?: number;
  message?: string;
  details?: string;
  /** Seconds, in the header. */
  retryAfter?: number;
  /** Accepts the request and never answers: the connection is dropped. */
  isLost?: boolean;
  times: number;
  /** Only for matching requests. */
  fits?(call: { method: string; path: string; body: Record<string, unknown> }): boolean;
}

export class GraphState {
  readonly tokens = new Map<string, Token>();
  readonly numbers = new Map<string, SimulatedNumber & { isVerified: boolean }>();
  /** Apps to which an account’s events are sent. */
  readonly subscribed = new Map<string, Set<string>>();
  readonly templates = new Map<string, WireTemplate[]>();
  readonly files = new Map<string, StoredFile & { isGone: boolean }>();
  /** Addresses of files with their expiry. */
  readonly links = new Map<string, { id: string; until: number }>();
  readonly accepted: AcceptedMessage[] = [];
  /** Messages that were marked as read, and if typing was shown with them. */
  readonly read: { messageId: string; isTyping: boolean }[] = [];
  readonly reactions = new Map<string, string>();
  readonly refusals: Refusal[] = [];
  /** Time of each customer’s last message, by number and customer. */
  readonly lastMessageAt = new Map<string, number>();
  /** Advance of the window clock, in milliseconds. */
  aheadMs = 0;
  linkSeconds = 300;
  /** Returns a file’s address instead of the right one. */
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
    const last = this.lastMessageAt.get(`${phoneNumberId}/${to}`);
    return last !== undefined && this.now() - last < 24 * 3_600_000;
  }
}
