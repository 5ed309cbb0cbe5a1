import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { auditLog } from '@balcao/sdk/server';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';

let host: TestHost;
let company: TestCompany;
beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['contacts', 'queues', 'users', 'security', join(import.meta.dirname, 'fixtures', 'acme-ledger')],
  });
});
afterAll(async () => {
  await host.close();
});
beforeEach(async () => {
  company = await host.company({ settings: { 'plugin:acme-ledger': 'enabled' } });
});

interface Record {
  id: number;
  at: string;
  userId: number | null;
  userName: string;
  super: boolean;
  ip: string;
  plugin: string;
  action: string;
  label: string;
  subject: string;
  detail: { body?: object; params?: object; query?: object };
  changes: { table: string; id: string; operation: string; before?: object; after?: object }[];
  fields: { [key: string]: string };
  rows: { [table: string]: string };
  names: { [key: string]: { [id: string]: string } };
}
const record = async (query = '', who: Person = company.admin): Promise<Record[]> =>
  (await who.get<{ records: Record[] }>(`/audit${query}`)).body.records;
const only = async (plugin: string): Promise<Record[]> => (await record()).filter((one) => one.plugin === plugin);

test('every change by an admin is audited with person, action, time and address', async () => {
  const before = Date.now() - 1000;
  const { body } = await company.admin.post<{ id: number }>('/acme-ledger/lines', {
    name: 'Previdenciário',
    amount: 7,
  });
  const [one] = await only('acme-ledger');
  expect(one).toMatchObject({
    userId: company.admin.id,
    userName: 'Admin',
    super: false,
    action: 'POST /acme-ledger/lines',
    label: 'Criou: Livro',
    subject: 'Previdenciário',
    detail: { body: { name: 'Previdenciário', amount: 7 } },
    changes: [
      {
        table: 'acme_ledger.line',
        id: String(body.id),
        operation: 'insert',
        after: { name: 'Previdenciário', amount: 7 },
      },
    ],
  });
  expect(one?.ip).toMatch(/127\.0\.0\.1/);
  expect(Date.parse(one?.at ?? '')).toBeGreaterThan(before);
});

test('an audit entry is readable: labels for fields and rows, names for ids, and derived labels for the rest', async () => {
  const { body: queue } = await company.admin.post<{ id: number }>('/queue', { name: 'Família', color: '#a34fa3' });
  await company.admin.put(`/queue/${queue.id}`, { outOfHoursMessage: 'Voltamos às 8h.' });
  const [changed] = await only('queues');
  expect(changed?.rows).toEqual({ 'queues.queue': 'Departamento' });
  expect(changed?.fields).toMatchObject({
    out_of_hours_message: 'Mensagem fora do expediente',
    outOfHoursMessage: 'Mensagem fora do expediente',
  });
  await company.admin.post('/users', {
    name: 'Beatriz',
    email: `beatriz-${company.id}@teste.local`,
    password: 'Senha-123',
    queueIds: [queue.id],
  });
  const [made] = await only('users');
  expect(made?.names).toEqual({ queueIds: { [queue.id]: 'Família' } });
  expect(made?.fields).toMatchObject({ queueIds: 'Departamentos', email: 'E-mail', name: 'Nome' });
  await company.admin.post('/acme-ledger/lines', { name: 'Velho', amount: 7 });
  const [line] = await only('acme-ledger');
  expect([line?.rows, line?.fields['amount']]).toEqual([{ 'acme_ledger.line': 'Line' }, 'Valor']);
});

test('names of another company’s rows are not shown in audit entries', async () => {
  const other = await host.company();
  const { body: queue } = await other.admin.post<{ id: number }>('/queue', { name: 'Segredo', color: '#a34fa3' });
  await company.admin.put('/settings/auditMonths', { value: 36 });
  await host.kernel.database.owner.query(`update kernel.audit set detail = detail || $2::jsonb where company_id = $1`, [
    company.id,
    JSON.stringify({ queueId: queue.id }),
  ]);
  const [one] = await record();
  expect(one?.detail).toMatchObject({ queueId: queue.id });
  expect(one?.names).toEqual({});
  expect(JSON.stringify(await record())).not.toContain('Segredo');
});

test('the audited table of an external plugin has its old and new values in the log without any code of the plugin', async () => {
  const { body } = await company.admin.post<{ id: number }>('/acme-ledger/lines', { name: 'Velho', amount: 7 });
  await company.admin.put(`/acme-ledger/lines/${body.id}`, { name: 'Novo' });
  await company.admin.delete(`/acme-ledger/lines/${body.id}`);
  const [removed, changed] = await only('acme-ledger');
  expect(changed?.changes).toEqual([
    {
      table: 'acme_ledger.line',
      id: String(body.id),
      operation: 'update',
      before: { name: 'Velho' },
      after: { name: 'Novo' },
    },
  ]);
  expect(changed?.detail.params).toEqual({ id: body.id });
  expect(removed?.changes[0]).toMatchObject({ operation: 'delete', before: { name: 'Novo', amount: 7 } });
  expect(removed?.label).toBe('Excluiu: Livro');
});

test('a change that is refused or rolled back leaves no audit entry', async () => {
  expect((await company.admin.post('/acme-ledger/lines', { name: '' })).status).toBe(400);
  expect((await company.admin.post('/acme-ledger/fail', {})).status).toBe(409);
  const attendant = await company.person();
  expect((await attendant.post('/acme-ledger/lines', { name: 'x', amount: 1 })).status).toBe(403);
  expect(await only('acme-ledger')).toEqual([]);
});

test('an audit entry is stored in the same transaction as its change', async () => {
  const { owner } = host.kernel.database;
  await owner.query(
    `create function public.no_audit() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`,
  );
  await owner.query(
    `create trigger stop before insert on kernel.audit for each row when (new.plugin = 'acme-ledger') execute function public.no_audit()`,
  );
  try {
    const answers = [
      await company.admin.post('/acme-ledger/lines', { name: 'Nunca', amount: 1 }),
      await company.admin.post('/acme-ledger/entity', { name: 'Nunca' }),
    ];
    expect(answers.every(({ status }) => status === 500)).toBe(true);
  } finally {
    await owner.query('drop trigger stop on kernel.audit; drop function public.no_audit()');
  }
  const { rows } = await owner.query(`select 1 from acme_ledger.line where name = 'Nunca'`);
  expect(rows).toEqual([]);
});

test('changes by entities are audited like those by statements', async () => {
  expect((await company.admin.post('/acme-ledger/entity', { name: 'Por entidade' })).status).toBe(200);
  expect(await only('acme-ledger')).toMatchObject([{ subject: 'Por entidade', changes: [{ operation: 'insert' }] }]);
});

test('several transactions of one request share an audit entry, and a later event writes none into it', async () => {
  await company.admin.post('/acme-ledger/twice', { name: 'Dois' });
  const rows = await only('acme-ledger');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.changes.map(({ operation }) => operation)).toEqual(['insert', 'insert']);
  await expect
    .poll(
      async () =>
        (await host.kernel.database.owner.query(`select 1 from acme_ledger.line where name = 'Dois (ouvido)'`))
          .rowCount,
      { timeout: 10_000 },
    )
    .toBe(1);
  expect((await only('acme-ledger'))[0]?.changes).toHaveLength(2);
});

test('an audited URL has no query and no credentials', async () => {
  await company.admin.post('/acme-ledger/lines', {
    name: 'https://ana:CANARIO@hook.example/in?k=CANARIO&x=1#a e http://b.example/?CANARIO',
    amount: 1,
  });
  const [one] = await only('acme-ledger');
  expect(JSON.stringify(one)).not.toContain('CANARIO');
  expect(one?.subject).toContain('https://hook.example/in?…');
  const { rows } = await host.kernel.database.owner.query(
    `select 1 from kernel.audit where company_id = $1 and (search ilike '%canario%' or detail::text ilike '%canario%')`,
    [company.id],
  );
  expect(rows).toEqual([]);
});

test('an audit entry has the name of a deleted thing, and a setting with its values', async () => {
  const { body } = await company.admin.post<{ id: number }>('/queue', { name: 'Efêmera', color: '#112233' });
  await company.admin.delete(`/queue/${body.id}`);
  await company.admin.put('/settings/retentionMonths', { key: 'retentionMonths', value: 12 });
  await company.admin.put('/permissions', {
    profile: 'user',
    permission: 'contacts-page:deleteContact',
    granted: true,
  });
  const shown = (await record()).map(({ label, subject }) => `${label} · ${subject}`);
  expect(shown).toContain('Criou o departamento · Efêmera');
  expect(shown).toContain('Excluiu o departamento · Efêmera');
  expect(shown).toContain('Alterou uma configuração · Meses que atendimentos encerrados são mantidos: 0 → 12');
  expect(shown.join()).not.toContain('contacts-page:');
});

test('secrets are never in the audit log', async () => {
  await company.admin.post('/acme-ledger/lines', {
    name: 'Cofre',
    amount: 1,
    secret_key: 'abc-secreto',
    password: 'Senha-99',
    token: 't0k',
  });
  await company.admin.put('/settings/acmeKey', { value: 'muito-secreto' });
  const person = await company.person();
  await company.admin.put(`/users/${person.id}`, {
    name: 'Nome Novo',
    email: person.email,
    password: 'Outra-Senha-1',
    profile: 'user',
  });
  const { rows } = await host.kernel.database.owner.query<{ all: string }>(
    `select coalesce(string_agg(a::text, ' '), '') as all from kernel.audit a where company_id = $1`,
    [company.id],
  );
  for (const secret of ['abc-secreto', 'Senha-9', 't0k', 'muito-secreto', 'Outra-Senha-1', '$argon2'])
    expect(rows[0]?.all).not.toContain(secret);
  const [changed] = (await record()).filter(({ action }) => action === 'PUT /users/:id');
  expect(changed?.changes.find(({ table }) => table === 'kernel.user')).toMatchObject({
    before: { name: 'Atendente', password_hash: '•••' },
    after: { name: 'Nome Novo', password_hash: '•••' },
  });
});

test('settings, permissions, people and passwords changed by the kernel are audited', async () => {
  await company.admin.put('/settings/auditMonths', { value: 36 });
  await company.admin.put('/permissions', { profile: 'user', permission: 'audit:view', granted: true });
  await company.admin.put('/auth/me', { preferences: { theme: 'dark' } });
  await company.admin.put('/auth/me', { password: 'Nova-Senha-1', currentPassword: company.admin.password });
  const rows = await only('kernel');
  expect(rows.map(({ action, label }) => `${action}: ${label}`)).toEqual([
    'account.password: Alterou a própria senha',
    'permissions.changed: Alterou uma permissão',
    'settings.changed: Alterou uma configuração',
    'auth.signed-in: Entrou',
  ]);
  expect(rows[2]).toMatchObject({
    subject: 'Meses que o registro de auditoria é mantido: 24 → 36',
    changes: [{ table: 'kernel.setting', after: { value: '36' } }],
  });
  expect(rows[1]).toMatchObject({ subject: 'Ver o registro de auditoria', detail: { profile: 'user', granted: true } });
});

test('a refused login is audited in the person’s company', async () => {
  await host.nobody.post('/auth/login', { email: company.admin.email, password: 'errada' });
  await expect
    .poll(async () => (await only('kernel')).map(({ action }) => action))
    .toEqual(['auth.refused', 'auth.signed-in']);
});

test('an audited reading is recorded before the response is sent', async () => {
  expect((await company.admin.get('/contacts/export?searchParam=ana')).status).toBe(200);
  const [one] = await only('contacts');
  expect(one).toMatchObject({
    action: 'contacts.exported',
    label: 'Exportou contatos',
    detail: { query: { searchParam: 'ana' } },
  });
  expect((await company.admin.get('/contacts')).status).toBe(200);
  expect(await only('contacts')).toHaveLength(1);
});

test('the audit log is filtered by person, action, day and words, page by page', async () => {
  const other = await company.person('admin', 'Zuleica Conceição');
  for (let n = 0; n < 55; n += 1) await other.post('/acme-ledger/lines', { name: `Linha ${n}`, amount: n });
  await company.admin.put('/settings/auditMonths', { value: 30 });
  const first = await company.admin.get<{ records: Record[]; hasMore: boolean }>(`/audit?userId=${other.id}`);
  expect(first.body.records).toHaveLength(50);
  expect(first.body.hasMore).toBe(true);
  const second = await company.admin.get<{ records: Record[]; hasMore: boolean }>(
    `/audit?userId=${other.id}&before=${first.body.records.at(-1)?.id}`,
  );
  expect(second.body.hasMore).toBe(false);
  expect(second.body.records.map(({ subject }) => subject).filter(Boolean)).toEqual([
    'Linha 4',
    'Linha 3',
    'Linha 2',
    'Linha 1',
    'Linha 0',
  ]);
  expect(await record('?searchParam=CONCEICAO%20linha')).toHaveLength(0);
  expect((await record('?searchParam=linha%2054')).map(({ subject }) => subject)).toEqual(['Linha 54']);
  expect((await record('?searchParam=conceicao')).length).toBe(50);
  expect((await record('?action=kernel%20settings.changed')).map(({ subject }) => subject)).toEqual([
    'Meses que o registro de auditoria é mantido: 24 → 30',
  ]);
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date());
  expect((await record(`?from=${today}&to=${today}`)).length).toBe(50);
  expect(await record('?to=2020-01-01')).toEqual([]);
  const choices = await company.admin.get<{ people: { name: string }[]; actions: { value: string; label: string }[] }>(
    '/audit/choices',
  );
  expect(choices.body.people.map(({ name }) => name)).toEqual(['Admin', 'Zuleica Conceição']);
  expect(choices.body.actions).toContainEqual({ value: 'kernel auth.signed-in', label: 'Entrou' });
});

test.each(['from=x', 'to=2020-13-45', 'from=2020-02-31', 'userId=x', 'before=-1', `searchParam=${'x'.repeat(201)}`])(
  '%s is refused as invalid input',
  async (query) => {
    const { status, body } = await company.admin.get<{ error: string }>(`/audit?${query}`);
    expect(status).toBe(400);
    expect(body.error).toBe('ERR_VALIDATION');
  },
);

test('the audit log is exported as a file for spreadsheets, and the export is audited', async () => {
  await company.admin.post('/acme-ledger/lines', { name: '=HYPERLINK("x")', amount: 1 });
  const { body, headers } = await company.admin.get<string>('/audit/export');
  expect(headers.get('content-type')).toContain('text/csv');
  expect(headers.get('content-disposition')).toContain('auditoria.csv');
  const lines = (body as string).replace('\ufeff', '').trim().split('\r\n');
  expect(lines[0]).toBe('Data;Pessoa;Ação;Item;Endereço;Dispositivo;Detalhes;Alterações');
  expect(lines.some((line) => line.includes(`"'=HYPERLINK(""x"")"`))).toBe(true);
  // Changes are written as text, one field per line, as the sheet on the screen shows them.
  expect(body).not.toMatch(/\{""|""before""/);
  expect(body).toMatch(/Valor: 1|Amount: 1/);
  expect((await record())[0]).toMatchObject({ action: 'audit.exported', label: 'Exportou o registro de auditoria' });
});

test('no company reads another’s audit log, and attendants read none', async () => {
  await company.admin.post('/acme-ledger/lines', { name: 'Nosso', amount: 1 });
  const other = await host.company();
  expect(JSON.stringify(await record('', other.admin))).not.toContain('Nosso');
  const attendant = await company.person();
  for (const path of ['/audit', '/audit/choices', '/audit/export'])
    expect((await attendant.get(path)).status).toBe(403);
});

test('no plugin can change audit entries', async () => {
  const client = await host.kernel.database.app.connect();
  try {
    for (const statement of [
      `update kernel.audit set subject = 'x'`,
      'delete from kernel.audit',
      'select * from kernel.audit',
      `select kernel.audit_company(1, '{}')`,
    ])
      await expect(
        client.query(`select set_config('app.company', '${company.id}', false)`).then(() => client.query(statement)),
      ).rejects.toMatchObject({ code: '42501' });
  } finally {
    await client.query('reset all');
    client.release();
  }
});

test('audit entries older than the company’s retention are deleted by a job', async () => {
  await company.admin.post('/acme-ledger/lines', { name: 'Antigo', amount: 1 });
  await host.kernel.database.owner.query(
    `update kernel.audit set at = now() - interval '25 months' where company_id = $1 and subject = 'Antigo'`,
    [company.id],
  );
  await company.admin.post('/acme-ledger/lines', { name: 'Recente', amount: 1 });
  const { handle } = host.kernel.registry.jobs.get('security.audit.forget')?.definition ?? {};
  await handle?.({}, company.scope('security'));
  const subjects = (await only('acme-ledger')).map(({ subject }) => subject);
  expect(subjects).toEqual(['Recente']);
});

test('changes made by a job are audited without a person', async () => {
  await company.scope('security').audit({ action: 'privacy.retention', detail: { erased: 3 } });
  const [one] = await company.scope('security').use(auditLog).search({});
  expect(one).toMatchObject({ userId: null, userName: '', action: 'privacy.retention', detail: { erased: 3 } });
});
