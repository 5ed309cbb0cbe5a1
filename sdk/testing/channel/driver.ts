import type { TestCompany, TestHost } from '../host.ts';

/** A message of a customer, as the provider delivers it. */
export interface CustomerMessage {
  /** The provider's id. */
  id: string;
  /** Number of the customer: 0, 1, 2, … The driver chooses their addresses. */
  from: number;
  body: string;
  sentAt: Date;
}

/** A message of the company, as it reached a customer. */
export interface ReachedMessage {
  /** The provider's id, which acks and echoes name. */
  id: string;
  to: number;
  body: string;
  /** Name of the attached file. */
  file?: string;
  /** Names of all attached files in order, if there are several. */
  files?: readonly string[];
  /** Structured content, if the channel sends it as such: a location, contact cards. */
  data?: { kind: string } | undefined;
  /** The company's reaction to it; absent: none. */
  reaction?: string;
  /** True if the company deleted it. */
  revoked?: boolean;
  /** Its options to tap. */
  options?: readonly { id: string; title: string }[];
}

/** Reasons of a provider for rejecting a message, in the words of the channel contract. */
export type Failure = 'retry' | 'refused' | 'window' | 'invalid-contact' | 'disconnected';

/**
 * The provider's side of one connection, played by a test. Omit what the provider cannot do: checks that need it are
 * skipped.
 */
export interface ChannelDriver {
  /** Delivers a message to the channel's webhook as the provider does. Returns the HTTP status. */
  deliver(message: CustomerMessage): Promise<number>;
  /** The same with a wrong signature. */
  forge?(message: CustomerMessage): Promise<number>;
  /** Returns the messages that reached customers, oldest first. */
  reached(): Promise<readonly ReachedMessage[]>;
  /** Reports a delivery state: 2 delivered, 3 read. Also called for an id that the provider never issued. */
  ack?(message: ReachedMessage, ack: 2 | 3): Promise<void>;
  /** The states that the provider can report, if not both: `[2]` for one that never reports reading. */
  acks?: readonly (2 | 3)[];
  /** Delivers the company's own message as an echo. Returns the HTTP status. */
  echo?(message: ReachedMessage): Promise<number>;
  /**
   * Later changes of a message. `id` is the provider's id of a message of the customer `from`, or of one that reached
   * this customer.
   */
  changes?: {
    /** The customer reacts; '' removes the reaction. */
    react?(id: string, from: number, emoji: string): Promise<number>;
    /** The customer edits the message. */
    edit?(id: string, from: number, body: string): Promise<number>;
    /** The customer deletes the message. */
    remove?(id: string, from: number): Promise<number>;
    /** Returns the company's reaction to a message of the customer, as the provider has it; '' for none. */
    reactionTo?(id: string, from: number): Promise<string>;
  };
  /** The customer taps an option of a menu. Returns the HTTP status. */
  choose?(message: ReachedMessage, optionId: string): Promise<number>;
  /**
   * Makes the provider reject the next messages: a number of times, or those to this customer, whichever it supports.
   */
  fail?: Partial<Record<Failure, (how: { times: number; to: number }) => Promise<void>>>;
  /** Interrupts and restores the link to the provider. */
  link?: { cut(): Promise<void>; mend(): Promise<void> };
  /**
   * Tokens, keys and addresses of customers, which must not appear in a log or in responses for people without
   * permission.
   */
  secrets(): readonly string[];
  /** Closes everything that the driver opened. */
  close?(): Promise<void>;
}

/** One connection of one company. */
export interface ConformanceConnection {
  host: TestHost;
  company: TestCompany;
  connectionId: number;
}

export interface ChannelConformanceOptions {
  /** Folder of the channel's plugin, source or built, or the id of one of the platform's own. */
  root: string;
  /**
   * Further plugins to run: folders or ids. The plugins for conversations and those that the manifest names are added
   * automatically.
   */
  with?: readonly string[];
  /** Id of its adapter. */
  channel: string;
  /** Prepares the connection before it connects: credentials, settings. */
  prepare?(line: ConformanceConnection): Promise<void>;
  /** Pairs after the company requested a connection, for example by scanning a code. Absent: nothing. */
  pair?(line: ConformanceConnection): Promise<void>;
  /** Returns the provider's side of an established connection. */
  drive(line: ConformanceConnection): Promise<ChannelDriver>;
  /** True if the provider reports when a message was written; absent: the time of arrival counts. */
  reportsTime?: boolean;
  /** True if the provider discards duplicates by a message's id; absent: it cannot. */
  deduplicates?: boolean;
  /** Number of customers, and of messages that each writes at the same time. Absent: 20 and 5. */
  burst?: { customers: number; each: number };
  /** Additional environment variables. */
  env?: Record<string, string>;
  /** A running PostgreSQL, as superuser. Absent: Vitest's `inject('databaseUrl')`. */
  databaseUrl?: string;
}
