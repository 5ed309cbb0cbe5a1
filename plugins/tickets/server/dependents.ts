import { sql, type Scope } from '@balcao/sdk/server';
import type { ConnectionDependents } from '@balcao/connections/contract';
import type { QueueDependents } from '@balcao/queues/contract';

type Holder = 'whatsapp_id' | 'queue_id';

/** Counts everybody's running conversations: a deletion affects all people, not only the reader. */
const running = async (scope: Scope, holder: Holder, id: number): Promise<number> => {
  const column = holder === 'queue_id' ? sql`queue_id = ${id}` : sql`whatsapp_id = ${id}`;
  const row = await scope.sql.one<{ held: number }>(
    sql`select count(*)::int as held from tickets.ticket where status in ('open', 'pending') and ${column}`,
  );
  return row?.held ?? 0;
};

const countFor =
  (holder: Holder) =>
  async (id: number, scope: Scope): Promise<string | undefined> => {
    const count = await running(scope, holder, id);
    return count > 0 ? scope.t('running', { count }) : undefined;
  };

export const onConnection: ConnectionDependents = { id: 'tickets', describe: countFor('whatsapp_id') };
export const onQueue: QueueDependents = { id: 'tickets', describe: countFor('queue_id') };
