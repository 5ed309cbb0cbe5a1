import { deflateSync } from 'node:zlib';
import { proto } from 'baileys';

/** A chat in a phone’s history. */
export interface HistoryChat {
  /** `5511999990000@s.whatsapp.net`, `…@g.us`. */
  jid: string;
  /** The name in the phone’s address book. */
  name?: string;
  lid?: string;
  messages?: { id: string; at: Date; fromMe?: boolean; participant?: string; message: proto.IMessage }[];
}

const { HistorySync } = proto;

/** Packs the history that a phone sends to its new device. */
export const historyBlob = (
  chats: readonly HistoryChat[],
  syncType: proto.HistorySync.HistorySyncType,
  progress: number,
  chunkOrder: number,
): Uint8Array => {
  const pushnames = chats.map(({ jid, name }) => ({ id: jid, pushname: name ?? '' }));
  const conversations = chats.map(({ jid, name, lid, messages = [] }) => ({
    id: jid,
    ...(name !== undefined && { name }),
    ...(lid !== undefined && { lidJid: lid }),
    // Newest first.
    messages: messages.toReversed().map(({ id, at, fromMe = false, participant, message }) => ({
      message: {
        key: { remoteJid: jid, id, fromMe, ...(participant !== undefined && { participant }) },
        messageTimestamp: Math.floor(at.getTime() / 1000),
        message,
      },
    })),
  }));
  const names = syncType === HistorySync.HistorySyncType.PUSH_NAME;
  const content = names ? { pushnames } : { conversations };
  return deflateSync(
    HistorySync.encode(HistorySync.fromObject({ syncType, progress, chunkOrder, ...content })).finish(),
  );
};
