import { sql, type Scope } from '@balcao/sdk/server';
import { phoneRoom, type PhoneMessage, type PhoneReaction } from '../contract.ts';

/** Publishes a changed message to the open pages of a phone. */
export const publishChange = (
  scope: Scope,
  connectionId: number,
  number: string,
  id: string,
  change: Partial<PhoneMessage>,
): void => scope.rooms.emit(phoneRoom, { connectionId, number }, 'changed', { id, change });

/** Returns the reactions of both sides to these messages, by the network’s ids. */
export const reactionsTo = async (
  scope: Scope,
  connectionId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PhoneReaction[]>> => {
  const rows = await scope.sql.rows<{ id: string; emoji: string; byPhone: boolean }>(
    sql`select external_id as id, emoji, by_phone as "byPhone" from channel_sandbox.reaction
         where connection_id = ${connectionId} and external_id = any(${[...ids]}::text[]) order by by_phone`,
  );
  const found = new Map<string, PhoneReaction[]>();
  for (const { id, ...reaction } of rows) found.set(id, [...(found.get(id) ?? []), reaction]);
  return found;
};

/** Stores a reaction: a second one of the same side replaces the first; an empty one removes it. */
export const storeReaction = async (
  scope: Scope,
  { connectionId, number, id }: { connectionId: number; number: string; id: string },
  { emoji, byPhone }: PhoneReaction,
): Promise<void> => {
  await scope.sql.run(
    emoji === ''
      ? sql`delete from channel_sandbox.reaction where connection_id = ${connectionId} and external_id = ${id} and by_phone = ${byPhone}`
      : sql`insert into channel_sandbox.reaction (connection_id, external_id, by_phone, emoji) values (${connectionId}, ${id}, ${byPhone}, ${emoji})
            on conflict (company_id, connection_id, external_id, by_phone) do update set emoji = excluded.emoji`,
  );
  const reactions = (await reactionsTo(scope, connectionId, [id])).get(id) ?? [];
  publishChange(scope, connectionId, number, id, { reactions });
};
