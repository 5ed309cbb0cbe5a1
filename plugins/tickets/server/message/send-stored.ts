import { conflict, invalid, notFound, sql, type Scope, type StoredFile } from '@balcao/sdk/server';
import {
  connections,
  mediaTypeOf,
  type Media,
  type OutboundMenu,
  type TemplateMessage,
} from '@balcao/connections/contract';
import type { MessageView, OutgoingMessage } from '../../contract.ts';
import type { SignedIn } from '../reader.ts';
import { assertHas } from '../rules/automation.ts';
import { menuText } from '../rules/menu-text.ts';
import { assertMayOpen, ticketById } from '../ticket/find-ticket.ts';
import { assertWindowOpen } from '../window/reply-window.ts';
import { enqueue, isKnownMessage, type Outgoing } from './enqueue.ts';
import { assertOwnFiles, filesPerMessage, inMessages, maxFilesSent } from './files.ts';
import { readData } from './kinds/read-data.ts';
import { partName, sentBefore } from './send-message.ts';

const maxOptions = 100;
const maxIdLength = 200;

/** Validates a menu. Ids must be unique, because a tapped option is reported by its id. */
const readMenu = (menu: OutboundMenu | undefined): OutboundMenu | undefined => {
  if (!menu) return undefined;
  const ids = new Set(menu.options.map(({ id }) => id));
  const isValid =
    ids.size === menu.options.length &&
    ids.size > 0 &&
    ids.size <= maxOptions &&
    menu.options.every(({ id, title }) => id !== '' && id.length <= maxIdLength && title.trim() !== '');
  if (!isValid) throw invalid({ menu: 'ERR_INVALID_VALUE' });
  return { text: menu.text, options: menu.options.map(({ id, title }) => ({ id, title })) };
};

/** Returns a menu as numbered text, for channels without options and for the company's people. */
const menuWords = ({ text, options }: OutboundMenu): string =>
  menuText(
    text,
    options.map(({ title }, index) => ({ id: index, name: title })),
  );

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
  const ticket = await ticketById(scope, ticketId);
  if (scope.user) assertMayOpen(scope as SignedIn, ticket);
  const known = async (): Promise<MessageView | undefined> =>
    clientId === undefined ? undefined : (await sentBefore(scope, ticketId, clientId, 1))[0];
  const before = await known();
  if (before) return before;
  if (ticket.status === 'closed') throw conflict('ERR_TICKET_CLOSED');
  const userId = await authorOf(scope, message.by);
  const isFromPerson = userId !== null && bulk === false && automation === undefined;
  if (!outsideWindow && !chosen) await assertWindowOpen(scope, ticket, isFromPerson ? 'person' : 'company');
  const template = chosen && (await prepared(scope, ticket.whatsappId, chosen, files[0]));
  const medias = files.map((file): Media => ({ ...file, type: mediaTypeOf(file.mime) }));
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
    ...(data && { data: data.data }),
    // The provider approved the exact text, so it is not signed.
    ...(template && { template: template.payload, signed: false }),
  };
  try {
    if (medias.length < 2 && !menu && !data && !template && !sharesFile && bulk === false && automation === undefined)
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
