import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';

let host: TestHost;
let company: TestCompany;
let gestor: Person;

beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['contacts', 'queues', 'users', 'security', 'connections', 'tickets', 'tags', 'quick-messages'],
  });
});
afterAll(() => host.close());
beforeEach(async () => {
  company = await host.company();
  gestor = await company.person('gestor');
});

interface Field {
  key: string;
  value: unknown;
  /** Present only when false. */
  mayChange?: false;
  pending?: { value: unknown; holdsAt: string; askedBy: string };
}
const field = async (who: Person, key: string): Promise<Field | undefined> =>
  (await who.get<Field[]>('/settings/schema')).body.find((one) => one.key === key);
const put = (who: Person, key: string, value: unknown) =>
  who.put<{ value: unknown; pending?: object }>(`/settings/${key}`, { key, value });
const aDayLater = (): Promise<unknown> =>
  host.kernel.database.owner.query(
    `update kernel.pending_setting set holds_at = now() - interval '1 minute' where company_id = $1`,
    [company.id],
  );

const guarded: readonly (readonly [string, unknown])[] = [
  ['retentionMonths', 1],
  ['auditMonths', 6],
  ['twoStepRequired', 'enabled'],
  ['signInNotice', 'disabled'],
  ['apiAllowedAddresses', '203.0.113.7'],
  ['hideContactNumber', 'enabled'],
];
test.each(guarded)('a gestor with access to the options cannot change %s, by either route', async (key, value) => {
  expect((await put(gestor, key, value)).status).toBe(403);
  const spelled = { companyId: company.id, column: key, data: value };
  expect((await gestor.put('/companySettings', spelled)).status).toBe(403);
  expect((await gestor.delete(`/settings/${key}/pending`)).status).toBe(403);
  expect((await gestor.get(`/settings/${key}/effect?value=${String(value)}`)).status).toBe(403);
  expect((await field(gestor, key))?.mayChange).toBe(false);
  expect((await field(company.admin, key))?.mayChange).toBeUndefined();
});

test('a shorter retention of conversations takes effect a day later, and is shown as pending until then', async () => {
  const asked = await put(company.admin, 'retentionMonths', 1);
  expect(asked.body).toMatchObject({ value: 0, pending: { value: 1, askedBy: 'Admin' } });
  expect(company.scope('security').settings.get('retentionMonths')).toBe(0);
  const waits = await field(company.admin, 'retentionMonths');
  expect(waits).toMatchObject({ value: 0, pending: { value: 1, askedBy: 'Admin' } });
  const hours = (Date.parse(waits?.pending?.holdsAt ?? '') - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);

  await host.kernel.identity.settings.applyDue();
  expect(company.scope('security').settings.get('retentionMonths')).toBe(0);
  await aDayLater();
  await Promise.all([host.kernel.identity.settings.applyDue(), host.kernel.identity.settings.applyDue()]);
  expect(company.scope('security').settings.get('retentionMonths')).toBe(1);
  expect((await field(company.admin, 'retentionMonths'))?.pending).toBeUndefined();
  const { body } = await company.admin.get<{ records: { action: string; subject: string }[] }>('/audit');
  const settings = body.records.filter(({ action }) => action.startsWith('settings.'));
  expect(settings.map(({ subject }) => subject)).toEqual([
    'Meses que atendimentos encerrados são mantidos: 0 → 1',
    'Meses que atendimentos encerrados são mantidos: 0 → 1',
  ]);
  expect(settings.map(({ action }) => action)).toEqual(['settings.held', 'settings.changed']);
});

test('a pending change can be cancelled or replaced by another value', async () => {
  await put(company.admin, 'retentionMonths', 1);
  expect((await company.admin.delete('/settings/retentionMonths/pending')).body).toEqual({
    key: 'retentionMonths',
    value: 0,
  });
  await aDayLater();
  await host.kernel.identity.settings.applyDue();
  expect(company.scope('security').settings.get('retentionMonths')).toBe(0);

  await put(company.admin, 'retentionMonths', 12);
  await put(company.admin, 'retentionMonths', 24);
  expect((await field(company.admin, 'retentionMonths'))?.pending?.value).toBe(24);
  await aDayLater();
  await host.kernel.identity.settings.applyDue();
  expect(company.scope('security').settings.get('retentionMonths')).toBe(24);
  // A longer or unlimited retention loses nothing.
  await put(company.admin, 'retentionMonths', 6);
  expect((await put(company.admin, 'retentionMonths', 36)).body).toEqual({ key: 'retentionMonths', value: 36 });
  expect((await field(company.admin, 'retentionMonths'))?.pending).toBeUndefined();
  expect((await put(company.admin, 'retentionMonths', 0)).body.value).toBe(0);
});

test('a protection is switched on at once and off a day later, and another company’s setting is unaffected', async () => {
  const other = await host.company();
  expect((await put(company.admin, 'twoStepRequired', 'enabled')).body).toEqual({
    key: 'twoStepRequired',
    value: 'enabled',
  });
  expect((await put(company.admin, 'twoStepRequired', 'disabled')).body).toMatchObject({ value: 'enabled' });
  expect((await put(company.admin, 'signInNotice', 'disabled')).body).toMatchObject({ value: 'enabled' });
  expect((await field(other.admin, 'signInNotice'))?.pending).toBeUndefined();
  await other.admin.delete('/settings/signInNotice/pending');
  expect((await field(company.admin, 'signInNotice'))?.pending).toBeDefined();
});

test('the confirmation shows how many conversations would lose their content today', async () => {
  const { owner } = host.kernel.database;
  await owner.query(
    `with c as (insert into contacts.contact (company_id, name, number) values ($1, 'Ivo', '5511900000001') returning id),
          w as (insert into connections.connection (company_id, name, channel, status) values ($1, 'Loja', 'test', 'CONNECTED') returning id)
     insert into tickets.ticket (company_id, status, contact_id, whatsapp_id, channel, closed_at)
       select $1, 'closed', c.id, w.id, 'test', now() - make_interval(months => n) from c, w, generate_series(2, 8, 3) n`,
    [company.id],
  );
  const effect = async (value: number): Promise<string | null> =>
    (await company.admin.get<{ text: string | null }>(`/settings/retentionMonths/effect?value=${value}`)).body.text;
  expect(await effect(1)).toContain('3 atendimentos');
  expect(await effect(6)).toContain('1 atendimento encerrado');
  expect((await company.admin.get('/settings/retentionMonths/effect?value=abc')).status).toBe(400);
});

test.each(['3', 3, 12.5, '12.5', '1e2', '0x10', 'abc', '', ' ', 999, true])(
  'an invalid retention of audit entries is refused without being replaced by another: %j',
  async (value) => {
    expect((await put(company.admin, 'auditMonths', value)).status).toBe(400);
    expect((await field(company.admin, 'auditMonths'))?.value).toBe(24);
  },
);
