import type { Scope } from '@balcao/sdk/server';
import { channelError, type Connection, type OutboundMessage } from '@balcao/connections/contract';
import { findAccount, isComplete, type Account } from '../account/account.ts';
import { markDown } from '../connect.ts';
import { asChannelError, failureOfCode } from '../graph/failures.ts';
import { graph, GraphError, GraphUnreachable } from '../graph/graph.ts';
import { uploadMedia } from '../media/upload.ts';
import { findOutgoing, storeMediaId, storePart, nothingYet, type Outgoing } from './outgoing.ts';
import type { TemplatePayload } from '../templates/offered.ts';
import { partsOf, recipient } from './payload.ts';

interface Accepted {
  messages?: { id?: string }[];
}

/** Returns the account by which a connection may send; without one its messages wait. */
export const readyAccount = async (scope: Scope, connection: Connection): Promise<Account> => {
  const account = await findAccount(scope, connection.id);
  if (connection.status !== 'CONNECTED' || !account || !isComplete(account))
    throw channelError('disconnected', 'disconnected');
  return account;
};

/**
 * Runs a request of the tickets plugin: refusals of Meta become channel errors, and a fault of the account takes the
 * connection down.
 */
export const inChannelTerms = async <T>(scope: Scope, connectionId: number, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GraphError && failureOfCode(error) === 'disconnected')
      await markDown(scope, connectionId, error);
    throw asChannelError(error);
  }
};

/** Returns the id of the uploaded file. A repeated upload does no harm, so a lost answer is a temporary failure. */
const mediaIdOf = async (
  message: OutboundMessage,
  known: Outgoing,
  account: Account,
  scope: Scope,
): Promise<string | undefined> => {
  if (!message.media) return undefined;
  if (known.mediaId !== null) return known.mediaId;
  const mediaId = await uploadMedia(message.media, account, scope).catch((error: unknown) => {
    throw error instanceof GraphUnreachable ? new GraphUnreachable(false, error.cause) : error;
  });
  await storeMediaId(scope, account.connectionId, message.id, mediaId);
  return mediaId;
};

const templatePayload = (template: NonNullable<OutboundMessage['template']>, mediaId: string | undefined): object => {
  const { name, language } = template;
  const { components, header } = template.payload as TemplatePayload;
  const file = { id: mediaId };
  const top =
    header && mediaId !== undefined
      ? [
          {
            type: 'header',
            parameters: [{ type: header, [header]: header === 'document' ? { ...file, filename: name } : file }],
          },
        ]
      : [];
  return { type: 'template', template: { name, language: { code: language }, components: [...top, ...components] } };
};

/**
 * Sends one message, in as many parts as needed. The API has no idempotency key: a lost answer leaves the message
 * `unknown`, unless a status with our id settles it.
 */
export const send = async (
  message: OutboundMessage,
  connection: Connection,
  scope: Scope,
): Promise<{ externalId: string }> => {
  const account = await readyAccount(scope, connection);
  const known = (await findOutgoing(scope, message.id)) ?? nothingYet;
  return inChannelTerms(scope, connection.id, async () => {
    const mediaId = await mediaIdOf(message, known, account, scope);
    const parts = message.template
      ? [templatePayload(message.template, mediaId)]
      : partsOf(message, mediaId, scope.t('menu.open'));
    if (parts.length === 0) throw channelError('refused', 'empty');
    let externalId = known.externalId ?? '';
    for (const [index, part] of parts.entries()) {
      if (index < known.parts) continue;
      const accepted = await graph<Accepted>(account, `${account.phoneNumberId}/messages`, {
        method: 'POST',
        body: {
          ...recipient(message.to),
          ...part,
          ...(index === 0 && message.quotedExternalId && { context: { message_id: message.quotedExternalId } }),
          // Allows the status to settle a message whose answer was lost: only if one part is all of it.
          ...(parts.length === 1 && { biz_opaque_callback_data: String(message.id) }),
        },
        signal: scope.signal,
      });
      const id = accepted.messages?.[0]?.id;
      if (!id) throw new GraphUnreachable(true, new Error('Meta’s answer has no id'));
      externalId ||= id;
      if (parts.length > 1) await storePart(scope, connection.id, message.id, index + 1, externalId);
    }
    return { externalId };
  });
};
