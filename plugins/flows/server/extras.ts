import { notFound, sql, type Sql } from '@balcao/sdk/server';
import type { ConnectionDependents } from '@balcao/connections/contract';
import type { QueueDependents, QueueExtra } from '@balcao/queues/contract';
import type { TicketListExtra } from '@balcao/tickets/contract';
import type { FlowExtra } from '../graph/wire.ts';
import { findFlow } from './flow-store.ts';
import { flowChoice } from './routes/keyword-routes.ts';

/** Only while the flow still has the conversation: a session ends a moment after a person accepted. */
const rows = (ticketIds: Sql): Sql =>
  sql`select s.ticket_id, json_build_object('title', f.title) as value
        from flows.session s join flows.flow f on f.company_id = s.company_id and f.id = s.flow_id
        join tickets.public_ticket t on t.id = s.ticket_id and t.automatic_by = 'flows'
       where s.ticket_id = any(${ticketIds}) and s.ended_at is null`;

/** The flow that runs in a conversation, in every list row. */
export const flowExtra: TicketListExtra = {
  id: 'flow',
  async load(ticketIds, scope) {
    const found = await scope.sql.rows<{ ticket_id: number; value: FlowExtra }>(rows(sql`${[...ticketIds]}::int[]`));
    return new Map(found.map(({ ticket_id: ticketId, value }) => [ticketId, value]));
  },
  rows,
};

/** The flow of a queue: `flowId` as text, '0' is none. */
export const flowOfQueue: QueueExtra = {
  id: 'flow',
  field: 'flowId',
  schema: flowChoice.transform(String),
  async load(queueIds, scope) {
    const found = await scope.sql.rows<{ id: number; flowId: string | null; title: string | null }>(
      sql`select i.id, x.flow_id::text as "flowId", f.title from unnest(${[...queueIds]}::int[]) i(id)
            left join flows.queue_flow x on x.queue_id = i.id
            left join flows.flow f on f.company_id = x.company_id and f.id = x.flow_id`,
    );
    return new Map(
      found.map(({ id, flowId, title }) => [id, { flowId: flowId ?? '0', flow: title === null ? null : { title } }]),
    );
  },
  async save(queueId, value, scope) {
    const flowId = Number(value);
    if (flowId === 0) {
      await scope.sql.run(sql`delete from flows.queue_flow where queue_id = ${queueId}`);
      return;
    }
    if (!(await findFlow(scope, flowId))) throw notFound('ERR_NO_FLOW_FOUND');
    await scope.sql.run(
      sql`insert into flows.queue_flow (queue_id, flow_id) values (${queueId}, ${flowId})
          on conflict (company_id, queue_id) do update set flow_id = excluded.flow_id`,
    );
  },
};

/** Published flows that hand over to a queue. */
export const flowsToQueue: QueueDependents = {
  id: 'flows',
  async describe(queueId, scope) {
    const row = await scope.sql.one<{ count: number }>(
      sql`select count(*)::int as count from flows.flow f join flows.version v on v.company_id = f.company_id and v.id = f.live_id
           where v.source ~ ${`"queueId":"?${queueId}[,"}]`}`,
    );
    const count = row?.count ?? 0;
    return count > 0 ? scope.t('server.usesQueue', { count }) : undefined;
  },
};

export const wordsOfConnection: ConnectionDependents = {
  id: 'flows',
  async describe(connectionId, scope) {
    const row = await scope.sql.one<{ count: number }>(
      sql`select count(*)::int as count from flows.keyword where connection_id = ${connectionId}`,
    );
    const count = row?.count ?? 0;
    return count > 0 ? scope.t('server.usesConnection', { count }) : undefined;
  },
};
