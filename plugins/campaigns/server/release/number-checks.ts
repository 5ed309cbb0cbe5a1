import { sql, type Scope } from '@balcao/sdk/server';
import { lists } from '@balcao/contact-lists/contract';
import type { ChannelAdapter, Connection } from '@balcao/connections/contract';

/** Seconds between two checks: networks restrict accounts that check many numbers. */
const spacing = 5;

/**
 * Asks the channel about a number just before its turn, and keeps the answer. Not within a transaction. Nothing is asked
 * while the last check is too recent or the channel does not answer: the message goes out unchecked then.
 */
export const checkBefore = async (
  scope: Scope,
  adapter: ChannelAdapter,
  connection: Connection,
  person: { number: string; numberKey: string; checked: boolean | null },
): Promise<void> => {
  if (!adapter.checkNumber || adapter.capabilities.numberCheck !== true) return;
  if (person.checked !== null) return;
  const mayAsk = await scope.sql.one(
    sql`update campaigns.pace set next_check_at = now() + make_interval(secs => ${spacing}::int)
         where connection_id = ${connection.id} and next_check_at <= now() returning connection_id`,
  );
  if (!mayAsk) return;
  const answer = await adapter.checkNumber(person.number, connection, scope).catch((err: unknown) => {
    scope.log.warn({ err, connection: connection.id }, 'a number could not be checked before its message');
    return undefined;
  });
  if (!answer) return;
  await scope.use(lists).rememberCheck(person.number, answer);
  await scope.sql.run(
    sql`insert into campaigns.number_check (channel, number_key, exists, value)
        values (${connection.channel}, ${person.numberKey}, ${answer.exists}, ${answer.value})
        on conflict (company_id, channel, number_key)
        do update set exists = excluded.exists, value = excluded.value, checked_at = now()`,
  );
};
