import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';
import { LawOffice, startServer } from './law-office.ts';
import { numberOf } from './number-of.ts';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import { Courts, movement } from './simulator/courts.ts';

/** `LEGAL_CASES=500` and `LEGAL_KILLS` make the test as long as one likes. */
const cases = Number(process.env['LEGAL_CASES'] ?? 40);
const kills = Number(process.env['LEGAL_KILLS'] ?? 3);

let host: TestHost;
let courts: Courts;
let phones: Phones;
let after: TestHost | undefined;
const nodes: ChildProcess[] = [];

beforeAll(async () => {
  phones = await Phones.open();
  courts = await Courts.open();
  host = await startServer();
}, 120_000);
afterAll(async () => {
  for (const node of nodes) node.kill('SIGKILL');
  await after?.close();
  phones?.close();
  courts?.close();
});

const startNode = async (): Promise<ChildProcess> => {
  const child = fork(path.join(import.meta.dirname, 'worker.ts'), [host.databaseUrl, host.dataDir], {
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'test' },
  });
  nodes.push(child);
  await once(child, 'message');
  return child;
};

test(
  'each new step of many cases is announced once a channel, whenever nodes are killed, and the first look announces nothing',
  async () => {
    const office = await LawOffice.of(host);
    await office.scope.secrets.set(
      'sources',
      JSON.stringify({ providers: { datajud: courts.setup.providers['datajud'] } }),
    );
    const people = new Map<string, string>();
    for (let index = 0; index < cases; index += 1) {
      const cnj = numberOf(900_000 + index);
      courts.cases.set(cnj, [{ grau: 'G1', movimentos: [movement(26, 'Distribuição', '2026-03-02T12:00:00.000Z')] }]);
      const email = `cliente${index}@exemplo.com.br`;
      const { id, number } = await office.contact({ name: `Cliente ${index}`, email });
      await office.scope.sql.run(
        sql`with made as (insert into legal_process.legal_case (cnj) values (${cnj}) returning id)
            insert into legal_process.monitoring (case_id, contact_id, user_id, notify_email, notify_whatsapp)
            select id, ${id}, ${office.admin.id}, true, true from made`,
      );
      people.set(number, email);
    }
    await office.check();
    // The node's own job may have taken some of them: each has to have its baseline before it moves.
    await eventually(async () => {
      const left = await office.scope.sql.one<{ count: number }>(
        sql`select count(*)::int as count from legal_process.legal_case where baselines = '{}'`,
      );
      return left?.count === 0;
    });
    await office.deliver();
    expect(phones.received).toEqual([]);
    for (const cnj of courts.cases.keys()) courts.moves(cnj, movement(51, 'Conclusão', new Date().toISOString()));
    await office.scope.sql.run(sql`update legal_process.legal_case set next_at = now()`);
    // From here on only processes that can be killed work.
    await host.kernel.close();
    phones.delay = 5;
    const running = [await startNode(), await startNode()];
    for (let killed = 0; killed < kills; killed += 1) {
      for (const node of running) node.send(office.company.id);
      await sleep(50 + Math.random() * 400);
      const victim = killed % running.length;
      running[victim]?.kill('SIGKILL');
      running[victim] = await startNode();
    }
    after = await startServer(host);
    const scope = after.kernel.scope(office.company.id, 'legal-process');
    // The cases of a dead node are due again some minutes later.
    await eventually(
      async () => {
        await scope.sql.run(sql`update legal_process.legal_case set next_at = now() where claimed_at is not null`);
        for (const node of running) node.send(office.company.id);
        await sleep(500 + cases * 5);
        const left = await scope.sql.one<{ count: number }>(
          sql`select (select count(*) from legal_process.notice) + ${cases}
                   - (select count(*) from legal_process.step where found_at is not null) as count`,
        );
        return Number(left?.count) === 0 && phones.received.length >= cases;
      },
      60_000 + cases * 1000,
    );
    expect(phones.received.map(({ to }) => to).toSorted()).toEqual([...people.keys()].toSorted());
    const { rows } = await after.kernel.database.owner.query<{ to: string }>(
      `select recipient as "to" from kernel.mail where company_id = $1`,
      [office.company.id],
    );
    expect(rows.map(({ to }) => to).toSorted()).toEqual([...people.values()].toSorted());
    const notified = await after.kernel.database.owner.query(
      `select 1 from notifications.notified where company_id = $1 and notice like 'legal:%'`,
      [office.company.id],
    );
    expect(notified.rowCount).toBe(cases);
    console.log(`${cases} cases, ${kills} kills, ${phones.received.length} messages, ${rows.length} letters`);
  },
  180_000 + kills * 20_000 + cases * 1500,
);
