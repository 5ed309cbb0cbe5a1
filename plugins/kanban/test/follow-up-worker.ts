import { sql } from '@balcao/sdk/server';
import { startTestHost, type TestHost } from '@balcao/testing';
import { performDue, type Due } from '../server/follow-up/due.ts';
import { plugins } from './office.ts';

/** A second node as a process of its own, which sends what is due until it is killed. */
const [databaseUrl = '', dataDir = '', companyId = '0'] = process.argv.slice(2);
const host = await startTestHost({
  databaseUrl,
  plugins,
  importLimitMs: 60_000,
  sameDatabaseAs: { databaseUrl, dataDir } as TestHost,
});
const scope = host.kernel.scope(Number(companyId), 'kanban');
const found = await scope.sql.rows<Due>(sql`
  select ticket_id as "ticketId", board_id as "boardId", lane_id as "laneId", base_message_id::float8 as "baseMessageId",
         attempt, step, due_at as "dueAt" from kanban.follow_up where due_at <= now() order by ticket_id`);
process.send?.('ready');
for (const due of found) {
  await performDue(scope, due);
  process.send?.('sent');
}
// Killed later than after the last one, or the test's own nodes were faster.
process.kill(process.pid, 'SIGKILL');
