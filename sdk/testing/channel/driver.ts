import type { TestCompany, TestHost } from '../host.ts';

/** A message as a customer writes it and the provider hands it in. */
export interface CustomerMessage {
  /** The provider's id. */
  id: string;
  /** Which customer: 0, 1, 2, … The driver decides what their addresses are. */
  from: number;
  body: string;
  sentAt: Date;
}

/** A message of the company as it reached a customer. */
export interface ReachedMessage {
  /** The provider's id: what acks and echoes name. */
  id: string;
  to: number;
  body: string;
  /** Name of the file that came with it. */
  file?: string;
  /** Names of all its files in order, where it has several. */
  files?: readonly string[];
  /** What it carries as such, where the channel sends it so: a place, contact cards. */
  data?: { kind: string } | undefined;
  /** The company's reaction to it; absent: none. */
  reaction?: string;
  /** The company took it back. */
  revoked?: boolean;
  /** The choices it came with, to tap. */
  options?: readonly { id: string; title: string }[];
}

/** Why the provider does not take a message, in the words of the channel contract. */
export type Failure = 'retry' | 'refused' | 'window' | 'invalid-contact' | 'disconnected';

/**
 * The provider's side of one connection, as a test plays it. What a provider cannot do is left out, and what hangs on it
 * is not asked.
 */
export interface ChannelDriver {
  /** Hands a message to the channel's door as the provider does. Answers the door's HTTP status. */
  deliver(message: CustomerMessage): Promise<number>;
  /** The same with a signature that is wrong. */
  forge?(message: CustomerMessage): Promise<number>;
  /** What reached customers, oldest first. */
  reached(): Promise<readonly ReachedMessage[]>;
  /** The provider tells how far a message came: 2 delivered, 3 read. Of an id it never gave, too. */
  ack?(message: ReachedMessage, ack: 2 | 3): Promise<void>;
  /** What `ack` can tell, where the provider knows less than both: `[2]` for one that never says what was read. */
  acks?: readonly (2 | 3)[];
  /** The provider hands the company's own message in again. Answers the door's status. */
  echo?(message: ReachedMessage): Promise<number>;
  /**
   * What became of a message since it was said. `id` is the provider's id: of a message of the customer `from`, or of one
   * that reached this customer.
   */
  changes?: {
    /** The customer reacts; '' takes it back. */
    react?(id: string, from: number, emoji: string): Promise<number>;
    /** The customer changes what was written. */
    edit?(id: string, from: number, body: string): Promise<number>;
    /** The customer takes back what was written. */
    remove?(id: string, from: number): Promise<number>;
    /** What the company's reaction to a message of the customer is there; '' for none. */
    reactionTo?(id: string, from: number): Promise<string>;
  };
  /** The customer taps an option of a menu. Answers the door's status. */
  choose?(message: ReachedMessage, optionId: string): Promise<number>;
  /** The provider answers what comes next this way: so many times, or to this customer, whichever it can. */
  fail?: Partial<Record<Failure, (how: { times: number; to: number }) => Promise<void>>>;
  /** The link to the provider is down, and up again. */
  link?: { cut(): Promise<void>; mend(): Promise<void> };
  /** Tokens, keys and addresses of customers: none may stand in a log or in what a person without rights reads. */
  secrets(): readonly string[];
  /** Ends what the driver opened. */
  close?(): Promise<void>;
}

/** One connection of one company. */
export interface Line {
  host: TestHost;
  company: TestCompany;
  connectionId: number;
}

export interface ChannelConformanceOptions {
  /** Folder of the channel's plugin, source or built; the id of one of the platform's own will do. */
  root: string;
  /** More plugins that run beside it: folders or ids. Those of attendance and what its manifest names come by themselves. */
  with?: readonly string[];
  /** Id of its adapter. */
  channel: string;
  /** Before the connection connects: credentials, options. */
  prepare?(line: Line): Promise<void>;
  /** What pairing takes after the company asked to connect: scanning a code. Absent: nothing. */
  pair?(line: Line): Promise<void>;
  /** The provider's side of a connection that is up. */
  drive(line: Line): Promise<ChannelDriver>;
  /** The provider tells when a message was written; absent: the moment it arrives counts. */
  tellsTime?: boolean;
  /** The provider takes a message once however often it is sent, told by its id; absent: it cannot tell. */
  takesOnce?: boolean;
  /** How many customers write how many messages each at once. Absent: 20 and 5. */
  burst?: { customers: number; each: number };
  /** More settings of the environment. */
  env?: Record<string, string>;
  /** A running PostgreSQL, as its superuser. Absent: Vitest's `inject('databaseUrl')`. */
  databaseUrl?: string;
}
