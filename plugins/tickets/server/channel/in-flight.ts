import { companyBatch, sql, type Scope } from '@balcao/sdk/server';
import type { ChannelAdapter, Connection, Identity } from '@balcao/connections/contract';

interface Handed {
  id: number;
  reservedId: string | null;
  isInFlight: boolean;
}

/** True when the provider drops a second copy: by our id, or by the id reserved for it. */
export const dropsDuplicates = (adapter: ChannelAdapter, { reservedId }: Handed): boolean =>
  adapter.capabilities.once === true || reservedId !== null;

/**
 * True for a message that was handed over without a stored outcome, because the node died meanwhile. Sending it again
 * might duplicate it where the provider cannot detect that.
 */
export const isDoubtful = (adapter: ChannelAdapter, message: Handed): boolean =>
  message.isInFlight && !dropsDuplicates(adapter, message);

/** Stores that messages are about to be handed over, and under which reserved ids; several in one statement. */
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
 * Creates the function that stores that a message is about to be handed over and returns its reserved id. One instance
 * per server.
 */
export const inFlightRecorder = () => {
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

/** Clears the in-flight mark of a message that the provider certainly did not accept. */
export const clearInFlight = async (scope: Scope, { id }: Handed): Promise<void> => {
  await scope.sql.run(
    sql`update tickets.message set handed_at = null, turn_at = null where id = ${id} and (handed_at, turn_at) is distinct from (null, null)`,
  );
};
