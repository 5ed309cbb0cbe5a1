import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';
import { courtDate } from '../server/sources/court-time.ts';
import { LawOffice, startServer, type Failure } from './law-office.ts';
import { numberOf } from './number-of.ts';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import { Courts, movement } from './simulator/courts.ts';
import { process } from './simulator/escavador-case.ts';
import { Escavador, escavadorMovement } from './simulator/escavador.ts';
import { lawsuit } from './simulator/judit-case.ts';
import { Judit } from './simulator/judit.ts';

let host: TestHost;
let courts: Courts;
let judit: Judit;
let escavador: Escavador;
let phones: Phones;
let office: LawOffice;
let cnj: string;
let count = 45_000;

beforeAll(async () => {
  courts = await Courts.open();
  judit = await Judit.open();
  escavador = await Escavador.open();
  phones = await Phones.open();
  host = await startServer();
}, 120_000);
afterAll(async () => {
  await host?.close();
  for (const one of [courts, judit, escavador, phones]) one?.close();
});
beforeEach(async () => {
  office = await LawOffice.of(host);
  count += 1;
  cnj = numberOf(count);
  judit.looks = 1;
});

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
/** The day in Brasília, as gazettes write it. */
const dayOf = (days: number): string => courtDate(new Date(daysAgo(days)));
/** Switches sources on: all of them, or those named. */
const setUp = async (...ids: string[]): Promise<void> => {
  const all = { ...courts.setup.providers, judit: judit.setup, escavador: escavador.setup };
  const providers = Object.fromEntries(Object.entries(all).filter(([id]) => ids.length === 0 || ids.includes(id)));
  await office.scope.secrets.set('sources', JSON.stringify({ providers }));
};
const choose = async (source: string): Promise<void> => {
  const { status } = await office.admin.put<Failure>('/legalProcessSettings', { source });
  expect(status).toBe(200);
};
/** Checks the case an hour after its last answer, and sends what there is to tell. */
const checkAgain = async (): Promise<void> => {
  await office.scope.sql.run(sql`update legal_process.source_copy set fetched_at = now() - interval '8 days'`);
  await office.check();
  await office.deliver();
};
/** Everything that the contact received, once `until` is among it, so that nothing is still under way. */
const receivedBy = async (number: string, until: string): Promise<string> => {
  const received = (): string =>
    phones
      .to(number)
      .map(({ body }) => body)
      .join('\n');
  await eventually(() => received().includes(until));
  return received();
};

test('a new source that first answers from its store announces no movement twice', async () => {
  await setUp();
  courts.cases.set(cnj, [
    { grau: 'G1', movimentos: [movement(26, 'Distribuição', daysAgo(30)), movement(51, 'Conclusão', daysAgo(10))] },
  ]);
  const client = await office.contact();
  await office.link(cnj, client.id, { notifyWhatsapp: true });
  // Judit is still asking the court, and Escavador knows the case before its movements.
  judit.looks = Number.POSITIVE_INFINITY;
  judit.stored.set(cnj, [lawsuit(cnj, [[daysAgo(30), 'Distribuído por sorteio']])]);
  judit.cases.set(cnj, [
    lawsuit(cnj, [
      [daysAgo(30), 'Distribuído por sorteio'],
      [daysAgo(10), 'Conclusos para despacho'],
      [daysAgo(1), 'Sentença publicada'],
    ]),
  ]);
  await choose('judit');
  const linked = await office.link(cnj, client.id, { notifyWhatsapp: true });
  expect(linked.body.lastNotice).toContain('Distribuído por sorteio');
  for (const id of judit.requests.keys()) judit.finish(id);
  await office.check();
  await office.deliver();
  expect(await receivedBy(client.number, 'Sentença publicada')).not.toContain('Conclusos');
  escavador.cases.set(cnj, process());
  await choose('escavador');
  await checkAgain();
  escavador.movements.set(cnj, [
    escavadorMovement(4, dayOf(0), 'Recurso interposto'),
    escavadorMovement(3, dayOf(1), 'Sentença proferida'),
    escavadorMovement(2, dayOf(10), 'Autos conclusos'),
    escavadorMovement(1, dayOf(30), 'Autuação'),
  ]);
  await checkAgain();
  const received = await receivedBy(client.number, 'Recurso interposto');
  for (const known of ['Conclusos', 'Sentença proferida', 'Autos conclusos', 'Autuação'])
    expect(received).not.toContain(known);
  // A step that the new source finds later, of the same day, is news again.
  escavador.movements.get(cnj)?.unshift(escavadorMovement(5, dayOf(0), 'Contrarrazões juntadas'));
  await checkAgain();
  await receivedBy(client.number, 'Contrarrazões juntadas');
}, 60_000);

const published = (id: number, days: number, tipoComunicacao: string): object => ({
  id,
  data_disponibilizacao: dayOf(days),
  tipoComunicacao,
  texto: '',
});

test('a gazette switched on later, or replaced by Escavador, begins in silence', async () => {
  await setUp('datajud');
  courts.cases.set(cnj, [{ grau: 'G1', movimentos: [movement(26, 'Distribuição', daysAgo(60))] }]);
  courts.publications.set(cnj, [published(1, 40, 'Edital antigo'), published(2, 3, 'Intimação de antes')]);
  const client = await office.contact();
  await office.link(cnj, client.id, { notifyWhatsapp: true });
  await checkAgain();
  await setUp();
  await checkAgain();
  courts.publications.get(cnj)?.push(published(3, 2, 'Intimação nova'));
  await checkAgain();
  const first = await receivedBy(client.number, 'Intimação nova');
  for (const known of ['Edital antigo', 'Intimação de antes']) expect(first).not.toContain(known);
  escavador.cases.set(cnj, process());
  escavador.movements.set(cnj, [
    escavadorMovement(4, dayOf(1), 'Publicação de ontem', 'PUBLICACAO'),
    escavadorMovement(3, dayOf(2), 'Publicação repetida', 'PUBLICACAO'),
    escavadorMovement(2, dayOf(40), 'Publicação antiga', 'PUBLICACAO'),
    escavadorMovement(1, dayOf(60), 'Autuação'),
  ]);
  await choose('escavador');
  await checkAgain();
  const second = await receivedBy(client.number, 'Publicação de ontem');
  for (const known of ['repetida', 'antiga', 'Autuação']) expect(second).not.toContain(known);
  // The free gazette has what was announced already, and something of today.
  courts.publications.get(cnj)?.push(published(4, 1, 'Intimação do intervalo'), published(5, 0, 'Intimação de hoje'));
  await choose('');
  await checkAgain();
  const third = await receivedBy(client.number, 'Intimação de hoje');
  expect(third).not.toContain('do intervalo');
  expect(third.split('Intimação nova')).toHaveLength(2);
});
