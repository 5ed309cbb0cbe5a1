import type { AliasMessage, RoomAlias, RoomMessage, Scope } from '@balcao/sdk/server';
import { connections, type Connection } from '../contract.ts';

const mayPair = (scope: Scope): boolean => scope.can('connections-page:actionButtons');

type Shown = Omit<Connection, 'qrcode'> & { qrcode?: string };

/** What a connection is, and apart from it how its line stands. */
const told = ({ event, data }: RoomMessage<unknown>, shown: Shown | undefined): AliasMessage[] => {
  const { connectionId } = data as { connectionId?: number };
  if (event === 'delete')
    return [
      {
        event: 'update-whatsapp',
        data: { action: 'delete', whatsappId: connectionId, whatsapp: { id: connectionId } },
      },
    ];
  if (event !== 'update' || !shown) return [];
  const { qrcode, ...whatsapp } = shown;
  const { id, name, status, updatedAt } = shown;
  const session = { id, name, status, updatedAt, retries: 0, qrcode: qrcode ?? '' };
  return [
    { event: 'update-whatsapp', data: { action: 'update', whatsapp } },
    { event: 'update-whatsapp-session', data: { action: 'update', session } },
  ];
};

/** Connections as the specification tells of them, without what there is to scan. */
export const connectionAlias: RoomAlias<Record<string, never>> = {
  names: ['joinWhatsappSession'],
  rooms: (_sent, scope) => (mayPair(scope) ? [] : [{}]),
  translate: (message) => told(message, (message.data as { connection?: Shown }).connection),
};

/** The same for who may pair: the code lets whoever scans it write as the company. */
export const pairingAlias: RoomAlias<Record<string, never>> = {
  names: ['joinWhatsappSession'],
  rooms: (_sent, scope) => (mayPair(scope) ? [{}] : []),
  async translate(message, scope) {
    const { connection } = message.data as { connection?: Shown };
    const qrcode = connection && (await scope.use(connections).find(connection.id))?.qrcode;
    return told(message, connection && { ...connection, qrcode });
  },
};
