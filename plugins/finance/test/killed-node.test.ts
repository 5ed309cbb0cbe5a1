import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestCompany } from '@balcao/testing';
import { pollCharges } from '../server/payments/poll-job.ts';
import { billing, openBillingSetup, type BillingSetup, type Plan } from './billing-setup.ts';
import { startAsaas, type AsaasSimulator } from './simulators/asaas.ts';

let setup: BillingSetup;
let plan: Plan;
let asaas: AsaasSimulator;
const nodes: ChildProcess[] = [];
const notifyToken = 'token-do-webhook-asaas';
const patience = { timeout: 60_000 };

beforeAll(async () => {
  [setup, asaas] = await Promise.all([openBillingSetup(inject('databaseUrl')), startAsaas()]);
  plan = await setup.plan({ name: 'Profissional', value: 149.9 as never });
  await setup.platform.put<unknown>('/payments/setup', {
    provider: 'asaas',
    settings: { accessToken: asaas.accessToken, notifyToken, baseUrl: asaas.url },
  });
});
afterAll(async () => {
  for (const node of nodes) node.kill('SIGKILL');
  await asaas?.close();
  await setup?.host.close();
});

interface Node {
  url: string;
  kill(): Promise<void>;
}
const startNode = async (): Promise<Node> => {
  const { databaseUrl, dataDir } = setup.host;
  const child = fork(path.join(import.meta.dirname, 'worker.ts'), [databaseUrl, dataDir], {
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'test' },
  });
  nodes.push(child);
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return {
    url,
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
};

/** Sends the provider’s notification; returns undefined when the node was killed during it. */
const notify = (url: string, ref: string): Promise<number | undefined> =>
  fetch(`${url}/api/payments/asaas/notify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'asaas-access-token': notifyToken },
    body: JSON.stringify({ event: 'PAYMENT_RECEIVED', payment: { id: 'pay_x', externalReference: ref } }),
  }).then(
    ({ status }) => status,
    () => undefined,
  );
const charged = async (): Promise<{ company: TestCompany; ref: string }> => {
  const company = await setup.customer({ plan });
  await company.admin.post('/subscription', billing);
  const found = await setup
    .finance(company)
    .sql.one<{ ref: string }>(sql`select ref from finance.charge where status = 'pending'`);
  return { company, ref: found?.ref ?? '' };
};
const booked = async (company: TestCompany) => {
  const { sql: database } = setup.finance(company);
  const payments = await database.rows<{ result: string }>(sql`select result from finance.payment`);
  const account = await database.one<{ dueDate: string }>(sql`select due_date::text as "dueDate" from finance.account`);
  const invoice = await database.one<{ status: string }>(sql`select status from finance.invoice`);
  return { results: payments.map(({ result }) => result), dueDate: account?.dueDate, invoice: invoice?.status };
};
/** Repeats every report of a payment, all at once. */
const repeatReports = async ({ company, ref }: { company: TestCompany; ref: string }): Promise<void> => {
  const scope = setup.finance(company);
  await scope.sql.run(sql`update finance.charge set asked_at = now() - interval '2 hours'`);
  await Promise.all([notify(setup.host.url, ref), notify(setup.host.url, ref), pollCharges(scope), pollCharges(scope)]);
};

test('A node that is killed between the notification and the provider’s answer loses no payment, and none counts twice', async () => {
  const one = await charged();
  const before = await booked(one.company);
  const node = await startNode();
  asaas.pay(one.ref);
  asaas.holdNext(/^GET \/payments\/pay_/);
  const asked = asaas.calls.length;
  const answer = notify(node.url, one.ref);
  await expect
    .poll(() => asaas.calls.slice(asked).some((call) => call.startsWith('GET /payments/pay_')), patience)
    .toBe(true);
  await node.kill();
  expect(await answer).toBeUndefined();
  expect(await booked(one.company)).toEqual({ ...before, results: [], invoice: 'open' });

  await repeatReports(one);
  const after = await booked(one.company);
  expect([after.results, after.invoice]).toEqual([['applied'], 'paid']);
  await repeatReports(one);
  expect(await booked(one.company)).toEqual(after);
});

test('A node that is killed while it stores a payment leaves nothing half done, and the payment is stored once afterwards', async () => {
  const one = await charged();
  const before = await booked(one.company);
  const node = await startNode();
  asaas.pay(one.ref);
  const { owner } = setup.host.kernel.database;
  const holder = await owner.connect();
  try {
    // The payment is inserted already when the transaction reaches the invoice, which another connection locks.
    await holder.query('begin');
    await holder.query('select 1 from finance.invoice where company_id = $1 for update', [one.company.id]);
    const answer = notify(node.url, one.ref);
    await expect
      .poll(async () => {
        const { rows } = await owner.query<{ waits: number }>(
          `select count(*)::int as waits from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%finance.invoice%'`,
        );
        return rows[0]?.waits;
      }, patience)
      .toBeGreaterThan(0);
    await node.kill();
    expect(await answer).toBeUndefined();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await expect
    .poll(async () => {
      const { rows } = await owner.query(
        `select 1 from pg_stat_activity where state <> 'idle' and pid <> pg_backend_pid() and query ilike '%finance.invoice%'`,
      );
      return rows.length;
    }, patience)
    .toBe(0);
  expect(await booked(one.company)).toEqual({ ...before, results: [], invoice: 'open' });

  await repeatReports(one);
  const after = await booked(one.company);
  expect([after.results, after.invoice]).toEqual([['applied'], 'paid']);
  expect(after.dueDate).not.toBe(before.dueDate);
  await repeatReports(one);
  expect(await booked(one.company)).toEqual(after);
});
