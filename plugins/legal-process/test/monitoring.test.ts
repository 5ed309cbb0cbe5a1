import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';
import { courtDate } from '../server/sources/court-time.ts';
import { LawOffice, startServer, type Failure, type Linked } from './law-office.ts';
import { numberOf } from './number-of.ts';
import { noon } from './noon.ts';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import { Courts, movement } from './simulator/courts.ts';

let host: TestHost;
let courts: Courts;
let phones: Phones;
let office: LawOffice;
let count = 5000;

beforeAll(async () => {
  courts = await Courts.open();
  phones = await Phones.open();
  host = await startServer();
  office = await LawOffice.of(host);
  await office.scope.secrets.set('sources', JSON.stringify(courts.setup));
}, 120_000);
afterAll(async () => {
  await host?.close();
  phones?.close();
  courts?.close();
});
beforeEach(() => {
  courts.datajud = 'well';
});

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
/** A case of one instance that began some weeks ago. */
const begun = (lastStepDaysAgo = 20): string => {
  count += 1;
  const cnj = numberOf(count);
  courts.cases.set(cnj, [
    {
      grau: 'G1',
      dataAjuizamento: daysAgo(60),
      dataHoraUltimaAtualizacao: daysAgo(lastStepDaysAgo),
      classe: { codigo: 7, nome: 'Procedimento Comum Cível' },
      orgaoJulgador: { codigo: 1, nome: '2ª Vara Cível' },
      movimentos: [movement(26, 'Distribuição', daysAgo(60)), movement(85, 'Petição', daysAgo(lastStepDaysAgo))],
    },
  ]);
  return cnj;
};
const reread = async (id: number): Promise<Linked> => {
  const { body } = await office.admin.post<Linked>(`/legalProcess/${id}/updateNotice`);
  return body;
};

test('a linked case begins in silence; its next step reaches the client once by WhatsApp, in plain words', async () => {
  const cnj = begun();
  const client = await office.contact();
  const linked = await office.link(cnj, client.id, { notifyWhatsapp: true });
  expect(linked.status).toBe(200);
  expect(JSON.parse(linked.body.lastNotice ?? '')).toMatchObject({ nome: 'Petição' });
  await office.check();
  await office.deliver();
  expect(phones.to(client.number)).toHaveLength(0);
  courts.moves(cnj, movement(51, 'Conclusão', daysAgo(0), 'para despacho'));
  await office.check();
  await office.check();
  await office.deliver();
  await office.deliver();
  const [message] = await eventually(() => phones.to(client.number).length > 0 && phones.to(client.number));
  expect(message?.body).toContain('Conclusão. O processo está com o juiz.');
  expect(message?.body).not.toContain('Distribuição');
  await office.deliver();
  expect(phones.to(client.number)).toHaveLength(1);
  const list = await office.admin.get<{ LegalProcessMonitorings: Linked[] }>(`/contacts/${client.id}/listLegaLProcess`);
  expect(list.body.LegalProcessMonitorings.map(({ newSteps, trouble }) => [newSteps, trouble])).toEqual([[1, null]]);
  const seen = await office.admin.put<Linked>(`/legalProcessMonitoring/${linked.body.id}/seen`);
  expect(seen.body.newSteps).toBe(0);
});

test('steps that a court adds to the past are shown as added later, and announced to nobody', async () => {
  const cnj = begun(2);
  const client = await office.contact();
  const linked = await office.link(cnj, client.id, { notifyWhatsapp: true });
  courts.moves(cnj, movement(60, 'Expedição de documento', daysAgo(300)));
  await office.check();
  await office.deliver();
  const { body } = await office.admin.get<{ processData: string }>(`/legalProcess/${linked.body.id}`);
  const { steps } = JSON.parse(body.processData) as { steps: { title: string; isLate: boolean; isNew: boolean }[] };
  expect(steps.at(-1)).toMatchObject({ title: 'Expedição de documento', isLate: true, isNew: false });
  const rows = await office.scope.sql.rows(
    sql`select 1 from legal_process.notice where monitoring_id = ${linked.body.id}`,
  );
  expect(rows).toEqual([]);
});

test('a step of last year indexed anew after long monitoring is announced to nobody', async () => {
  const cnj = begun();
  courts.cases.set(cnj, [{ grau: 'G1', movimentos: [movement(26, 'Distribuição', daysAgo(400))] }]);
  const lastYear = daysAgo(200);
  const client = await office.contact();
  const linked = await office.link(cnj, client.id, { notifyWhatsapp: true });
  courts.moves(cnj, movement(51, 'Conclusão', lastYear), movement(60, 'Expedição', daysAgo(1)));
  await office.check();
  // The court adds to a step that came after the first reading.
  courts.moves(cnj, movement(51, 'Conclusão', lastYear, 'para despacho'));
  await office.check();
  const { body } = await office.admin.get<{ processData: string }>(`/legalProcess/${linked.body.id}`);
  const { steps } = JSON.parse(body.processData) as { steps: { title: string; isLate: boolean }[] };
  expect(steps.filter(({ title }) => title === 'Conclusão').map(({ isLate }) => isLate)).toContain(true);
  const announced = await office.scope.sql.rows<{ title: string }>(
    sql`select s.title from legal_process.notice n join legal_process.step s on s.id = n.step_id
         where n.monitoring_id = ${linked.body.id} and s.description is not null`,
  );
  expect(announced).toEqual([]);
});

test('twelve steps at once, as after a week with the module off, are one message that counts what it does not write out', async () => {
  const cnj = begun();
  const client = await office.contact();
  await office.link(cnj, client.id, { notifyWhatsapp: true });
  await office.company.disable('legalProcess');
  courts.moves(
    cnj,
    ...Array.from({ length: 12 }, (_, index) => movement(60, `Expedição ${index}`, daysAgo(index / 10))),
  );
  expect((await office.admin.get('/legalProcessMonitoring/list')).status).toBe(404);
  await office.company.enable('legalProcess');
  await office.check();
  await office.deliver();
  const [message, ...more] = await eventually(() => phones.to(client.number).length > 0 && phones.to(client.number));
  expect(more).toEqual([]);
  expect(message?.body).toContain('e mais 2 andamentos');
});

test('a company in Manaus tells a publication with its own day', async () => {
  const manaus = await LawOffice.of(host);
  await manaus.scope.secrets.set('sources', JSON.stringify(courts.setup));
  await host.kernel.identity.tenants.update(manaus.company.id, { timeZone: 'America/Manaus' });
  const cnj = begun();
  courts.publications.set(cnj, []);
  const client = await manaus.contact({ email: 'maria.manaus@exemplo.com.br' });
  await manaus.link(cnj, client.id, { notifyWhatsapp: true, notifyEmail: true });
  const day = courtDate(new Date());
  courts.publications.get(cnj)?.push({ id: cnj, data_disponibilizacao: day, tipoComunicacao: 'Intimação', texto: '' });
  await manaus.check();
  await manaus.deliver();
  const [message] = await eventually(() => phones.to(client.number).length > 0 && phones.to(client.number));
  const announced = `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}: Publicação: Intimação`;
  expect(message?.body).toContain(announced);
  expect((await manaus.letters(host))[0]?.text).toContain(announced);
});

test('at night a notice waits; in the morning it leaves', async () => {
  const cnj = begun();
  const client = await office.contact();
  await office.link(cnj, client.id, { notifyWhatsapp: true });
  courts.moves(cnj, movement(51, 'Conclusão', daysAgo(0)));
  await office.check();
  const night = new Date(noon().getTime() + 9 * 3_600_000);
  await office.deliver(night);
  const waiting = await office.scope.sql.rows(sql`select 1 from legal_process.notice`);
  expect(waiting).toHaveLength(1);
  await office.deliver(new Date(noon().getTime() - 4 * 3_600_000));
  await eventually(() => phones.to(client.number).length === 1);
});

test('outside the reply window nothing goes by WhatsApp: the letter goes instead, and the monitoring says why', async () => {
  const cnj = begun();
  const client = await office.contact({ email: 'maria.janela@exemplo.com.br' });
  const linked = await office.link(cnj, client.id, { notifyWhatsapp: true, whatsappId: office.windowedId });
  courts.moves(cnj, movement(51, 'Conclusão', daysAgo(0)));
  await office.check();
  await office.deliver();
  expect(phones.to(client.number)).toEqual([]);
  const letters = (await office.letters(host)).filter(({ to }) => to === 'maria.janela@exemplo.com.br');
  expect(letters).toHaveLength(1);
  expect(letters[0]?.text).toContain('O processo está com o juiz.');
  expect((await reread(linked.body.id)).trouble).toBe('window');
  // The customer writes, and the next step arrives by WhatsApp.
  await office.arrives(client.number);
  courts.moves(cnj, movement(11010, 'Mero expediente', new Date().toISOString()));
  await office.check();
  await office.deliver();
  await eventually(() => phones.to(client.number).length === 1);
  expect((await reread(linked.body.id)).trouble).toBeNull();
});

test('outside the reply window the template that the company chose leaves instead, filled with the step, and no letter', async () => {
  const save = (template: object | null) =>
    office.admin.put<Failure>('/legalProcessSettings', {
      templates: [{ connectionId: office.windowedId, template }],
    });
  const chosen = { name: 'lembrete', language: 'pt_BR' };
  const empty = await save(chosen);
  expect([empty.status, empty.body.fields]).toEqual([
    400,
    { [`template.${office.windowedId}`]: 'ERR_LEGAL_TEMPLATE_VALUES' },
  ]);
  expect((await save({ ...chosen, name: 'outro' })).body.error).toBe('ERR_NO_TEMPLATE_FOUND');
  expect((await save({ ...chosen, variables: { 'body.1': '{nome}, {andamento} em {processo}' } })).status).toBe(200);
  const cnj = begun();
  const client = await office.contact({ email: 'maria.modelo@exemplo.com.br', name: 'Maria' });
  const linked = await office.link(cnj, client.id, { notifyWhatsapp: true, whatsappId: office.windowedId });
  courts.moves(cnj, movement(51, 'Conclusão', daysAgo(0)), movement(60, 'Expedição', daysAgo(1)));
  await office.check();
  await office.deliver();
  await office.deliver();
  const [message] = await eventually(() => phones.to(client.number).length > 0 && phones.to(client.number));
  expect(message?.template).toBe('lembrete');
  expect(message?.body).toContain(`Olá Maria, Conclusão, e mais um andamento em ${cnj.slice(0, 7)}`);
  expect((await office.letters(host)).filter(({ to }) => to === 'maria.modelo@exemplo.com.br')).toEqual([]);
  expect((await reread(linked.body.id)).trouble).toBeNull();
  expect(phones.to(client.number)).toHaveLength(1);
  expect((await save(null)).status).toBe(200);
});

test('a contact gets one letter a day about all its cases, and the rest the next day', async () => {
  const client = await office.contact({ email: 'joao@exemplo.com.br' });
  const [one, other] = [begun(), begun()];
  await office.link(one, client.id, { notifyEmail: true });
  await office.link(other, client.id, { notifyEmail: true });
  const mine = async () => (await office.letters(host)).filter(({ to }) => to === 'joao@exemplo.com.br');
  for (const cnj of [one, other]) courts.moves(cnj, movement(51, 'Conclusão', daysAgo(0)));
  await office.check();
  await office.deliver();
  await office.deliver();
  expect(await mine()).toHaveLength(1);
  for (const cnj of [one, other]) expect((await mine())[0]?.text).toContain(cnj.slice(0, 7));
  courts.moves(one, movement(11010, 'Mero expediente', new Date().toISOString()));
  await office.check();
  await office.deliver();
  expect(await mine()).toHaveLength(1);
  await office.deliver(new Date(noon().getTime() + 86_400_000));
  expect(await mine()).toHaveLength(2);
  const without = await office.contact();
  const refused = await office.link(one, without.id, { notifyEmail: true });
  expect([refused.status, refused.body.fields]).toEqual([400, { notifyEmail: 'ERR_LEGAL_NO_EMAIL' }]);
});

test('while its source is silent a case waits, keeps what is known, and is announced once the source answers', async () => {
  const cnj = begun();
  const client = await office.contact();
  const linked = await office.link(cnj, client.id, { notifyWhatsapp: true });
  courts.moves(cnj, movement(51, 'Conclusão', daysAgo(0)));
  courts.datajud = 'gateway';
  await office.scope.sql.run(sql`update legal_process.source_copy set fetched_at = now() - interval '1 day'`);
  const { body } = await office.admin.post<Linked>(`/legalProcess/${linked.body.id}/updateNotice`, {
    notifyEmail: false,
  });
  expect(body.sources[0]?.fault).toBe('ERR_LEGAL_DOWN');
  expect(JSON.parse(body.lastNotice ?? '')).toMatchObject({ nome: 'Petição' });
  await office.scope.sql.run(sql`delete from legal_process.source_copy`);
  await office.check();
  const row = await office.scope.sql.one<{ failures: number; waits: boolean }>(
    sql`select failures, next_at > now() as waits from legal_process.legal_case where cnj = ${cnj}`,
  );
  expect(row).toEqual({ failures: 2, waits: true });
  courts.datajud = 'well';
  await office.check();
  await office.deliver();
  await eventually(() => phones.to(client.number).length === 1);
});

test('the lawyer hears of a step inside the product, and other programs by an event', async () => {
  const cnj = begun();
  const client = await office.contact({ name: 'Antônio Carlos Bittencourt' });
  const { body } = await office.link(cnj, client.id);
  const heard: { cnj: string; contactIds: number[]; steps: { title: string }[] }[] = [];
  (globalThis as { heardSteps?: object[] }).heardSteps = heard;
  courts.moves(cnj, movement(51, 'Conclusão', daysAgo(0)));
  await office.check();
  const event = await eventually(() => heard.find((one) => one.cnj === cnj));
  expect([event.contactIds, event.steps.map(({ title }) => title)]).toEqual([[client.id], ['Conclusão']]);
  const { rows } = await host.kernel.database.owner.query<{ text: string }>(
    `select string_agg(n::text, ' ') as text from notifications.notified n where n.company_id = $1`,
    [office.company.id],
  );
  expect(rows[0]?.text).toContain(`legal:${body.id}:`);
});

test('a company writes a movement in its own words, which customers then read, and the usual ones come back', async () => {
  const save = (words: string) => office.admin.put('/legalProcessWords/51', { words });
  expect((await save('O juiz vai decidir. Avisamos aqui.')).status).toBeLessThan(300);
  const cnj = begun();
  const client = await office.contact();
  await office.link(cnj, client.id, { notifyWhatsapp: true });
  courts.moves(cnj, movement(51, 'Conclusão', daysAgo(0)));
  await office.check();
  await office.deliver();
  const [message] = await eventually(() => phones.to(client.number).length > 0 && phones.to(client.number));
  expect(message?.body).toContain('Conclusão. O juiz vai decidir. Avisamos aqui.');
  await save('');
  const list = await office.admin.get<{ movements: { code: number; title: string; words: string | null }[] }>(
    '/legalProcessWords',
  );
  expect(list.body.movements.find(({ code }) => code === 51)).toMatchObject({ title: 'Conclusão', words: null });
  expect((await office.admin.put('/legalProcessWords/51', { words: 'x'.repeat(301) })).status).toBe(400);
  const attendant = await office.company.person('user');
  expect((await attendant.get('/legalProcessWords')).status).toBe(403);
});

test('cases of another company are neither seen nor changed', async () => {
  const cnj = begun();
  const client = await office.contact();
  const { body } = await office.link(cnj, client.id);
  const other = await LawOffice.of(host);
  const { admin } = other.company;
  const refusals = [
    await admin.get<Failure>(`/legalProcess/${body.id}`),
    await admin.post<Failure>(`/legalProcess/${body.id}/updateNotice`, { notifyWhatsapp: true }),
    await admin.put<Failure>(`/legalProcessMonitoring/${body.id}/seen`),
    await admin.delete<Failure>(`/legalProcessMonitoring/${body.id}`),
    await admin.get<Failure>(`/contacts/${client.id}/listLegaLProcess`),
    await admin.post<Failure>('/legalProcessMonitoring', { cnj, contactId: client.id }),
    await admin.get<Failure>(`/legalProcess/${cnj}/${client.id}/show`),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
  const list = await admin.get<{ count: number }>('/legalProcessMonitoring/list');
  expect(list.body.count).toBe(0);
});

test('a case is found by its number or the contact, shown with its link, and ends when somebody ends it', async () => {
  const cnj = begun();
  const client = await office.contact({ name: 'Luciana Ferraz de Camargo Wähler' });
  const { body } = await office.link(cnj, client.id);
  const found = async (term: string): Promise<number[]> => {
    const answer = await office.admin.get<{ LegalProcessMonitorings: Linked[] }>(
      `/legalProcessMonitoring/list?searchParam=${encodeURIComponent(term)}`,
    );
    return answer.body.LegalProcessMonitorings.map(({ id }) => id);
  };
  expect(await found('wahler')).toEqual([body.id]);
  expect(await found(body.cnj)).toEqual([body.id]);
  expect(await found('%_\\')).toEqual([]);
  const shown = await office.admin.get<{ monitoring: Linked | null }>(`/legalProcess/${cnj}/${client.id}/show`);
  expect(shown.body.monitoring?.id).toBe(body.id);
  expect((await office.admin.delete(`/legalProcessMonitoring/${body.id}`)).status).toBeLessThan(300);
  expect((await office.admin.get(`/legalProcess/${body.id}`)).status).toBe(404);
  const again = await office.admin.get<{ monitoring: Linked | null }>(`/legalProcess/${cnj}/${client.id}/show`);
  expect(again.body.monitoring).toBeNull();
});

test('a merged contact keeps its cases once, and an erased one leaves nothing of them', async () => {
  const [one, other] = [begun(), begun()];
  const kept = await office.contact({ name: 'Wellington da Silva' });
  const gone = await office.contact({ name: 'Wellington S.' });
  await office.link(one, kept.id);
  await office.link(one, gone.id, { notifyWhatsapp: true });
  await office.link(other, gone.id);
  const merged = await office.admin.post('/contacts/merge', { keepId: kept.id, mergeId: gone.id });
  expect(merged.status).toBe(200);
  const { body } = await office.admin.get<{ LegalProcessMonitorings: Linked[] }>(
    `/contacts/${kept.id}/listLegaLProcess`,
  );
  expect(body.LegalProcessMonitorings.map(({ notifyWhatsapp }) => notifyWhatsapp).toSorted()).toEqual([false, true]);
  const { casesOfPerson } = await import('../server/personal-data.ts');
  const items: object[] = [];
  for await (const item of casesOfPerson.collect(kept.id, office.scope)) items.push(item);
  expect(items).toHaveLength(2);
  expect((await casesOfPerson.erase(kept.id, office.scope)).count).toBe(2);
  const left = await office.scope.sql.rows(
    sql`select cnj from legal_process.legal_case where cnj in (${one}, ${other})
        union all select cnj from legal_process.source_copy where cnj in (${one}, ${other})`,
  );
  expect(left).toEqual([]);
});

test('nothing that a caller may send is an internal error', async () => {
  const client = await office.contact();
  const calls: Promise<{ status: number }>[] = [
    office.admin.post('/legalProcessMonitoring', {}),
    office.admin.post('/legalProcessMonitoring', { cnj: '\0', contactId: client.id }),
    office.admin.post('/legalProcessMonitoring', { cnj: begun(), contactId: 2_147_483_647 }),
    office.admin.post('/legalProcessMonitoring', { cnj: begun(), contactId: client.id, whatsappId: 999_999 }),
    office.admin.post('/legalProcessMonitoring', { cnj: begun(), contactId: client.id, notifyEmail: 'sim' }),
    office.admin.get('/legalProcess/0/abc/show'),
    office.admin.get('/legalProcess/%00/search'),
    office.admin.get('/legalProcess/99999999999'),
    office.admin.get('/legalProcessMonitoring/list?pageNumber=-1'),
    office.admin.get('/legalProcessMonitoring/list?searchParam=%00%25_'),
  ];
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.every((status) => status < 500)).toBe(true);
  expect(statuses.slice(0, 8).every((status) => status === 400 || status === 404)).toBe(true);
});
