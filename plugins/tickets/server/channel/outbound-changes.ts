import { sql, type Delivery, type Scope } from '@balcao/sdk/server';
import { channelError, connections, failureOf } from '@balcao/connections/contract';
import type { ChannelAdapter, Connection, MessageReference } from '@balcao/connections/contract';
import { contacts, type Identity } from '@balcao/contacts/contract';
import type { MessageUpdate } from '../message/enqueue.ts';
import { deletedWords } from '../message/listed.ts';
import { publishMessageUpdate } from '../message/publish-message.ts';
import { maskedLive } from '../reader.ts';
import { toRetry, asSigned, withAnswerLimit } from './deliver.ts';

export type Change = 'reaction' | 'edit' | 'delete';

const refusals = {
  reaction: 'ERR_REACTION_WAPP_MSG',
  edit: 'ERR_EDIT_WAPP_MSG',
  delete: 'ERR_DELETE_WAPP_MSG',
} as const satisfies Record<Change, string>;

interface Changed {
  externalId: string | null;
  fromMe: boolean;
  body: string;
  author: string | null;
  isSigned: boolean | null;
  emoji: string;
  isDeleted: boolean;
  contactId: number;
  whatsappId: number | null;
}

/**
 * Returns a message with a change that the channel has not accepted yet; undefined when it has, or when the change was
 * undone.
 */
const pendingChange = (scope: Scope, messageId: number, change: Change): Promise<Changed | undefined> =>
  scope.sql.one<Changed>(sql`
    select m.external_id as "externalId", m.from_me as "fromMe", m.body, u.name as author, m.is_signed as "isSigned",
           coalesce(m.reactions -> 'us' ->> 'emoji', '') as emoji, m.is_deleted as "isDeleted",
           t.contact_id as "contactId", m.whatsapp_id as "whatsappId"
      from tickets.message m
      join tickets.ticket t on t.company_id = m.company_id and t.id = m.ticket_id
      left join kernel."user" u on u.company_id = m.company_id and u.id = m.user_id
     where m.id = ${messageId} and m.undo -> ${change}::text is not null`);

interface Recipient {
  adapter: ChannelAdapter;
  connection: Connection;
  to: Identity;
}

const recipientOf = async (scope: Scope, { whatsappId, contactId }: Changed): Promise<Recipient> => {
  const service = scope.use(connections);
  const connection = whatsappId === null ? undefined : await service.find(whatsappId);
  if (!connection) throw channelError('refused', 'the connection was deleted');
  const adapter = service.adapter(connection);
  if (!adapter) throw channelError('disconnected', 'the channel is switched off');
  const to = await scope
    .use(contacts)
    .findIdentity(contactId, connection.channel, await adapter.identityScope(connection, scope), adapter.identityKind);
  if (!to) throw channelError('invalid-contact', 'the contact has no address on this channel');
  return { adapter, connection, to };
};

/**
 * Sends the change in its current state, which may be newer than the request for it; returns the value that was sent.
 */
const sendToChannel = async (scope: Scope, message: Changed, externalId: string, change: Change): Promise<string> => {
  const { adapter, connection, to } = await recipientOf(scope, message);
  const target: MessageReference = { externalId, fromMe: message.fromMe };
  if (change === 'reaction') {
    if (!adapter.react) throw channelError('refused', 'the channel does not support reactions');
    await withAnswerLimit(adapter.react(target, message.emoji, to, connection, scope));
    return message.emoji;
  }
  if (change === 'edit') {
    if (!adapter.edit) throw channelError('refused', 'the channel does not support edits');
    await withAnswerLimit(adapter.edit(target, asSigned(message, scope), to, connection, scope));
    return message.body;
  }
  if (!adapter.revoke) throw channelError('refused', 'the channel does not support deletions');
  await withAnswerLimit(adapter.revoke(target, to, connection, scope));
  return '';
};

const triesWhileDown = 3;

/**
 * Has the outbox retry passing failures; otherwise restores what the customer sees and publishes the reason to the
 * room.
 */
const failed = async (
  scope: Scope,
  messageId: number,
  change: Change,
  error: unknown,
  { attempt, last }: Delivery,
): Promise<void> => {
  // Changes are idempotent: an unknown outcome can be retried.
  const reported = failureOf(error);
  const failure = reported === 'unknown' ? 'retry' : reported;
  if (failure === 'retry' && !last) throw toRetry(error);
  if (failure === 'disconnected' && !last && attempt < triesWhileDown) throw toRetry(error);
  if (failure === 'retry')
    scope.log.warn(
      { err: error, message: messageId, change },
      'sending a change of a message was given up after all retries',
    );
  const news = await scope.sql.one<MessageUpdate>(
    sql`select * from tickets.undo_own(${messageId}::bigint, ${change}, ${deletedWords(scope)}, ${maskedLive(scope)})`,
  );
  if (news) await publishMessageUpdate(scope, news, 'error', { error: refusals[change], failure });
};

/**
 * Sends a reaction, an edit or a deletion of ours to the channel. Events of a conversation come in order, so a message
 * that was being sent has been sent, or has failed, by now.
 */
export const sendChange = async (
  { messageId, change }: { messageId: number; change: Change },
  scope: Scope,
  delivery: Delivery,
): Promise<void> => {
  const message = await pendingChange(scope, messageId, change);
  if (!message) return;
  let sent = '';
  // A message that was never sent, or an edit of a deleted one, is not sent to the channel.
  if (message.externalId !== null && (change === 'delete' || !message.isDeleted)) {
    try {
      sent = await sendToChannel(scope, message, message.externalId, change);
    } catch (error) {
      return failed(scope, messageId, change, error, delivery);
    }
  } else sent = change === 'edit' ? message.body : message.emoji;
  await scope.sql.run(sql`select tickets.settle_own(${messageId}::bigint, ${change}, ${sent})`);
};
