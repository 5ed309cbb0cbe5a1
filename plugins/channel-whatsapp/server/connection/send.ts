import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Scope } from '@balcao/sdk/server';
import { channelInbox, type OutboundMessage } from '@balcao/connections/contract';
import { jidOf } from '../identity.ts';
import type { Outgoing } from './worker-protocol.ts';
import { asVoice } from './voice-note.ts';
import type { WorkerConnection } from './workers.ts';

type Media = NonNullable<OutboundMessage['media']>;

/** Number of messages searched for a quoted one. */
const searchedMessages = 200;

const quotedBy = async (connectionId: number, { to, quotedExternalId }: OutboundMessage, scope: Scope) => {
  if (quotedExternalId === undefined) return {};
  const history = await scope.use(channelInbox).history(connectionId, to, { limit: searchedMessages });
  const found = history.find(({ externalId }) => externalId === quotedExternalId);
  return { quoted: { id: quotedExternalId, fromMe: found?.fromMe ?? false, body: found?.body ?? '' } };
};

const mediaIn = async (folder: string, { type, path, name, mime }: Media, scope: Scope): Promise<Outgoing['media']> => {
  const file = join(folder, 'file');
  const { stream } = await scope.storage.read(path);
  await pipeline(stream, createWriteStream(file));
  const voice = type === 'audio' ? await asVoice(file, mime, folder) : undefined;
  return voice === undefined
    ? { type, file, name, mime }
    : { type, file: voice, name, mime: 'audio/ogg', isVoice: true };
};

/** Sends one message; its file is on this computer’s disk meanwhile. */
export const send = async (
  worker: WorkerConnection,
  connectionId: number,
  { id, message }: { id: string; message: OutboundMessage },
  scope: Scope,
): Promise<void> => {
  const folder = message.media && (await mkdtemp(join(tmpdir(), 'balcao-whatsapp-')));
  try {
    const media = message.media && folder !== undefined ? await mediaIn(folder, message.media, scope) : undefined;
    const outgoing: Outgoing = {
      id,
      to: jidOf(message.to),
      body: message.body,
      ...(media && { media }),
      ...(message.isForwarded && { isForwarded: true }),
      ...(await quotedBy(connectionId, message, scope)),
    };
    await worker.request({ do: 'send', message: outgoing });
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
};
