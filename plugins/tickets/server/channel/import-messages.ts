import { AppError, sql, type Scope } from '@balcao/sdk/server';
import { connections, type ChannelInbox, type Connection, type InboundMessage } from '@balcao/connections/contract';
import { mediaJson } from '../message/enqueue.ts';
import { assertOwnFiles, filesOf, furtherJson } from '../message/files.ts';
import { readData } from '../message/kinds/read-data.ts';
import { originJson, originOf } from '../message/origin.ts';
import { subjectOf } from '../message/subject.ts';
import { participantOf } from './arrived.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/** Returns the message if it belongs to a conversation here: a group's only where groups are conversations. */
const inConversation = (
  message: InboundMessage,
  connection: Connection,
  groupsOff: boolean,
): InboundMessage | undefined => {
  if (!message.group) return message;
  if (groupsOff || !connection.allowGroup || connection.groupAsTicket !== 'enabled') return undefined;
  return message;
};

const importMessage = async (scope: Scope, connectionId: number, message: InboundMessage): Promise<boolean> => {
  const { externalId, sentAt, fromMe = false, quotedExternalId, group } = message;
  if (externalId === '' || Number.isNaN(sentAt.getTime())) return false;
  const [media, ...further] = filesOf(message);
  if (media) await assertOwnFiles(scope, [media, ...further]);
  const data = readData(scope, message.data);
  const body = message.body.replaceAll('\0', '') || (data?.words ?? '');
  const { channel, scope: within, kind, value } = group?.identity ?? message.from;
  const name = (group?.name ?? (fromMe ? '' : message.name)).replaceAll('\0', '');
  const number = group ? null : (message.number ?? null);
  const participant = participantOf(message);
  const stored = (inner: Scope): Promise<{ fresh: boolean } | undefined> =>
    inner.sql.one<{ fresh: boolean }>(
      sql`select tickets.import_message(${connectionId}::int, ${externalId}, ${channel}, ${within}, ${kind}, ${value}, ${name}, ${number},
            ${body}, ${sentAt}::timestamptz, ${fromMe}, ${mediaJson(media)}::json, ${quotedExternalId ?? null}, ${participant},
            ${data?.json ?? null}::jsonb) as fresh`,
    );
  const [subject, { context, referral }] = [subjectOf(message.subject), originOf(message)];
  if (!subject && !context && !referral && further.length === 0)
    return (await retryOnConflict(() => stored(scope)))?.fresh ?? false;
  return retryOnConflict(() =>
    scope.tx(async (inner) => {
      const fresh = (await stored(inner))?.fresh ?? false;
      if (fresh)
        await inner.sql.run(
          sql`update tickets.message set subject = ${subject ?? null}, files = ${furtherJson(further)},
                     context = ${originJson(context)}::jsonb, referral = ${originJson(referral)}::jsonb
               where whatsapp_id = ${connectionId} and external_id = ${externalId}`,
        );
      return fresh;
    }),
  );
};

/** Imports messages of the past: stored at the time they were written, without events. */
export const importedMessages = (scope: Scope): Pick<ChannelInbox, 'imported' | 'closeImported'> => ({
  async imported(connectionId, messages) {
    const connection = await scope.use(connections).find(connectionId);
    if (!connection) throw new AppError(404, 'ERR_NO_WAPP_FOUND');
    const groupsOff = scope.settings.get('CheckMsgIsGroup') === 'enabled';
    let fresh = 0;
    for (const message of messages) {
      const own = inConversation(message, connection, groupsOff);
      if (own && (await importMessage(scope, connectionId, own))) fresh += 1;
    }
    return fresh;
  },

  async closeImported(connectionId) {
    await scope.sql.run(sql`select tickets.close_imported(${connectionId}::int)`);
  },
});
