import { setTimeout as sleep } from 'node:timers/promises';
import { sessionsOf } from './attendants.ts';
import { HttpClient } from './http-client.ts';
import type { Installation, Server } from './installation.ts';
import { firstCompany, openTickets } from './seed.ts';
import { mb, type Row } from './table.ts';

const company = firstCompany;
const waiting = 10_000;
const waking = 500;
/** Largest delay of the slowest of a hundred sessions, in milliseconds. */
const goal = 5_000;

const element = (id: string, type: string, data: object) => ({ id, type, position: { x: 0, y: 0 }, data });
const edge = (source: string, target: string) => ({
  id: `${source}-${target}`,
  type: 'custom',
  source,
  target,
  sourceHandle: 'out',
  targetHandle: 'in',
});
const drawing = JSON.stringify([
  element('start', 'startNode', { label: 'Inicio' }),
  element('pause', 'delayNode', { delay: 86_400 }),
  element('text', 'messageNode', { label: 'Ainda está aí, %primeiro_nome%?' }),
  edge('start', 'pause'),
  edge('pause', 'text'),
]);

const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

/** Makes conversations wait in the flow, as `Flows.start` leaves them. */
const makeWaiting = async ({ owner }: Installation, flowId: number): Promise<void> => {
  const memory = `json_build_object('flowId', v.flow_id, 'versionId', v.id, 'nodeId', 'pause', 'status', 'waiting',
    'wait', json_build_object('kind', 'timer', 'token', '2', 'until', 0, 'settles', false, 'typing', false, 'state', null),
    'isReturning', false, 'values', json_build_object(), 'stack', json_build_array(), 'seq', 2,
    'turn', json_build_object('steps', 2, 'messages', 0, 'visits', json_build_object()), 'visits', json_build_object(),
    'usedErrorPath', false, 'enteredAt', 0, 'lastReply', null, 'ended', null)`;
  await owner.query(
    `insert into flows.session (company_id, ticket_id, flow_id, version_id, connection_id, state, node_id, seq, memory, started_by, wake_at)
     select $1, t.id, v.flow_id, v.id, t.whatsapp_id, 'waiting', 'pause', 2, ${memory}, 'bench', now() + interval '1 day'
       from tickets.ticket t join flows.version v on v.company_id = $1 and v.flow_id = $2
      where t.company_id = $1 and not t.is_group order by t.id limit $3`,
    [company, flowId, waiting],
  );
  await owner.query(
    `update tickets.ticket set automatic_by = 'flows' where company_id = $1 and id in
       (select ticket_id from flows.session where company_id = $1 order by ticket_id limit $2)`,
    [company, openTickets],
  );
};

/** CPU milliseconds of the server in so many seconds without any request. */
const idleCpu = async (server: Server, seconds: number): Promise<number> => {
  const before = await server.memory();
  await sleep(seconds * 1000);
  const after = await server.memory();
  return (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1000;
};

/**
 * Measures what 10,000 waiting sessions cost a server without traffic, and how late 500 sessions continue that wake in
 * the same second.
 */
export const flows = async (installation: Installation, server: Server): Promise<Row[]> => {
  const { owner } = installation;
  const [token = ''] = await sessionsOf(server, [{ company, person: 1 }]);
  await owner.query(
    `insert into kernel.setting (company_id, key, value) values ($1, 'flow', 'enabled')
     on conflict (company_id, key) do update set value = excluded.value`,
    [company],
  );
  await owner.query(`select pg_notify('kernel_setting', $1)`, [String(company)]);
  await sleep(2_000);
  const [client] = await HttpClient.many(server.url, token, 1);
  if (!client) throw new Error('there is no client');
  const idleBefore = await idleCpu(server, 70);
  await client.post('/flow', { title: 'Bench', data: drawing });
  client.close();
  const flow = await owner.query<{ id: number }>('select max(id) as id from flows.flow where company_id = $1', [
    company,
  ]);
  await makeWaiting(installation, flow.rows[0]?.id ?? 0);
  const idleAfter = await idleCpu(server, 70);

  await owner.query(
    `update flows.session set wake_at = now() where company_id = $1 and id in
       (select id from flows.session where company_id = $1 and state = 'waiting' order by ticket_id limit $2)`,
    [company, waking],
  );
  const late = async (): Promise<number[]> => {
    const { rows } = await owner.query<{ ms: number }>(
      `select extract(epoch from s.at - (select min(x.at) from flows.step x where x.company_id = $1 and x.seq = 3)) * 1000 as ms
         from flows.step s where s.company_id = $1 and s.node_id = 'text' order by 1`,
      [company],
    );
    return rows.map(({ ms }) => Number(ms));
  };
  let delays = await late();
  for (let tries = 0; tries < 180 && delays.length < waking; tries += 1) {
    await sleep(1_000);
    delays = await late();
  }
  const memory = await server.memory();
  return [
    {
      what: '10,000 waiting flow sessions, a minute without traffic',
      figure: `${Math.round(idleAfter)} ms CPU`,
      limit: `${Math.round(idleBefore)} ms CPU without them`,
      memory: mb(memory.rss),
    },
    {
      what: '500 flow sessions due in the same second, from the first to each',
      figure: `${delays.length} continued`,
      goal: `p99 ≤ ${goal} ms`,
      met: delays.length === waking && share(delays, 0.99) <= goal,
      p50: share(delays, 0.5),
      p99: share(delays, 0.99),
    },
  ];
};
