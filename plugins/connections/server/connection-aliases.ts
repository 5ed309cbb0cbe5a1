import type { AliasMessage, RoomAlias, RoomMessage, Scope } from '@balcao/sdk/server';
import { connections, type Connection } from '../contract.ts';

const mayPair = (scope: Scope): boolean => scope.can('connections-page:actionButtons');

type Shown = Omit<Connection, 'qrcode'> & { qrcode?: string };

/** The specification has separate messages for a connection and for its session’s status. */
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

/** The specification’s live messages about connections, without the QR code. */
export const connectionAlias: RoomAlias<Record<string, never>> = {
  names: ['joinWhatsappSession'],
  rooms: (_sent, scope) => (mayPair(scope) ? [] : [{}]),
  tell: (message) => told(message, (message.data as { connection?: Shown }).connection),
};

/** The same for people who may pair: whoever scans the code can write as the company. */
export const pairingAlias: RoomAlias<Record<string, never>> = {
  names: ['joinWhatsappSession'],
  rooms: (_sent, scope) => (mayPair(scope) ? [{}] : []),
  async tell(message, scope) {
    const { connection } = message.data as { connection?: Shown };
    const qrcode = connection && (await scope.use(connections).find(connection.id))?.qrcode;
    return told(message, connection && { ...connection, qrcode });
  },
};
