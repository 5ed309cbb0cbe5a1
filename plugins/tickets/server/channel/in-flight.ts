import { companyBatch, sql, type Scope } from '@balcao/sdk/server';
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

/** Notes that messages are about to be handed over, under which ids: several by one statement. */
const handing = () =>
  companyBatch<{ id: number; reservedId: string | null }, true>({
    async run(scope, items) {
      await scope.sql.run(
        sql`update tickets.message m set handed_at = clock_timestamp(), reserved_id = h.reserved_id
              from unnest(${items.map(({ id }) => id)}::bigint[], ${items.map(({ reservedId }) => reservedId)}::text[]) h (id, reserved_id)
             where m.id = h.id`,
      );
      return items.map((): true => true);
    },
  });

/**
 * Notes that a message is about to be handed over, under which id, and comes back when that is stored. Answers the
 * reserved id. An instance for each server.
 */
export const notingInHand = () => {
  const note = handing();
  return async (
    scope: Scope,
    message: Handed,
    to: Identity,
    adapter: ChannelAdapter,
    connection: Connection,
  ): Promise<string | null> => {
    if (adapter.capabilities.once) return null;
    const reservedId = message.reservedId ?? adapter.reserveId?.({ id: message.id, to }, connection) ?? null;
    await note(scope, { id: message.id, reservedId });
    return reservedId;
  };
};

/** The provider did not take it, for certain. */
export const putDown = async (scope: Scope, { id }: Handed): Promise<void> => {
  await scope.sql.run(
    sql`update tickets.message set handed_at = null, turn_at = null where id = ${id} and (handed_at, turn_at) is distinct from (null, null)`,
  );
};
