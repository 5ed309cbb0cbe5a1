import { AppError, sql, type Scope } from '@balcao/sdk/server';
import type { MessageView } from '../../contract.ts';
import type { MessageUpdate } from '../message/enqueue.ts';
import { deletedWords } from '../message/listed.ts';
import { maskedLive } from '../reader.ts';
import { codeOf, retryOnConflict } from './retry-on-conflict.ts';

/** A message that is stored. */
export interface Stored extends MessageUpdate {
  /** False when it was known already: then there is nothing to tell. */
  fresh: boolean;
  /** The conversation began, or began anew, with it. */
  action: 'create' | 'reopen' | null;
  /** It answered the question for a rating, and was met with this. */
  question: MessageView | null;
}

/** PostgreSQL gave up waiting for somebody else's row. */
export const isHeldUp = (error: unknown): boolean => codeOf(error) === '55P03';
export const isUnavailable = (error: unknown): boolean => codeOf(error) === 'ERR_DATABASE_UNAVAILABLE';

/** Each as JSON of `Arrived`. */
const placed = (messages: readonly string[]): string =>
  `[${messages.map((json, place) => `{"place":${place},${json.slice(1)}`).join(',')}]`;

/**
 * All of them by one statement, or none; each is the JSON of an `Arrived`. In the order given; undefined stands for a
 * message that was left out, because somebody else is at work on its conversation.
 */
export const storeTogether = async (
  scope: Scope,
  messages: readonly string[],
): Promise<readonly (Stored | undefined)[]> => {
  const rows = await scope.sql.rows<Stored & { place: number }>(
    sql`select * from tickets.receive_batch(${placed(messages)}::json, ${maskedLive(scope)}, ${deletedWords(scope)})`,
  );
  const answers: (Stored | undefined)[] = messages.map(() => undefined);
  for (const row of rows) answers[row.place] = row;
  return answers;
};

const once = (scope: Scope, message: string): Promise<Stored | undefined> =>
  scope.sql.one<Stored>(
    sql`select * from tickets.receive_each(${placed([message])}::json, ${maskedLive(scope)}, ${deletedWords(scope)}, true)`,
  );

/** One by itself, whoever it has to wait for. A caller sees stored or an error, nothing between. */
export const storeAlone = async (scope: Scope, message: string): Promise<Stored> => {
  try {
    const row = await retryOnConflict(() =>
      scope.standsAlone ? once(scope, message) : scope.tx((inner) => once(inner, message)),
    );
    if (row) return row;
  } catch (error) {
    if (codeOf(error) !== 'P0T01') throw error;
  }
  throw new AppError(404, 'ERR_NO_WAPP_FOUND');
};
