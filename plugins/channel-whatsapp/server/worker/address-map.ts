import { jidDecode, type WAMessageKey, type WASocket } from 'baileys';
import type { Peer } from '../line/language.ts';

type Mapping = WASocket['signalRepository']['lidMapping'];

const add = (peer: Peer, jid: string | null | undefined): void => {
  const { user, server } = jidDecode(jid ?? undefined) ?? {};
  if (user === undefined || user === '') return;
  if (server === 's.whatsapp.net') peer.phone ??= user;
  if (server === 'lid') peer.lid ??= user;
};

/** Returns the person of an address. The network sends a number, an id, or both; a pair that it once sent is stored. */
export const peerOf = async (mapping: Mapping, ...jids: (string | null | undefined)[]): Promise<Peer> => {
  const peer: Peer = {};
  for (const jid of jids) add(peer, jid);
  if (peer.lid !== undefined && peer.phone === undefined)
    add(peer, await mapping.getPNForLID(`${peer.lid}@lid`).catch(() => null));
  if (peer.phone !== undefined && peer.lid === undefined)
    add(peer, await mapping.getLIDForPN(`${peer.phone}@s.whatsapp.net`).catch(() => null));
  return peer;
};

export const chatOf = (mapping: Mapping, key: WAMessageKey): Promise<Peer> =>
  peerOf(mapping, key.remoteJid, key.remoteJidAlt);

export const authorOf = (mapping: Mapping, key: WAMessageKey): Promise<Peer> =>
  key.participant ? peerOf(mapping, key.participant, key.participantAlt) : chatOf(mapping, key);
