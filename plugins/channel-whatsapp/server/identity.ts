import { createHash } from 'node:crypto';
import type { Identity } from '@balcao/connections/contract';
import { channelId } from '../contract.ts';
import type { Jid, NetworkPerson } from './connection/worker-protocol.ts';

const servers = { phone: 's.whatsapp.net', lid: 'lid', group: 'g.us' } as const;

const of = (kind: Identity['kind'], value: string): Identity => ({ channel: channelId, scope: '', kind, value });

/**
 * Returns the identity of a person. The id takes precedence, because the number may be hidden next time; if the number
 * is passed as well, both become one contact.
 */
export const identityOf = ({ phone, lid }: NetworkPerson): Identity | undefined => {
  if (lid !== undefined) return of('lid', lid);
  return phone === undefined ? undefined : of('phone', phone);
};
export const groupIdentity = (id: string): Identity => of('group', id);

export const jidOf = ({ kind, value }: Identity): Jid =>
  `${kind === 'phone' ? value.replace(/\D/g, '') : value}@${servers[kind as keyof typeof servers] ?? servers.phone}`;

/** Returns the id of a message on the network, the same on every attempt: WhatsApp and the phones drop a duplicate. */
export const messageIdOf = (connectionId: number, messageId: number): string =>
  `3EB0${createHash('sha256').update(`balcao/${connectionId}/${messageId}`).digest('hex').slice(0, 18).toUpperCase()}`;
