import { companyBatch, leftOut, sql, type Scope } from '@balcao/sdk/server';
import { channelAdapter } from '@balcao/connections/contract';
import type { MessageView } from '../../contract.ts';
import { maskedLive, readerOf, type SignedIn } from '../reader.ts';
import type { MessageUpdate } from './enqueue.ts';
import { publishMessageUpdate } from './publish-message.ts';

/** Text that a person says, as `tickets.say_each` takes it, but for its place. */
interface Said {
  ticket: number;
  author: number;
  any_owner: boolean;
  any_queue: boolean;
  body: string;
  quoted: number | null;
  client: string | null;
}

type Row = MessageUpdate & { place: number; fresh: boolean | null };

const windowedOf = (scope: Scope): string[] =>
  scope
    .items(channelAdapter)
    .filter(({ capabilities }) => capabilities.windowHours !== undefined)
    .map(({ id }) => id);

const say = (scope: Scope, said: readonly Said[], waits: boolean): Promise<Row[]> => {
  const messages = JSON.stringify(said.map((one, place) => ({ place, ...one })));
  const windowed = windowedOf(scope);
  return scope.sql.rows<Row>(
    waits
      ? sql`select * from tickets.say_each(${messages}::json, ${windowed}::text[], ${maskedLive(scope)}, true)`
      : sql`select * from tickets.say_batch(${messages}::json, ${windowed}::text[], ${maskedLive(scope)})`,
  );
};

/**
 * Stores text that people of a company say at the same time: who may say it, and the message itself, by one statement.
 * Undefined: it was not stored, for a reason that has to be looked for. An instance for each server.
 */
export const sayTogether = () => {
  const said = companyBatch<Said, Row | undefined>({
    async run(scope, items, waits) {
      const rows = new Map((await say(scope, items, waits)).map((row) => [row.place, row]));
      return items.map((_, place) => {
        const row = rows.get(place);
        return row === undefined ? leftOut : row.fresh ? row : undefined;
      });
    },
  });
  return async (
    scope: SignedIn,
    ticketId: number,
    { body, quotedId, clientId }: { body: string; quotedId: number | null; clientId: string | null },
  ): Promise<MessageView | undefined> => {
    const { id, seesAll, anyQueue } = readerOf(scope);
    const row = await said(scope, {
      ticket: ticketId,
      author: id,
      any_owner: seesAll,
      any_queue: anyQueue,
      body,
      quoted: quotedId,
      client: clientId,
    });
    if (row) await publishMessageUpdate(scope, row, 'create');
    return row?.message;
  };
};
export type SayTogether = ReturnType<typeof sayTogether>;
