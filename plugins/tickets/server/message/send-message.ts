import { AppError, conflict, invalid, sql, z, type Scope, type Upload } from '@balcao/sdk/server';
import { internalNoteWritten, type MessageView } from '../../contract.ts';
import { maskedLive, type SignedIn } from '../reader.ts';
import { assertMayOpen, ticketById } from '../ticket/find-ticket.ts';
import { assertWindowOpen } from '../window/reply-window.ts';
import { mediaTypeOf, type Media } from '@balcao/connections/contract';
import { enqueue, isKnownMessage, type Outgoing } from './enqueue.ts';
import { filesPerMessage, inMessages } from './files.ts';
import type { TextSender } from './send-text.ts';
import { signatureOf } from './signature.ts';
import { subjectOf } from './subject.ts';

export const limitOfFile = 52_428_800;
const maxFiles = 10;
export const files = { maxBytes: limitOfFile, maxCount: maxFiles };

const messageId = z.coerce.number().int().positive();
/** A message, its id, or either as the text of a form field. */
const quoted = z.preprocess(
  (value) => {
    if (typeof value !== 'string') return value;
    if (value.trim() === '' || value === 'null') return null;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return value;
    }
  },
  z.union([messageId, z.object({ id: messageId }).transform(({ id }) => id)]).nullish(),
);

export const messageBody = z.object({
  body: z
    .string()
    .max(65_536, 'Too Long!')
    .transform((text) => text.replaceAll('\0', ''))
    .default(''),
  quotedMsg: quoted,
  clientId: z.string().min(1).max(80).nullish(),
  /** The subject, where the channel's messages have one; absent: that of the conversation. */
  subject: z
    .string()
    .max(500, 'Too Long!')
    .nullish()
    .transform((text) => subjectOf(text)),
  /** Signs the message with the author's name, where the company leaves that choice to its people. */
  signed: z.union([z.boolean(), z.stringbool()]).nullish(),
  /** Puts the files into one message, as far as the channel allows; absent: one message per file. */
  together: z.union([z.boolean(), z.stringbool()]).nullish(),
});
export type MessageBody = z.output<typeof messageBody>;

const storeFile = async (scope: SignedIn, upload: Upload): Promise<Media> => {
  const { path, mime, size } = await scope.storage.store(upload);
  return { type: mediaTypeOf(mime), path, name: upload.name, mime, size };
};

/**
 * Returns the messages that were stored under this client id before; `max` limits into how many messages one request
 * was split.
 */
export const sentBefore = async (
  scope: Scope,
  ticketId: number,
  clientId: string,
  max: number,
): Promise<MessageView[]> => {
  const rows = await scope.sql.rows<{ message: MessageView }>(
    sql`select tickets.message_view(m, ${maskedLive(scope)}) as message from tickets.message m
         where m.ticket_id = ${ticketId} and m.client_id in (${sql.join(
           Array.from({ length: max }, (_, index) => sql`${partName(clientId, index)}`),
         )})
         order by m.sent_at, m.id`,
  );
  return rows.map(({ message }) => message);
};

/** Returns the client id of one of several messages; the first keeps the sender's own. */
export const partName = (clientId: string, index: number): string =>
  index === 0 ? clientId : `${clientId}#${index + 1}`;

const emitInternalNote = (scope: Scope, { id, ticketId }: MessageView): Promise<void> =>
  scope.emit(internalNoteWritten, `ticket:${ticketId}`, { ticketId, messageId: id, userId: scope.user?.id ?? 0 });

const store = async (scope: SignedIn, outgoing: readonly Outgoing[]): Promise<MessageView[]> =>
  scope.tx(async (inner) => {
    const messages: MessageView[] = [];
    for (const message of outgoing) {
      const stored = await enqueue(inner, message);
      messages.push(stored);
      if (message.internal === true) await emitInternalNote(inner, stored);
    }
    return messages;
  });

/**
 * Sends text and files: one message per file, or as many files in one as the channel allows; the text is the caption of
 * the first. A repeated clientId returns the existing messages. An internal note is not limited by the channel.
 */
export const sendMessage = async (
  scope: SignedIn,
  ticketId: number,
  input: MessageBody,
  uploads: readonly Upload[],
  /** Absent for an internal note. */
  sendText?: TextSender,
): Promise<MessageView[]> => {
  if (input.body.trim() === '' && uploads.length === 0) throw invalid({ body: 'Required' });
  const internal = sendText === undefined;
  const clientId = input.clientId ?? null;
  const quotedId = input.quotedMsg ?? null;
  const signed = internal ? undefined : signatureOf(scope, input.signed);
  const subject = internal ? undefined : input.subject;
  const isPlain = uploads.length === 0 && signed === undefined && subject === undefined;
  try {
    const message = isPlain ? await sendText?.(scope, ticketId, { body: input.body, quotedId, clientId }) : undefined;
    if (message) return [message];
  } catch (error) {
    if (!isKnownMessage(error) || clientId === null) throw error;
  }
  const ticket = await ticketById(scope, ticketId);
  assertMayOpen(scope, ticket);
  if (clientId !== null) {
    const known = await sentBefore(scope, ticketId, clientId, maxFiles);
    if (known.length > 0) return known;
  }
  if (!internal) {
    if (ticket.status === 'closed') throw conflict('ERR_TICKET_CLOSED');
    await assertWindowOpen(scope, ticket, 'person');
  }

  const perMessage =
    input.together !== true || uploads.length < 2
      ? 1
      : internal
        ? maxFiles
        : await filesPerMessage(scope, ticket.whatsappId);
  const storedFiles: Media[] = [];
  try {
    for (const upload of uploads) storedFiles.push(await storeFile(scope, upload));
    const base = {
      ticketId,
      userId: scope.user.id,
      quotedId,
      internal,
      ...(signed !== undefined && { signed }),
      ...(subject !== undefined && { subject }),
    };
    const outgoing = inMessages(storedFiles, perMessage).map(([media, ...further], index): Outgoing => ({
      ...base,
      ...(media && { media, further }),
      body: index === 0 ? input.body : '',
      clientId: clientId === null ? null : partName(clientId, index),
    }));
    const [only] = outgoing;
    return await (outgoing.length === 1 &&
    only &&
    !only.further?.length &&
    signed === undefined &&
    subject === undefined &&
    !internal
      ? enqueue(scope, only).then((message) => [message])
      : store(scope, outgoing));
  } catch (error) {
    // After a database failure it is unknown whether the messages were stored: an orphaned file is better than a
    // missing one.
    const isUnknown = error instanceof AppError && error.status >= 500;
    if (!isUnknown) for (const { path } of storedFiles) await scope.storage.remove(path).catch(() => undefined);
    if (isKnownMessage(error) && clientId !== null) return sentBefore(scope, ticketId, clientId, maxFiles);
    throw error;
  }
};
