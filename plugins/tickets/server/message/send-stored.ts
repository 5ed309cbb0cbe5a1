import { conflict, invalid, notFound, sql, type Scope, type StoredFile } from '@balcao/sdk/server';
import { connections, mediaTypeOf, type Media, type TemplateMessage } from '@balcao/connections/contract';
import type { MessageView, OutgoingMessage } from '../../contract.ts';
import type { SignedIn } from '../reader.ts';
import { assertHas } from '../rules/automation.ts';
import { assertMayOpen, ticketById } from '../ticket/find-ticket.ts';
import { assertWindowOpen } from '../window/reply-window.ts';
import { enqueue, isKnownMessage, type Outgoing } from './enqueue.ts';
import { assertOwnFiles, filesPerMessage, inMessages, maxFilesSent } from './files.ts';
import { readData } from './kinds/read-data.ts';
import { menuWords, readMenu } from './menu.ts';
import { partName, sentBefore } from './send-message.ts';

const authorOf = async (scope: Scope, by: number | null | undefined): Promise<number | null> => {
  if (by === undefined) return scope.user?.id ?? null;
  if (by === null) return null;
  const known = await scope.sql.one(sql`select 1 from kernel."user" where id = ${by}`);
  if (!known) throw notFound('ERR_NO_USER_FOUND');
  return by;
};

const withFiles = ([media, ...further]: readonly Media[]): Pick<Outgoing, 'media' | 'further'> =>
  media ? { media, further } : {};

const prepared = async (
  scope: Scope,
  connectionId: number | null,
  chosen: TemplateMessage,
  file: StoredFile | undefined,
): Promise<{ text: string; payload: NonNullable<Outgoing['template']> }> => {
  // 0: the connection was deleted, and no channel has templates for it.
  const { text, payload } = await scope.use(connections).prepareTemplate(connectionId ?? 0, chosen, file);
  return { text, payload: { name: chosen.name, language: chosen.language, payload } };
};

/** Implements `Tickets.send`. A repeated clientId returns the existing message. */
export const sendStored = async (scope: Scope, ticketId: number, message: OutgoingMessage): Promise<MessageView> => {
  const { clientId, outsideWindow = false, quotedId, bulk = false, while: automation } = message;
  const files = (message.file ? [message.file] : []).concat(message.files ?? []);
  if (files.length > maxFilesSent) throw invalid({ files: 'Too Long!' });
  const { fileIsShared: sharesFile = false } = message;
  if (sharesFile && files.length !== 1) throw invalid({ file: files.length === 0 ? 'Required' : 'Too Long!' });
  await assertOwnFiles(scope, files);
  const [menu, data] = [readMenu(message.menu), readData(scope, message.data)];
  const { template: chosen } = message;
  const words = menu ? menuWords(menu) : (data?.words ?? '');
  const body = message.body.trim() === '' ? words : message.body;
  if (body.trim() === '' && files.length === 0 && !chosen) throw invalid({ body: 'Required' });
  if (chosen && files.length > 1) throw invalid({ files: 'Too Long!' });
  const { isInternal = false } = message;
  if (isInternal && (menu || data || chosen)) throw invalid({ isInternal: 'ERR_INVALID_VALUE' });
  const medias = files.map((file): Media => ({ ...file, type: mediaTypeOf(file.mime) }));
  const ticket = await ticketById(scope, ticketId);
  if (scope.user) assertMayOpen(scope as SignedIn, ticket);
  const known = async (): Promise<MessageView | undefined> =>
    clientId === undefined ? undefined : (await sentBefore(scope, ticketId, clientId, 1))[0];
  // A plain message needs no look here: storing it finds an earlier one of its name.
  const isPlain = medias.length === 0 && !menu && !data && !chosen && automation === undefined;
  const before = isPlain && ticket.status !== 'closed' ? undefined : await known();
  if (before) return before;
  if (ticket.status === 'closed' && !isInternal) throw conflict('ERR_TICKET_CLOSED');
  const userId = await authorOf(scope, message.by);
  const isFromPerson = userId !== null && bulk === false && automation === undefined;
  try {
    if (!outsideWindow && !chosen && !isInternal)
      await assertWindowOpen(scope, ticket, isFromPerson ? 'person' : 'company');
  } catch (error) {
    const sent = isPlain ? await known() : undefined;
    if (sent) return sent;
    throw error;
  }
  const template = chosen && (await prepared(scope, ticket.whatsappId, chosen, files[0]));
  const perMessage = medias.length < 2 ? 1 : await filesPerMessage(scope, ticket.whatsappId);
  const [first = [], ...others] = inMessages(medias, perMessage);
  const base = {
    ticketId,
    userId,
    quotedId,
    ...(bulk !== false && { bulk: bulk === 'fast' ? ('fast' as const) : ('paced' as const) }),
  };
  const outgoing: Outgoing = {
    ...base,
    body: template?.text ?? body,
    ...withFiles(first),
    clientId,
    ...(menu && { menu }),
    ...(sharesFile && { sharesFile }),
    ...(isInternal && { internal: true }),
    ...(data && { data: data.data, ...(message.isSigned === false && { signed: false }) }),
    // The provider approved the exact text, so it is not signed.
    ...(template && { template: template.payload, signed: false }),
  };
  try {
    if (medias.length < 2 && !menu && !data && !template && !sharesFile && automation === undefined)
      return await enqueue(scope, outgoing);
    return await scope.tx(async (inner) => {
      if (automation !== undefined) await assertHas(inner, ticketId, automation);
      const stored = await enqueue(inner, outgoing);
      for (const [index, part] of others.entries())
        await enqueue(inner, {
          ...base,
          body: '',
          ...withFiles(part),
          clientId: clientId === undefined ? undefined : partName(clientId, index + 1),
        });
      return stored;
    });
  } catch (error) {
    const sent = isKnownMessage(error) ? await known() : undefined;
    if (sent) return sent;
    throw error;
  }
};
