import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { dayFrom, openBillingSetup, type BillingSetup, type Plan } from './billing-setup.ts';

let setup: BillingSetup;
beforeAll(async () => {
  setup = await openBillingSetup(inject('databaseUrl'));
});
afterAll(() => setup?.host.close());

interface Refusal {
  error: string;
  fields?: Record<string, string>;
  context?: { max: number };
}
const form = { name: 'Essencial', users: 3, connections: 1, queues: 2, value: '1.5' };

test('A plan’s value accepts a comma or a dot, up to seven digits and two decimals, and is never negative', async () => {
  const saved: number[] = [];
  for (const [index, value] of ['149,90', '149.9', 0, '9999999,99', 5].entries())
    saved.push((await setup.platform.post<Plan>('/plans', { ...form, name: `Valor ${index}`, value })).body.value);
  expect(saved).toEqual([149.9, 149.9, 0, 9999999.99, 5]);
  for (const value of ['-1', '1,999', '12345678', 'abc', '', null, '1.234,50', 1e21]) {
    const answer = await setup.platform.post<Refusal>('/plans', { ...form, name: 'Errado', value });
    expect([answer.status, answer.body.error, Object.keys(answer.body.fields ?? {})]).toEqual([
      400,
      'ERR_VALIDATION',
      ['value'],
    ]);
  }
});

test('A limit that was left empty is required, and 0 is reported as too few people', async () => {
  const answer = await setup.platform.post<Refusal>('/plans', {
    ...form,
    name: 'Vazio',
    users: '0',
    connections: '',
    queues: ' ',
  });
  expect([answer.status, answer.body.fields]).toEqual([
    400,
    { users: 'ERR_AT_LEAST_ONE', connections: 'Required', queues: 'Required' },
  ]);
  for (const users of ['-1', 'abc', '1e2', '1,5', null, true])
    expect((await setup.platform.post<Refusal>('/plans', { ...form, name: 'Errado', users })).status).toBe(400);
});

test('A wrong plan reports every faulty field, and two plans cannot have the same name', async () => {
  const wrong = await setup.platform.post<Refusal>('/plans', { name: 'A', users: 0, connections: -1, queues: 1.5 });
  expect(wrong.body.fields).toMatchObject({ name: 'Too Short!', value: 'Required' });
  expect(Object.keys(wrong.body.fields ?? {}).toSorted()).toEqual(['connections', 'name', 'queues', 'users', 'value']);
  const first = await setup.plan({ name: 'Profissional' });
  const again = await setup.platform.post<Refusal>('/plans', { ...form, name: ' PROFISSIONAL ' });
  expect([again.status, again.body.error]).toEqual([409, 'ERR_PLAN_NAME_IN_USE']);
  const renamed = await setup.platform.put<Plan>(`/plans/${first.id}`, { ...form, name: 'Profissional', value: '10' });
  expect(renamed.body).toEqual({ ...first, ...form, name: 'Profissional', value: 10, hidden: false });
});

test('Two people who change one plan keep each other’s changes; a field that both changed needs a choice, and a removed plan is reported', async () => {
  interface Conflict extends Plan {
    error: string;
    context: { fields: Record<string, string | null>; row: Plan; deleted?: boolean };
  }
  const plan = await setup.plan({ name: 'Dupla' });
  const save = (body: object) => setup.platform.put<Conflict>(`/plans/${plan.id}`, body);
  await save({ value: 199.9, known: { value: plan.value } });
  const other = await save({ users: 7, known: { users: plan.users } });
  expect(other.body).toMatchObject({ name: 'Dupla', users: 7, value: 199.9 });
  const late = await save({ value: '150,00', known: { value: plan.value } });
  expect([late.status, late.body.error]).toEqual([409, 'ERR_CHANGED_MEANWHILE']);
  expect(late.body.context).toMatchObject({ row: { value: 199.9, users: 7 } });
  expect(Object.keys(late.body.context.fields)).toEqual(['value']);
  const both = await Promise.all(
    [210, 220].map((value) => save({ value, known: { value: 199.9 } }).then(({ status }) => status)),
  );
  expect(both.toSorted()).toEqual([200, 409]);
  await setup.platform.delete(`/plans/${plan.id}`);
  const gone = await save({ users: 8, known: { users: 7 } });
  expect([gone.status, gone.body.error, gone.body.context.deleted]).toEqual([404, 'ERR_NO_PLAN_FOUND', true]);
});

test('The sign-up offers every plan with its price and limits in the visitor’s language, and stores the chosen one', async () => {
  const small = await setup.plan({ name: 'Solo', users: 1, connections: 1, queues: 2, value: '0,50' as never });
  const gift = await setup.plan({ name: 'Presente', value: 0 as never });
  interface Choice {
    field: string;
    label: string;
    options: { value: string; label: string; note: string; detail: string }[];
  }
  const offered = async (language: string): Promise<Choice[]> => {
    const headers = { 'accept-language': language };
    const answer = await fetch(`${setup.host.url}/api/companies/cadastro`, { headers });
    return ((await answer.json()) as { choices: Choice[] }).choices;
  };
  const [choice] = await offered('pt');
  expect([choice?.field, choice?.label]).toEqual(['planId', 'Plano']);
  expect(choice?.options).toContainEqual({
    value: String(small.id),
    label: 'Solo',
    note: 'R$ 0,50 por mês',
    detail: '1 usuário · 1 conexão · 2 departamentos',
  });
  expect(choice?.options).toContainEqual(expect.objectContaining({ value: String(gift.id), note: 'Grátis' }));
  const english = (await offered('en'))[0]?.options.find(({ label }) => label === 'Solo');
  expect([english?.note, english?.detail]).toEqual(['R$ 0,50 a month', '1 user · 1 connection · 2 departments']);

  const signUp = (planId: unknown, email: string) =>
    setup.host.nobody.post<Refusal & { id: number }>('/companies/cadastro', {
      name: 'Rui Prado',
      companyName: `Prado ${email}`,
      email,
      password: 'segredo-9',
      planId,
    });
  const made = await signUp(String(small.id), 'rui@empresa.example');
  expect((await setup.platform.get<{ planId: number }[]>('/companies/list-all?searchParam=rui@')).body[0]?.planId).toBe(
    small.id,
  );
  const admin = await setup.host.logIn('rui@empresa.example', 'segredo-9');
  const second = { name: 'Eva', email: 'eva@empresa.example', password: 'segredo-9', profile: 'user', queueIds: [] };
  expect([made.status, (await admin.post<Refusal>('/users', second)).body.error]).toEqual([200, 'ERR_LIMIT_USERS']);
  for (const wrong of [999_999, 'nenhum', -1]) expect((await signUp(wrong, 'outro@empresa.example')).status).toBe(400);
  expect((await setup.platform.get<unknown[]>('/companies/list-all?searchParam=outro')).body).toEqual([]);
});

test('Plans are listed for everybody who signs up, found by id, and removed only while no company has them', async () => {
  const used = await setup.plan({ name: 'Usado' });
  const free = await setup.plan({ name: 'Livre' });
  const { admin } = await setup.customer({ plan: used });
  const listed = await setup.host.nobody.get<Plan[]>('/plans/list');
  expect(listed.status).toBe(200);
  expect(listed.body).toContainEqual(used);
  expect((await setup.platform.get<Plan[]>('/plans/all')).body).toContainEqual(free);
  expect((await admin.get<Plan>(`/plans/${used.id}`)).body).toEqual(used);
  const refused = await setup.platform.delete<Refusal>(`/plans/${used.id}`);
  expect([refused.status, refused.body.error]).toEqual([409, 'ERR_PLAN_IN_USE']);
  expect((await setup.platform.delete(`/plans/${free.id}`)).status).toBe(200);
  for (const answer of [
    await setup.platform.delete<Refusal>(`/plans/${free.id}`),
    await setup.platform.put<Refusal>(`/plans/${free.id}`, form),
    await admin.get<Refusal>(`/plans/${free.id}`),
  ])
    expect([answer.status, answer.body.error]).toEqual([404, 'ERR_NO_PLAN_FOUND']);
});

test('A company’s admin cannot call anything of the super users’ area', async () => {
  const plan = await setup.plan();
  const { id, admin } = await setup.customer({ plan });
  for (const [method, path] of [
    ['GET', '/plans/all'],
    ['POST', '/plans'],
    ['PUT', `/plans/${plan.id}`],
    ['DELETE', `/plans/${plan.id}`],
    ['GET', '/payments/setup'],
    ['PUT', '/payments/setup'],
    ['GET', '/payments/waiting'],
    ['POST', `/payments/${id}/1/confirm`],
    ['POST', `/subscription/${id}/extend`],
    ['GET', '/companies'],
    ['GET', '/companies/list'],
    ['GET', '/companies/list-all'],
    ['GET', '/companies/export'],
    ['POST', '/companies'],
    ['PUT', `/companies/${id}`],
    ['DELETE', `/companies/${id}`],
    ['POST', `/auth/visit/${id}`],
    ['DELETE', '/auth/visit'],
  ] as const) {
    const answer = await admin.call<Refusal>(method, path, method === 'GET' ? undefined : form);
    expect([path, answer.status, answer.body.error]).toEqual([path, 403, 'ERR_NO_PERMISSION']);
    expect((await setup.host.nobody.call(method, path, method === 'GET' ? undefined : form)).status).toBe(401);
  }
});

test('A company has no more people, queues and connections than its plan allows, and the refusal gives the limit', async () => {
  const plan = await setup.plan({ users: 2, queues: 1, connections: 1 });
  const company = await setup.customer({ plan });
  const person = (number: number) => ({ name: 'Pessoa', email: `limite${number}@teste.local`, password: 'segredo-9' });
  expect((await company.admin.post('/users', person(1))).status).toBe(200);
  const users = await company.admin.post<Refusal>('/users', person(2));
  expect([users.status, users.body.error, users.body.context]).toEqual([409, 'ERR_LIMIT_USERS', { max: 2 }]);
  const queue = await company.admin.post<{ id: number }>('/queue', { name: 'Vendas', color: '#112233' });
  expect(queue.status).toBe(200);
  const queues = await company.admin.post<Refusal>('/queue', { name: 'Suporte', color: '#445566' });
  expect([queues.status, queues.body.error]).toEqual([409, 'ERR_LIMIT_QUEUES']);
  expect(
    (await company.admin.post('/whatsapp', { name: 'Loja', channel: 'sandbox', keyWordQueueId: queue.body.id })).status,
  ).toBe(200);
  const connections = await company.admin.post<Refusal>('/whatsapp', {
    name: 'Matriz',
    channel: 'sandbox',
    keyWordQueueId: queue.body.id,
  });
  expect([connections.status, connections.body.error]).toEqual([409, 'ERR_LIMIT_CONNECTIONS']);
  interface Used {
    usage: { users: number; connections: number; queues: number };
  }
  expect((await company.admin.get<Used>('/subscription')).body.usage).toEqual({ users: 2, connections: 1, queues: 1 });
  // A larger plan raises the limits at once.
  const larger = await setup.plan({ users: 3, queues: 2, connections: 2 });
  await setup.platform.put<unknown>(`/companies/${company.id}`, { planId: larger.id });
  expect((await company.admin.post('/users', person(2))).status).toBe(200);
  expect((await company.admin.post('/queue', { name: 'Suporte', color: '#445566' })).status).toBe(200);
});

test('When many people add the last one at the same moment exactly one succeeds', async () => {
  const plan = await setup.plan({ users: 3, queues: 2, connections: 2 });
  const company = await setup.customer({ plan });
  const many = Array.from({ length: 6 }, (_, index) => index);
  const passed = async (calls: Promise<{ status: number }>[]): Promise<number> =>
    (await Promise.all(calls)).filter(({ status }) => status === 200).length;
  const person = (index: number) => ({ name: 'Pessoa', email: `corrida${index}@teste.local`, password: 'segredo-9' });
  expect(await passed(many.map((index) => company.admin.post('/users', person(index))))).toBe(2);
  const queue = (index: number) => ({ name: `Fila ${index}`, color: `#00000${index}` });
  expect(await passed(many.map((index) => company.admin.post('/queue', queue(index))))).toBe(2);
  const [first] = (await company.admin.get<{ id: number }[]>('/queue')).body;
  const connection = (index: number) => ({ name: `Loja ${index}`, channel: 'sandbox', keyWordQueueId: first?.id });
  expect(await passed(many.map((index) => company.admin.post('/whatsapp', connection(index))))).toBe(2);
});

test('A company’s form reports all faults at once, in its own fields and in those of the plan', async () => {
  const empty = await setup.platform.post<Refusal>('/companies', { name: '', email: '', password: '', phone: '' });
  expect([empty.status, empty.body.fields]).toEqual([
    400,
    { name: 'Required', email: 'Required', password: 'Required', planId: 'Required' },
  ]);
  const plan = await setup.plan({ name: 'Tudo junto' });
  const wrong = {
    name: 'A',
    email: 'ninguem',
    password: '123',
    phone: 'abc',
    cpfCnpj: '111',
    billingEmail: 'contas',
    zip: 'abc',
    planId: plan.id,
  };
  const refused = await setup.platform.post<Refusal>('/companies', wrong);
  const fields = {
    name: 'Too Short!',
    email: 'Invalid email',
    phone: 'ERR_INVALID_PHONE',
    cpfCnpj: 'ERR_INVALID_TAX_NUMBER',
    billingEmail: 'Invalid email',
    zip: 'ERR_INVALID_ZIP',
  };
  expect(refused.body.fields).toEqual({ ...fields, password: 'Too Short!' });
  const { id } = await setup.customer({ plan });
  const { password: _none, ...changed } = wrong;
  expect((await setup.platform.put<Refusal>(`/companies/${id}`, changed)).body.fields).toEqual(fields);
});

test('A company needs a plan, keeps every field of its form, and an invalid due date is stored as none', async () => {
  const plan = await setup.plan({ name: 'Completo' });
  const email = `formulario@empresa.example`;
  const wanted = { name: 'Clínica Vitale', email, password: 'segredo-9' };
  const refused = await setup.platform.post<Refusal>('/companies', wanted);
  expect([refused.status, refused.body.fields]).toEqual([400, { planId: 'Required' }]);
  const unknown = await setup.platform.post<Refusal>('/companies', { ...wanted, planId: 999_999 });
  expect([unknown.status, unknown.body.fields]).toEqual([400, { planId: 'ERR_NO_PLAN_FOUND' }]);
  const fields = {
    planId: plan.id,
    recurrence: 'TRIMESTRAL',
    dueDate: dayFrom(20),
    obs: 'Cliente antigo',
    origin: 'INDICAÇÃO',
    cpfCnpj: '11.222.333/0001-81',
    originContact: 'INSTAGRAM,GOOGLE',
    billingName: 'Vitale Odontologia',
    billingEmail: 'contas@vitale.example',
    zip: '01310-100',
    street: 'Avenida Paulista, 1',
    district: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
  };
  const made = await setup.platform.post<Record<string, unknown>>('/companies', { ...wanted, ...fields });
  expect(made.status).toBe(200);
  expect(made.body).toMatchObject({
    ...fields,
    plan: { id: plan.id, name: 'Completo' },
    value: 149.9,
    trialExpiration: null,
  });
  const path = `/companies/${Number(made.body['id'])}`;
  const changed = await setup.platform.put<Record<string, unknown>>(path, { dueDate: '31/12/2026', obs: '' });
  expect(changed.body).toMatchObject({ ...fields, dueDate: null, obs: '' });
  const number = await setup.platform.put<Refusal>(path, { cpfCnpj: '11.222.333/0001-82', recurrence: 'SEMANAL' });
  expect(number.body.fields).toMatchObject({ cpfCnpj: 'ERR_INVALID_TAX_NUMBER' });
});

test('+ Vencimento moves the due date by the recurrence, and 31 stays 31', async () => {
  const plan = await setup.plan();
  const company = await setup.customer({ plan });
  const moved: string[] = [];
  await setup.platform.put<unknown>(`/companies/${company.id}`, { dueDate: '2027-01-31' });
  for (let step = 0; step < 3; step += 1)
    moved.push((await setup.platform.post<{ dueDate: string }>(`/subscription/${company.id}/extend`)).body.dueDate);
  expect(moved).toEqual(['2027-02-28', '2027-03-31', '2027-04-30']);
  await setup.platform.put<unknown>(`/companies/${company.id}`, { recurrence: 'SEMESTRAL' });
  expect((await setup.platform.post<{ dueDate: string }>(`/subscription/${company.id}/extend`)).body.dueDate).toBe(
    '2027-10-31',
  );
});

test('A sign-up begins with a trial of three days, monthly and enabled, and cannot choose its own due date', async () => {
  const plan = await setup.plan();
  const email = 'inicio@empresa.example';
  const signed = await setup.host.nobody.post<{ id: number }>('/companies/cadastro', {
    name: 'Helena Duarte',
    email,
    password: 'segredo-9',
    planId: plan.id,
    recurrence: 'ANUAL',
    dueDate: '2099-01-01',
    status: true,
    campaignsEnabled: true,
    companyId: 7,
  });
  expect(signed.status).toBe(200);
  const { body } = await setup.platform.get<Record<string, unknown>[]>('/companies/list-all?searchParam=helena');
  expect(body[0]).toMatchObject({
    recurrence: 'MENSAL',
    dueDate: dayFrom(3),
    status: true,
    planId: plan.id,
    origin: 'signup:7',
  });
  const hours = (Date.parse(String(body[0]?.['trialExpiration'])) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(72);
  const admin = await setup.host.logIn(email, 'segredo-9');
  expect((await admin.get<{ daysOverdue: number }>('/subscription')).body).toMatchObject({
    dueDate: dayFrom(3),
    daysOverdue: 0,
    billingEmail: email,
  });
});

test('A fault in a field that another plugin adds has a code with a text, not the words of a library', async () => {
  const company = await setup.host.company({ name: 'Casa Amarela' });
  const refused = await setup.platform.put<{ fields: unknown }>(`/companies/${company.id}`, { originContact: 7 });
  expect([refused.status, refused.body.fields]).toEqual([400, { originContact: 'ERR_INVALID_VALUE' }]);
  const queue = await company.admin.post<{ fields: unknown }>('/queue', {
    name: 'Fiscal',
    color: '#803b83',
    schedules: 7,
  });
  expect(queue.status).toBe(400);
  expect(JSON.stringify(queue.body)).not.toMatch(/expected|Invalid input/);
});

test('A company form whose plan is refused changes neither name, status nor modules', async () => {
  const company = await setup.customer({ plan: await setup.plan() });
  const { body: before } = await setup.platform.get<object>(`/companies/${company.id}`);
  const change = { name: 'Outro nome', status: false, planId: 999_999, obs: 'Pediu outro plano' };
  const refused = await setup.platform.put<{ fields: object }>(`/companies/${company.id}`, change);
  expect([refused.status, refused.body.fields]).toEqual([400, { planId: 'ERR_NO_PLAN_FOUND' }]);
  expect((await setup.platform.get<object>(`/companies/${company.id}`)).body).toEqual(before);
});
