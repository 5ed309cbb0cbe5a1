import { sql, type Scope } from '@balcao/sdk/server';
import type { ChannelAdapter, Connection, Identity } from '@balcao/connections/contract';

interface Handed {
  id: number;
  reservedId: string | null;
  isInHand: boolean;
}

/** The provider drops a second copy: by our id, or by the one that was named for it before. */
export const takesOnce = (adapter: ChannelAdapter, { reservedId }: Handed): boolean =>
  adapter.capabilities.once === true || reservedId !== null;

/**
 * A message that was handed over, and nobody noted what came of it: the node died meanwhile. To send it again may be to
 * send it twice, where the provider cannot tell.
 */
export const isDoubtful = (adapter: ChannelAdapter, message: Handed): boolean =>
  message.isInHand && !takesOnce(adapter, message);

/** Notes that a message is about to be handed over, under which id; answers the reserved one. */
export const noteInHand = async (
  scope: Scope,
  message: Handed,
  to: Identity,
  adapter: ChannelAdapter,
  connection: Connection,
): Promise<string | null> => {
  if (adapter.capabilities.once) return null;
  const reservedId = message.reservedId ?? adapter.reserveId?.({ id: message.id, to }, connection) ?? null;
  await scope.sql.run(
    sql`update tickets.message set handed_at = clock_timestamp(), reserved_id = ${reservedId} where id = ${message.id}`,
  );
  return reservedId;
};

/** The provider did not take it, for certain. */
export const putDown = async (scope: Scope, { id }: Handed): Promise<void> => {
  await scope.sql.run(
    sql`update tickets.message set handed_at = null, turn_at = null where id = ${id} and (handed_at, turn_at) is distinct from (null, null)`,
  );
};
