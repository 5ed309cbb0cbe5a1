import type { AliasMessage, RoomAlias, RoomMessage, Scope } from '@balcao/sdk/server';
import { connections, type Connection } from '../contract.ts';

const mayPair = (scope: Scope): boolean => scope.can('connections-page:actionButtons');

type SharedConnection = Omit<Connection, 'qrcode'> & { qrcode?: string };

/** The specification has separate messages for a connection and for its session’s status. */
const messagesOf = (
  { event, data }: RoomMessage<unknown>,
  connection: SharedConnection | undefined,
): AliasMessage[] => {
  const { connectionId } = data as { connectionId?: number };
  if (event === 'delete')
    return [
      {
        event: 'update-whatsapp',
        data: { action: 'delete', whatsappId: connectionId, whatsapp: { id: connectionId } },
      },
    ];
  if (event !== 'update' || !connection) return [];
  const { qrcode, ...whatsapp } = connection;
  const { id, name, status, updatedAt } = connection;
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
  translate: (message) => messagesOf(message, (message.data as { connection?: SharedConnection }).connection),
};

/** The same for people who may pair: whoever scans the code can write as the company. */
export const pairingAlias: RoomAlias<Record<string, never>> = {
  names: ['joinWhatsappSession'],
  rooms: (_sent, scope) => (mayPair(scope) ? [{}] : []),
  async translate(message, scope) {
    const { connection } = message.data as { connection?: SharedConnection };
    const qrcode = connection && (await scope.use(connections).find(connection.id))?.qrcode;
    return messagesOf(message, connection && { ...connection, qrcode });
  },
};
