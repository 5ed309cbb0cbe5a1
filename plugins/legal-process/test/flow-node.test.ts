import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type TestHost } from '@balcao/testing';
import { LawOffice, startServer } from './law-office.ts';
import { numberOf } from './number-of.ts';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import { Courts, movement } from './simulator/courts.ts';

let host: TestHost;
let courts: Courts;
let phones: Phones;
let office: LawOffice;

beforeAll(async () => {
  courts = await Courts.open();
  phones = await Phones.open();
  host = await startServer(undefined, ['flows']);
  office = await LawOffice.of(host, { flow: 'enabled' });
  await office.scope.secrets.set('sources', JSON.stringify(courts.setup));
}, 120_000);
afterAll(async () => {
  await host?.close();
  phones?.close();
  courts?.close();
});

const position = { x: 0, y: 0 };
const edge = (source: string, target: string, sourceHandle = 'out') => ({
  id: `${source}-${sourceHandle}-${target}`,
  type: 'custom',
  source,
  sourceHandle,
  target,
  targetHandle: 'in',
});
const says = (id: string, text: string) => ({ id, type: 'messageNode', position, data: { label: text } });
/** A flow that looks a number up and says what it found. */
const drawing = (number: string): string =>
  JSON.stringify([
    { id: 'start', type: 'startNode', position, data: { label: 'Inicio' } },
    { id: 'case', type: 'legalProcessNode', position, data: { number, usesLinked: true } },
    says('found', 'Processo %processo%: %processo_andamento%. %processo_explicado%'),
    says('nowhere', 'Não encontramos este processo.'),
    says('failed', 'O tribunal não respondeu agora.'),
    says('wrong', 'Este número não confere.'),
    edge('start', 'case'),
    edge('case', 'found'),
    edge('case', 'wrong', 'invalid'),
    edge('case', 'nowhere', 'else'),
    edge('case', 'failed', 'failed'),
  ]);

/** Runs a flow with this number for a new customer, and returns what the customer received. */
const answerFor = async (number: string, contact?: { id: number; number: string }): Promise<string> => {
  const { admin } = office.company;
  const client = contact ?? (await office.contact());
  const flow = await admin.post<{ id: number; error?: string }>('/flow', {
    title: `Processo ${number}`,
    data: drawing(number),
  });
  expect(flow.status, JSON.stringify(flow.body)).toBe(200);
  const ticket = await admin.post<{ id: number }>('/tickets', {
    contactId: client.id,
    whatsappId: office.connectionId,
    status: 'pending',
  });
  await admin.put(`/tickets/${ticket.body.id}/automatic-service`, {
    isAutomaticService: true,
    notify: 'automatic',
    flowId: flow.body.id,
  });
  const [message] = await eventually(() => phones.to(client.number).length > 0 && phones.to(client.number));
  return message?.body ?? '';
};

test('a flow looks a case up and says its last step, also of the case that is linked to the customer', async () => {
  const cnj = numberOf(7001);
  courts.cases.set(cnj, [{ grau: 'G1', movimentos: [movement(51, 'Conclusão', '2026-05-01T12:00:00.000Z')] }]);
  expect(await answerFor(cnj)).toMatch(
    /^Processo 0007001-\d\d\.2026\.8\.26\.0100: Conclusão\. O processo está com o juiz\.$/,
  );
  const client = await office.contact();
  await office.link(cnj, client.id);
  expect(await answerFor('não sei', client)).toContain('Conclusão');
});

test('a wrong number of a customer with a linked case takes the way invalid', async () => {
  const cnj = numberOf(7004);
  courts.cases.set(cnj, [{ grau: 'G1', movimentos: [movement(51, 'Conclusão', '2026-05-01T12:00:00.000Z')] }]);
  for (const mistyped of ['0000832-36.2018.4.01.3202', '0000832-35.2018', '12']) {
    const client = await office.contact();
    await office.link(cnj, client.id);
    expect(await answerFor(mistyped, client)).toBe('Este número não confere.');
  }
});

test('a wrong number, a case that is not there and a court that is silent have ways of their own', async () => {
  expect(await answerFor('0000832-36.2018.4.01.3202')).toBe('Este número não confere.');
  expect(await answerFor(numberOf(7002))).toBe('Não encontramos este processo.');
  courts.datajud = 'gateway';
  expect(await answerFor(numberOf(7003))).toBe('O tribunal não respondeu agora.');
});
