import { jidDecode, type WAMessageKey, type WASocket } from 'baileys';
import type { NetworkPerson } from '../connection/worker-protocol.ts';

type Mapping = WASocket['signalRepository']['lidMapping'];

const add = (person: NetworkPerson, jid: string | null | undefined): void => {
  const { user, server } = jidDecode(jid ?? undefined) ?? {};
  if (user === undefined || user === '') return;
  if (server === 's.whatsapp.net') person.phone ??= user;
  if (server === 'lid') person.lid ??= user;
};

/** Returns the person of an address. The network sends a number, an id, or both; a pair that it once sent is stored. */
export const personOf = async (mapping: Mapping, ...jids: (string | null | undefined)[]): Promise<NetworkPerson> => {
  const person: NetworkPerson = {};
  for (const jid of jids) add(person, jid);
  if (person.lid !== undefined && person.phone === undefined)
    add(person, await mapping.getPNForLID(`${person.lid}@lid`).catch(() => null));
  if (person.phone !== undefined && person.lid === undefined)
    add(person, await mapping.getLIDForPN(`${person.phone}@s.whatsapp.net`).catch(() => null));
  return person;
};

export const chatOf = (mapping: Mapping, key: WAMessageKey): Promise<NetworkPerson> =>
  personOf(mapping, key.remoteJid, key.remoteJidAlt);

export const authorOf = (mapping: Mapping, key: WAMessageKey): Promise<NetworkPerson> =>
  key.participant ? personOf(mapping, key.participant, key.participantAlt) : chatOf(mapping, key);
