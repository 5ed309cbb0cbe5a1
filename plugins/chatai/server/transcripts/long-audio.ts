import { createHash } from 'node:crypto';
import { AppError, sql, type Scope } from '@balcao/sdk/server';
import { models, type Transcript, type TranscriptionRequest } from '../../contract.ts';
import { asParts } from './plain-audio.ts';

/** A part as an earlier attempt wrote it down, else as a model hears it now, which is kept for further attempts. */
const heardPart = async (scope: Scope, messageId: number, request: TranscriptionRequest): Promise<Transcript> => {
  const hash = createHash('sha256').update(request.audio).digest('hex');
  const known = await scope.sql.one<{ text: string; language: string | null }>(
    sql`select text, language from chatai.transcript_part where message_id = ${messageId} and hash = ${hash}`,
  );
  if (known) return known;
  const { text, language } = await scope.use(models).transcribe(request);
  await scope.sql.run(
    sql`insert into chatai.transcript_part (message_id, hash, text, language)
        values (${messageId}, ${hash}, ${text}, ${language}) on conflict do nothing`,
  );
  return { text, language };
};

/** A long recording, part by part: one text of all. Without ffmpeg its size is the reason of the refusal. */
export const heardInParts = async (
  scope: Scope,
  messageId: number,
  audio: Uint8Array,
  request: Omit<TranscriptionRequest, 'audio'>,
): Promise<Transcript> => {
  const parts = await asParts(audio);
  if (!parts) throw new AppError(413, 'ERR_AI_AUDIO_SIZE');
  const texts: string[] = [];
  let language: string | null = null;
  for (const part of parts) {
    const heard = await heardPart(scope, messageId, { ...request, audio: part });
    texts.push(heard.text.trim());
    language ??= heard.language;
  }
  return { text: texts.filter((text) => text !== '').join(' '), language };
};

/** Forgets the parts of a recording whose whole text is stored. */
export const forgetParts = async (scope: Scope, messageId: number): Promise<void> => {
  await scope.sql.run(sql`delete from chatai.transcript_part where message_id = ${messageId}`);
};

/** Forgets the parts of recordings that were given up. */
export const tidyParts = async (scope: Scope): Promise<void> => {
  await scope.sql.run(sql`delete from chatai.transcript_part where created_at < now() - interval '2 days'`);
};
