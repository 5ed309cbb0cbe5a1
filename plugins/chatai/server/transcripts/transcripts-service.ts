import { AppError, conflict, notFound, sql, type Scope } from '@balcao/sdk/server';
import { tickets, type MessageView } from '@balcao/tickets/contract';
import { models, type Transcript, type Transcripts } from '../../contract.ts';
import { forgetParts, heardInParts } from './long-audio.ts';
import { asPlainAudio } from './plain-audio.ts';

/** The largest file that providers accept; a larger one is sent in parts. */
const maxBytes = 25 * 1024 * 1024;
/** More would fill the memory of the server. */
const maxReadBytes = 200 * 1024 * 1024;

/** Calls for the same message meanwhile share one run. */
const running = new Map<string, Promise<Transcript>>();

const stored = async (scope: Scope, messageIds: readonly number[]): Promise<Map<number, Transcript>> => {
  const rows = await scope.sql.rows<Transcript & { messageId: number }>(
    sql`select message_id as "messageId", text, language from chatai.transcript
         where message_id = any(${[...messageIds]}::bigint[])`,
  );
  return new Map(rows.map(({ messageId, ...transcript }) => [messageId, transcript]));
};

/** The path of a file in the company's storage, which the address of a message's file ends with. */
const pathOf = (url: string): string => url.replace(/^\/public\//, '');

const bytesOf = async (scope: Scope, { mediaUrl, mediaSize }: MessageView): Promise<Uint8Array> => {
  if ((mediaSize ?? 0) > maxReadBytes) throw new AppError(413, 'ERR_AI_AUDIO_SIZE');
  const { stream } = await scope.storage.read(pathOf(mediaUrl ?? ''));
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/** Some models do not read what phones record: the second try is a plain format. */
const heard = async (scope: Scope, message: MessageView, signal: AbortSignal | undefined): Promise<Transcript> => {
  const audio = await bytesOf(scope, message);
  const request = { ticketId: message.ticketId, messageId: message.id, ...(signal && { signal }) };
  const service = scope.use(models);
  if (audio.length > maxBytes) return heardInParts(scope, message.id, audio, request);
  try {
    return await service.transcribe({ ...request, audio });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ERR_AI_AUDIO') throw error;
    const plain = await asPlainAudio(audio);
    if (!plain) throw error;
    return service.transcribe({ ...request, audio: plain });
  }
};

const make = async (scope: Scope, messageId: number, signal: AbortSignal | undefined): Promise<Transcript> => {
  const message = await scope.use(tickets).message(messageId);
  if (!message) throw notFound('ERR_NO_MESSAGE_FOUND');
  if (message.mediaType !== 'audio' || message.mediaUrl === null) throw conflict('ERR_AI_NO_AUDIO');
  const { text, language } = await heard(scope, message, signal);
  await scope.sql.run(
    sql`insert into chatai.transcript (message_id, text, language) values (${messageId}, ${text}, ${language})
        on conflict (company_id, message_id) do nothing`,
  );
  await forgetParts(scope, messageId);
  await scope.use(tickets).describe(messageId, text);
  return { text, language };
};

/** Texts of voice messages: made once, then read. */
export const transcriptsService = (scope: Scope): Transcripts => ({
  of: (messageIds) => stored(scope, messageIds),
  async transcribe(messageId, { signal } = {}) {
    const key = `${scope.company.id}:${messageId}`;
    for (;;) {
      const known = (await stored(scope, [messageId])).get(messageId);
      if (known) return known;
      const joined = running.get(key);
      if (!joined) {
        const work = make(scope, messageId, signal).finally(() => running.delete(key));
        running.set(key, work);
        return work;
      }
      try {
        return await joined;
      } catch (error) {
        // The caller who began it left, which is no reason for others.
        const isOthers = error instanceof AppError && error.code === 'ERR_AI_STOPPED';
        if (!isOthers || scope.signal.aborted || signal?.aborted) throw error;
      }
    }
  },
});
