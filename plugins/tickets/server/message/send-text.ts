import { companyBatch, leftOut, sql, type Scope } from '@balcao/sdk/server';
import { channelAdapter } from '@balcao/connections/contract';
import type { MessageView } from '../../contract.ts';
import { maskedLive, readerOf, type SignedIn } from '../reader.ts';
import type { MessageUpdate } from './enqueue.ts';
import { publishMessageUpdate } from './publish-message.ts';

/** Text that a person sends, as `tickets.send_each` takes it, without its `place` in the batch. */
interface SentText {
  ticket: number;
  author: number;
  any_owner: boolean;
  any_queue: boolean;
  body: string;
  quoted: number | null;
  client: string | null;
}

type Row = MessageUpdate & { place: number; fresh: boolean | null };

const channelsWithWindow = (scope: Scope): string[] =>
  scope
    .items(channelAdapter)
    .filter(({ capabilities }) => capabilities.windowHours !== undefined)
    .map(({ id }) => id);

const sendAll = (scope: Scope, texts: readonly SentText[], waits: boolean): Promise<Row[]> => {
  const messages = JSON.stringify(texts.map((one, place) => ({ place, ...one })));
  const windowedChannels = channelsWithWindow(scope);
  return scope.sql.rows<Row>(
    waits
      ? sql`select * from tickets.send_text_each(${messages}::json, ${windowedChannels}::text[], ${maskedLive(scope)}, true)`
      : sql`select * from tickets.send_text_batch(${messages}::json, ${windowedChannels}::text[], ${maskedLive(scope)})`,
  );
};

/**
 * Creates the function that stores text which people of a company send at the same time: permission and message in one
 * statement. It returns undefined when the message was not stored; the caller finds out why. One instance per server.
 */
export const textSender = () => {
  const sendText = companyBatch<SentText, Row | undefined>({
    async run(scope, items, waits) {
      const rows = new Map((await sendAll(scope, items, waits)).map((row) => [row.place, row]));
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
    const row = await sendText(scope, {
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
export type TextSender = ReturnType<typeof textSender>;
