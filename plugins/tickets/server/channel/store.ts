import { AppError, sql, type Scope } from '@balcao/sdk/server';
import type { MessageView } from '../../contract.ts';
import type { MessageUpdate } from '../message/enqueue.ts';
import { deletedWords } from '../message/listed.ts';
import { maskedLive } from '../reader.ts';
import { codeOf, retryOnConflict } from './retry-on-conflict.ts';

/** A stored message. */
export interface Stored extends MessageUpdate {
  /** False when the message was known already: then nothing is published. */
  fresh: boolean;
  /** The message began or reopened the conversation. */
  action: 'create' | 'reopen' | null;
  /** The rating question that was sent again because the message was no valid answer. */
  question: MessageView | null;
}

/** True when PostgreSQL gave up waiting for a row lock. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';
export const isUnavailable = (error: unknown): boolean => codeOf(error) === 'ERR_DATABASE_UNAVAILABLE';

/** Builds the JSON array; each message is the JSON of an `Arrived`. */
const withPlaces = (messages: readonly string[]): string =>
  `[${messages.map((json, place) => `{"place":${place},${json.slice(1)}`).join(',')}]`;

/**
 * Stores all messages in one statement, or none; each is the JSON of an `Arrived`. Returns them in the order given;
 * undefined for a message that was left out because its conversation is locked.
 */
export const storeBatch = async (
  scope: Scope,
  messages: readonly string[],
): Promise<readonly (Stored | undefined)[]> => {
  const rows = await scope.sql.rows<Stored & { place: number }>(
    sql`select * from tickets.receive_batch(${withPlaces(messages)}::json, ${maskedLive(scope)}, ${deletedWords(scope)})`,
  );
  const stored: (Stored | undefined)[] = messages.map(() => undefined);
  for (const row of rows) stored[row.place] = row;
  return stored;
};

const receiveOne = (scope: Scope, message: string): Promise<Stored | undefined> =>
  scope.sql.one<Stored>(
    sql`select * from tickets.receive_each(${withPlaces([message])}::json, ${maskedLive(scope)}, ${deletedWords(scope)}, true)`,
  );

/** Stores one message by itself and waits for locks. The caller sees it stored, or an error. */
export const storeOne = async (scope: Scope, message: string): Promise<Stored> => {
  try {
    const row = await retryOnConflict(() =>
      scope.standsAlone ? receiveOne(scope, message) : scope.tx((inner) => receiveOne(inner, message)),
    );
    if (row) return row;
  } catch (error) {
    if (codeOf(error) !== 'P0T01') throw error;
  }
  throw new AppError(404, 'ERR_NO_WAPP_FOUND');
};
