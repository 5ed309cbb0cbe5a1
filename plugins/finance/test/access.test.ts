import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestCompany } from '@balcao/testing';
import { dailyWork } from '../server/invoices/daily-job.ts';
import { billing, openBillingSetup, staticSetup, type BillingSetup, type Pix, type Plan } from './billing-setup.ts';

let setup: BillingSetup;
let plan: Plan;
beforeAll(async () => {
  setup = await openBillingSetup(inject('databaseUrl'));
  plan = await setup.plan();
  await setup.platform.put<unknown>('/payments/setup', staticSetup);
});
afterAll(() => setup?.host.close());

interface Refusal {
  error: string;
}
interface Subscription {
  subscription?: { daysOverdue: number; isLocked: boolean };
}
const late = async (company: TestCompany, days: number): Promise<void> => {
  await setup.dueIn(company, -days);
  await dailyWork(setup.finance(company));
};
const logIn = ({ email, password }: { email: string; password: string }) =>
  setup.host.nobody.post<Refusal & { user: Subscription }>('/auth/login', { email, password });
const subscriptionOf = async (company: TestCompany) =>
  (await company.admin.get<Subscription>('/auth/me')).body.subscription;

test('People who may pay are warned when the subscription is overdue by more than one day, and nobody else is', async () => {
  const company = await setup.customer({ plan });
  expect(await subscriptionOf(company)).toMatchObject({ daysOverdue: 0, isLocked: false });
  await late(company, 1);
  expect(await subscriptionOf(company)).toMatchObject({ daysOverdue: 0 });
  await late(company, 2);
  expect(await subscriptionOf(company)).toMatchObject({ daysOverdue: 2, isLocked: false });
  const colleague = await company.person('user');
  expect((await colleague.get<Subscription>('/auth/me')).body.subscription).toBeUndefined();
});

test('Five days overdue everybody still works; six days overdue only people who may pay can log in', async () => {
  const company = await setup.customer({ plan });
  const colleague = await company.person('user');
  await late(company, 5);
  expect((await logIn(colleague)).status).toBe(200);
  expect((await company.admin.get('/users')).status).toBe(200);
  await late(company, 6);
  const refused = await logIn(colleague);
  expect([refused.status, refused.body.error]).toEqual([403, 'ERR_INVOICE_OVERDUE']);
  expect((await colleague.get<Refusal>('/queue')).body.error).toMatch(/ERR_INVOICE_OVERDUE|ERR_SESSION_EXPIRED/);
});

test('In a blocked company people who may pay reach subscription and invoices only, until the payment arrives', async () => {
  const company = await setup.customer({ plan });
  const colleague = await company.person('user');
  await late(company, 6);
  const { status } = await logIn(company.admin);
  expect(status).toBe(200);
  const admin = await setup.host.logIn(company.admin.email, company.admin.password);
  for (const [method, path] of [
    ['GET', '/users'],
    ['GET', '/queue'],
    ['POST', '/queue'],
    ['GET', `/companies/${company.id}`],
    ['GET', '/whatsapp'],
    ['PUT', '/companySettings'],
  ] as const) {
    const answer = await admin.call<Refusal>(method, path, method === 'GET' ? undefined : {});
    expect([path, answer.status, answer.body.error]).toEqual([path, 403, 'ERR_INVOICE_OVERDUE']);
  }
  const open = await admin.get<{ id: string }[]>('/platform/plugins');
  expect(open.body.map(({ id }) => id).filter((id) => id !== 'finance')).toEqual([]);
  const { body } = await admin.get<{ invoices: { id: number; state: string }[] }>('/invoices/all');
  expect(body.invoices.map(({ state }) => state)).toEqual(['overdue']);
  expect((await admin.post('/subscription', { ...billing, invoiceId: body.invoices[0]?.id })).status).toBe(200);

  const waiting = await setup.platform.get<{ companyId: number; chargeId: number }[]>('/payments/waiting');
  const charge = waiting.body.find(({ companyId }) => companyId === company.id);
  await setup.platform.post<unknown>(`/payments/${company.id}/${charge?.chargeId ?? 0}/confirm`);
  await expect.poll(async () => (await admin.get('/users')).status).toBe(200);
  expect((await logIn(colleague)).status).toBe(200);
});

test('Messages, events and jobs of a blocked company continue', async () => {
  const company = await setup.customer({ plan });
  await late(company, 30);
  const { switches } = setup.host.kernel;
  expect(switches.isOn('contacts', company.id)).toBe(true);
  expect(await setup.finance(company).sql.one(sql`select 1 as yes`)).toEqual({ yes: 1 });
});

test('A blocked company is unblocked at once when a super user moves its due date forward', async () => {
  const company = await setup.customer({ plan });
  await late(company, 20);
  expect((await company.admin.get<Refusal>('/users')).body.error).toBe('ERR_INVOICE_OVERDUE');
  await setup.platform.post<unknown>(`/subscription/${company.id}/extend`);
  await expect.poll(async () => (await company.admin.get('/users')).status).toBe(200);
});

test('A super user enters a company by impersonation, sees what its admin sees, and leaves again', async () => {
  const company = await setup.customer({ plan, name: 'Clínica Vitale' });
  await company.admin.post('/queue', { name: 'Recepção', color: '#abcdef' });
  const helper = await setup.host.superUser();
  const cookies = new Map<string, string>();
  const call = async (method: string, path: string, token: string, body?: object) => {
    const answer = await fetch(`${setup.host.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Record<string, unknown> };
  };
  interface SignedIn {
    token: string;
    user: { companyId: number; impersonating?: boolean; company: { name: string }; super: boolean };
  }
  const { email, password } = helper;
  const first = (await call('POST', '/auth/login', '', { email, password })).body as unknown as SignedIn;
  const missing = await call('POST', '/auth/visit/999999', first.token);
  expect([missing.status, missing.body['error']]).toEqual([404, 'ERR_NO_COMPANY_FOUND']);
  expect((await call('POST', `/auth/visit/${company.id}`, first.token)).status).toBe(200);
  // The former token is invalid: the browser gets another.
  expect((await call('GET', '/queue', first.token)).status).toBe(403);
  const impersonation = (await call('POST', '/auth/refresh_token', '')).body as unknown as SignedIn;
  expect(impersonation.user).toMatchObject({
    companyId: company.id,
    impersonating: true,
    super: true,
    company: { name: 'Clínica Vitale' },
  });
  const queues = (await call('GET', '/queue', impersonation.token)).body as unknown as { name: string }[];
  expect(queues.map(({ name }) => name)).toEqual(['Recepção']);
  expect((await call('GET', '/auth/me', impersonation.token)).body).toMatchObject({
    email,
    companyId: company.id,
    impersonating: true,
  });
  // Impersonation shows nobody of the company as online.
  expect(JSON.stringify((await company.admin.get('/users/list')).body)).not.toContain(helper.email);

  expect((await call('DELETE', '/auth/visit', impersonation.token)).status).toBe(200);
  const home = (await call('POST', '/auth/refresh_token', '')).body as unknown as SignedIn;
  expect(home.user.companyId).not.toBe(company.id);
  expect(home.user.impersonating).toBeUndefined();
  expect((await call('DELETE', '/auth/logout', home.token)).status).toBe(200);
  expect((await call('POST', '/auth/refresh_token', '')).status).toBe(401);

  const { rows } = await setup.host.kernel.database.owner.query<Record<string, unknown>>(
    `select action, subject, super from kernel.audit where company_id = $1 and plugin = 'companies' order by id`,
    [company.id],
  );
  const noted = rows.filter(({ action }) => String(action).startsWith('companies.'));
  expect(noted).toEqual([
    { action: 'companies.entered', subject: helper.email, super: true },
    { action: 'companies.left', subject: helper.email, super: true },
  ]);
});

test('A client of the specification receives the payments of its own company, and of no other', async () => {
  const [company, other] = [await setup.customer({ plan }), await setup.customer({ plan, name: 'Outra casa' })];
  const attendant = await company.person('user', 'Bruno');
  const name = `company-${company.id}-payment`;
  const received: Record<string, unknown[]> = { hers: [], his: [], theirs: [] };
  const open = Object.entries({ hers: company.admin, his: attendant, theirs: other.admin }).map(
    ([recipient, { token }]) => {
      const auth = { token };
      const socket = io(setup.host.url, { path: '/socket.io', transports: ['websocket'], reconnection: false, auth });
      socket.onAny((event: string, data) => event.endsWith('-payment') && received[recipient]?.push([event, data]));
      return socket;
    },
  );
  const join = (at: number) => open[at]?.timeout(10_000).emitWithAck(name) as Promise<{ ok?: true }>;
  expect(await join(0)).toEqual({ ok: true });
  // People who may not pay, and other companies, receive nothing in that room.
  expect((await join(1)).ok).toBeUndefined();
  expect((await join(2)).ok).toBeUndefined();
  const { body: pix } = await company.admin.post<Pix>('/subscription', billing);
  const charges = await setup.platform.get<{ companyId: number; chargeId: number }[]>('/payments/waiting');
  const charge = charges.body.find(({ companyId }) => companyId === company.id);
  const confirmed = await setup.platform.post<{ result: string }>(
    `/payments/${company.id}/${charge?.chargeId ?? 0}/confirm`,
  );
  expect(confirmed.body.result).toBe('applied');
  const { dueDate } = (await company.admin.get<{ dueDate: string }>('/subscription')).body;
  await expect.poll(() => received['hers']).toHaveLength(1);
  expect(received['hers']).toEqual([[name, { action: 'CONCLUIDA', invoiceId: pix.invoiceId, dueDate }]]);
  for (const socket of open) await socket.timeout(10_000).emitWithAck('userStatus');
  expect([received['his'], received['theirs']]).toEqual([[], []]);
  for (const socket of open) socket.close();
});
