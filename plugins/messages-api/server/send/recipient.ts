import { AppError, conflict, notFound, sql, type Scope } from '@balcao/sdk/server';
import { connections, type ChannelAdapter, type Connection } from '@balcao/connections/contract';

/** A number on one connection, in its channel’s spelling. */
export interface Recipient {
  connection: Connection;
  adapter: ChannelAdapter;
  value: string;
}

const wrong = (code: string): AppError => new AppError(400, code, { fields: { number: code } });

/** The lengths of the international numbering plan. */
const isNumber = (digits: string): boolean => digits.length >= 8 && digits.length <= 15;

/**
 * Checks a number at its channel, outside any transaction: one that does not exist is refused before anything is
 * stored. While the connection is down it cannot be checked, and the message waits for it like an attendant’s.
 */
export const findRecipient = async (scope: Scope, connectionId: number, number: string): Promise<Recipient> => {
  const service = scope.use(connections);
  const connection = await service.find(connectionId);
  if (!connection) throw notFound('ERR_NO_WAPP_FOUND');
  const adapter = service.adapter(connection);
  if (!adapter) throw conflict('ERR_WAPP_NOT_INITIALIZED');
  const digits = number.replace(/\D/g, '');
  if (adapter.identityKind !== 'phone' || !isNumber(digits)) throw wrong('ERR_WAPP_INVALID_CONTACT');
  if (connection.status !== 'CONNECTED' || !adapter.checkNumber) return { connection, adapter, value: digits };
  const known = await adapter.checkNumber(digits, connection, scope).catch((error: unknown) => {
    scope.log.info({ err: error, connection: connectionId }, 'number could not be checked and is tried');
    return { exists: true, value: digits };
  });
  if (!known.exists) throw wrong('ERR_CHECK_NUMBER');
  return { connection, adapter, value: known.value };
};

/** Finds or creates the contact of a number. A name that people gave is not changed. */
export const contactOf = async (
  scope: Scope,
  { connection, adapter, value }: Recipient,
  name: string,
): Promise<number> => {
  const at = await adapter.identityScope(connection, scope);
  const known = await scope.sql.one<{ id: number }>(
    sql`select contact_id as id from contacts.public_identity
         where channel = ${connection.channel} and scope = ${at} and kind = 'phone' and value = ${value}`,
  );
  if (known) return known.id;
  const made = await scope.sql.one<{ id: number }>(
    sql`select contacts.identify(${connection.channel}, ${at}, 'phone', ${value}, ${name}, ${value}, null) as id`,
  );
  if (!made) throw notFound('ERR_NO_CONTACT_FOUND');
  return made.id;
};
