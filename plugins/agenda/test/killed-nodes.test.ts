import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import { killNodes, startNode } from './nodes.ts';
import { Office, startServer } from './office.ts';

/** `AGENDA_KILLS` and `AGENDA_MESSAGES` make the test as long as one likes. */
const kills = Number(process.env['AGENDA_KILLS'] ?? 3);
const count = Number(process.env['AGENDA_MESSAGES'] ?? 200);

let host: TestHost;
let phones: Phones;
let after: TestHost | undefined;

beforeAll(async () => {
  phones = await Phones.open();
  host = await startServer();
});
afterAll(async () => {
  killNodes();
  await after?.close();
  phones?.close();
});

test(
  'messages that fell due in half an hour of downtime leave once each and say that they are late, whenever nodes are killed',
  async () => {
    const office = await Office.of(host);
    const numbers: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const { id, number } = await office.contact(`Cliente ${index}`);
      numbers.push(number);
      await office.scope.sql.run(
        sql`insert into agenda.schedule (body, contact_id, send_at)
            values ('Lembrete da audiência', ${id}, now() - interval '30 minutes')`,
      );
    }
    // From here on only processes that can be killed send.
    await host.kernel.close();
    phones.delay = 10;
    const running = [await startNode(host), await startNode(host)];
    let killed = 0;
    while (killed < kills) {
      for (const node of running) node.send(office.company.id);
      await sleep(50 + Math.random() * 700);
      const victim = killed % running.length;
      running[victim]?.kill('SIGKILL');
      killed += 1;
      running[victim] = await startNode(host);
    }
    for (const node of running) node.send(office.company.id);
    await eventually(() => phones.received.length >= count);
    after = await startServer(host);
    const scope = after.kernel.scope(office.company.id, 'agenda');
    const states = await eventually(async () => {
      const rows = await scope.sql.rows<{ status: string; late: number; messages: number }>(
        sql`select s.status, s.late_minutes as late,
                   (select count(*)::int from tickets.public_message m where m.ticket_id = s.ticket_id and m.from_me) as messages
              from agenda.schedule s`,
      );
      return rows.every(({ status }) => status === 'ENVIADA') && rows;
    });
    expect(killed).toBe(kills);
    expect(states).toHaveLength(count);
    expect(states.every(({ messages }) => messages === 1)).toBe(true);
    expect(Math.min(...states.map(({ late }) => late))).toBeGreaterThanOrEqual(30);
    expect(phones.received.map(({ to }) => to).toSorted()).toEqual(numbers.toSorted());
    console.log(`${count} messages, ${killed} kills, ${phones.received.length} arrived`);
  },
  120_000 + kills * 20_000,
);
