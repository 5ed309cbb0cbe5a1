import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';
import { tidy } from '../server/monitoring/tidy.ts';
import { LawOffice, startServer, type Failure, type Linked } from './law-office.ts';
import { numberOf } from './number-of.ts';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import { Courts, movement } from './simulator/courts.ts';

let host: TestHost;
let courts: Courts;
let phones: Phones;
let office: LawOffice;
let count = 48_000;

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

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const begun = (): string => {
  const cnj = numberOf((count += 1));
  courts.cases.set(cnj, [{ grau: 'G1', movimentos: [movement(26, 'Distribuição', daysAgo(30))] }]);
  return cnj;
};
/** Ways by which steps are still to be told, in order. */
const waiting = async (id: number): Promise<string[]> => {
  const rows = await office.scope.sql.rows<{ channel: string }>(
    sql`select channel from legal_process.notice where monitoring_id = ${id} order by channel`,
  );
  return rows.map(({ channel }) => channel);
};

test('undoing the end of a monitoring keeps its lawyer, connection and waiting notices', async () => {
  const ana = await office.company.person('user');
  const bia = await office.company.person('user');
  const cnj = begun();
  const client = await office.contact({ email: 'maria.desfeita@exemplo.com.br' });
  await office.arrives(client.number);
  const { body: linked } = await ana.post<Linked>('/legalProcessMonitoring', {
    cnj,
    contactId: client.id,
    notifyEmail: true,
    notifyWhatsapp: true,
    whatsappId: office.windowedId,
  });
  courts.moves(cnj, movement(51, 'Conclusão', daysAgo(0)));
  await office.check();
  expect(await waiting(linked.id)).toEqual(['email', 'whatsapp']);
  await host.kernel.database.owner.query(`update contacts.contact set email = '' where id = $1`, [client.id]);
  expect((await bia.delete(`/legalProcessMonitoring/${linked.id}`)).status).toBeLessThan(300);
  expect((await bia.get(`/legalProcess/${linked.id}`)).status).toBe(404);
  // The end is what counts for the jobs of the next minutes.
  const list = await bia.get<{ count: number }>('/legalProcessMonitoring/list');
  expect(list.body.count).toBe(0);
  await tidy(office.scope);
  await office.deliver();
  expect(phones.to(client.number)).toEqual([]);
  const restored = await bia.post<Linked & Failure>(`/legalProcessMonitoring/${linked.id}/restore`);
  expect(restored.status, JSON.stringify(restored.body)).toBe(200);
  expect(restored.body).toMatchObject({ id: linked.id, user: linked.user, newSteps: 1, notifyEmail: true });
  expect(await waiting(linked.id)).toEqual(['email', 'whatsapp']);
  await office.deliver();
  const [message] = await eventually(() => phones.to(client.number).length > 0 && phones.to(client.number));
  expect([message?.connectionId, message?.body.includes('Conclusão')]).toEqual([office.windowedId, true]);
  // Undoing it twice changes nothing, and after an hour nothing is left of it.
  const again = await bia.post<Linked>(`/legalProcessMonitoring/${linked.id}/restore`);
  expect([again.status, again.body.id, await waiting(linked.id)]).toEqual([200, linked.id, []]);
  await bia.delete(`/legalProcessMonitoring/${linked.id}`);
  await office.scope.sql.run(sql`update legal_process.ended_monitoring set ended_at = now() - interval '2 hours'`);
  await tidy(office.scope);
  const late = await bia.post<Failure>(`/legalProcessMonitoring/${linked.id}/restore`);
  expect([late.status, late.body.error]).toEqual([404, 'ERR_NO_MONITORING_FOUND']);
  expect(await office.scope.sql.one(sql`select 1 from legal_process.legal_case where cnj = ${cnj}`)).toBeUndefined();
});

test('an end that is undone after the case was linked anew keeps the new link, and nobody of another company undoes it', async () => {
  const cnj = begun();
  const client = await office.contact();
  const { body: first } = await office.link(cnj, client.id);
  await office.admin.delete(`/legalProcessMonitoring/${first.id}`);
  const other = await LawOffice.of(host);
  expect((await other.admin.post(`/legalProcessMonitoring/${first.id}/restore`)).status).toBe(404);
  const { body: second } = await office.link(cnj, client.id, { notifyWhatsapp: true });
  const restored = await office.admin.post<Linked>(`/legalProcessMonitoring/${first.id}/restore`);
  expect(restored.body).toMatchObject({ id: second.id, notifyWhatsapp: true });
});

test('the waiting notices of a merged contact reach the one that is kept', async () => {
  const cnj = begun();
  const [kept, gone] = [await office.contact(), await office.contact()];
  const { body: linked } = await office.link(cnj, kept.id);
  const { body: merged } = await office.link(cnj, gone.id, { notifyWhatsapp: true });
  courts.moves(cnj, movement(51, 'Conclusão', daysAgo(0)));
  await office.check();
  expect([await waiting(linked.id), await waiting(merged.id)]).toEqual([[], ['whatsapp']]);
  expect((await office.admin.post('/contacts/merge', { keepId: kept.id, mergeId: gone.id })).status).toBe(200);
  expect(await waiting(linked.id)).toEqual(['whatsapp']);
});
