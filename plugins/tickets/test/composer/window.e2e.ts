import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { axeFaults, type Person } from '@balcao/testing';
import { channelInbox, type InboundResult } from '@balcao/connections/contract';
import { composerOf, threadOf } from '../../../../scripts/test/product/ticket-actions.ts';
import { soon, WritingDesk } from './desk.ts';
import { provider } from './witness/provider.ts';

let desk: WritingDesk;
let ana: Person;
let page: Page;
const tickets: Record<'open' | 'closed' | 'brief' | 'ending' | 'letter' | 'peoples', InboundResult> = {} as never;

beforeAll(async () => {
  desk = await WritingDesk.open(inject('databaseUrl'));
  ana = await desk.writing.company.person('gestor', 'Ana Beatriz Souza');
  const attend = desk.writing.attended.bind(desk.writing);
  tickets.open = await attend(ana, 'Wellington da Silva', { channel: 'facebook', hoursAgo: 2 });
  tickets.closed = await attend(ana, 'Luciana Ferraz', { channel: 'facebook', hoursAgo: 30 });
  tickets.brief = await attend(ana, 'Thaís Nascimento', { channel: 'brief', hoursAgo: 5 });
  tickets.ending = await attend(ana, 'Priscila Sayuri', { channel: 'brief', hoursAgo: 1 });
  tickets.letter = await attend(ana, 'Helena Souza', { channel: 'letters' });
  tickets.peoples = await attend(ana, 'Natália Prado', { channel: 'social', hoursAgo: 3 });
  page = await desk.windowOf(ana);
});
afterAll(() => desk?.close());

const closed = () => page.getByRole('status').filter({ hasText: 'O prazo para responder terminou' });

test('A conversation on Facebook shows a notice about the 24-hour reply window', async () => {
  await desk.openIn(page, tickets.open);
  await page
    .getByRole('note')
    .getByText(
      /^No Facebook, você tem 24 horas para responder depois da última mensagem do cliente\. O prazo desta conversa termina em /,
    )
    .waitFor();
  await composerOf(page).fill('Dentro do prazo');
  await composerOf(page).press('Enter');
  await soon(() => provider.taken.some(({ body }) => body === 'Dentro do prazo')).toBe(true);
});

test('With a closed window the composer says so and offers what the channel still accepts', async () => {
  await desk.openIn(page, tickets.closed);
  await closed()
    .getByText(/só aceita mensagens livres até 24 horas .* quando Luciana escrever de novo/)
    .waitFor();
  await expect.poll(() => composerOf(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Enviar modelo' }).click();
  await threadOf(page).getByText('Podemos continuar a conversa?').waitFor();
  await soon(() => provider.taken.some(({ body }) => body === 'Podemos continuar a conversa?')).toBe(true);
});

test('Another channel’s closed window offers nothing of Facebook’s, and an internal note can still be written', async () => {
  await desk.openIn(page, tickets.brief);
  await closed().waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Enviar modelo' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Nota interna' }).click();
  const note = page.getByRole('textbox', { name: /^Nota interna sobre/ });
  await note.fill('Escrever por e-mail');
  await note.press('Enter');
  await threadOf(page).getByText('Escrever por e-mail').waitFor();
  await page.getByRole('button', { name: 'Mensagem', exact: true }).click();
  await closed().waitFor();
});

test('When the customer writes again the field is back, without a reload', async () => {
  await desk.writing.arrives('Thaís Nascimento', { channel: 'brief', body: 'Voltei' });
  await composerOf(page).waitFor();
  await composerOf(page).fill('Que bom');
  await composerOf(page).press('Enter');
  await soon(() => provider.taken.some(({ body }) => body === 'Que bom')).toBe(true);
});

test('A window near its end is announced, closes while on the screen, and the draft is kept', async () => {
  const scope = desk.writing.company.scope('tickets');
  const closesIn = (seconds: number) =>
    scope.sql
      .run(sql`update tickets.message set sent_at = now() - interval '2 hours' + make_interval(secs => ${seconds})
                       where ticket_id = ${tickets.ending.ticketId} and not from_me`);
  // The page's own time is moved to the end.
  await page.clock.install();
  await closesIn(40);
  await page.getByRole('option', { name: /Priscila Sayuri/ }).click();
  // The conversation before has the same notice.
  const conversation = page.getByRole('region', { name: 'Conversa com Priscila Sayuri' });
  await conversation
    .getByRole('note')
    .getByText(/^O prazo desta conversa termina em /)
    .waitFor();
  await composerOf(page).fill('Quase a tempo');
  expect(await closed().count()).toBe(0);
  await page.clock.fastForward(41_000);
  await closed().waitFor();
  await desk.writing.arrives('Priscila Sayuri', { channel: 'brief', body: 'Oi' });
  await soon(() => composerOf(page).inputValue()).toBe('Quase a tempo');
});

test('A message that the channel refuses as too late is kept with its reason', async () => {
  const scope = desk.writing.company.scope('tickets');
  await scope.sql.run(
    sql`update tickets.message set sent_at = sent_at - interval '9 hours' where ticket_id = ${tickets.ending.ticketId}`,
  );
  await composerOf(page).press('Enter');
  await threadOf(page)
    .getByRole('alert')
    .getByText('Não enviada. O prazo para responder livremente neste canal terminou.')
    .waitFor();
  await page.getByRole('button', { name: 'Voltar a editar' }).waitFor();
});

test('While only people may answer the composer says so, and a reaction opens the window on the screen', async () => {
  await desk.openIn(page, tickets.peoples);
  const said = page
    .getByRole('note')
    .getByText(/^O prazo para mensagens automáticas terminou\. Até .+, só pessoas podem/);
  await said.waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await composerOf(page).fill('Sou a Ana');
  await composerOf(page).press('Enter');
  await soon(() => provider.taken.find(({ body }) => body.endsWith('Sou a Ana'))?.outsideWindow).toBe(true);
  const inbox = desk.writing.company.scope('tickets').use(channelInbox);
  const person = desk.writing.personOf('Natália Prado', 'social');
  await inbox.windowUntil(desk.writing.connectionOf('social'), person, new Date(Date.now() + 86_400_000));
  await said.waitFor({ state: 'detached' });
  await page
    .getByRole('note')
    .getByText(/^Dá para responder até .+\. Depois, só uma pessoa, até .+\.$/)
    .waitFor();
});

test('Near the longest text of the channel the composer counts, and beyond it tells in how many messages it will arrive', async () => {
  await desk.openIn(page, tickets.peoples);
  const parts = page.getByText('Será enviado em 2 mensagens');
  await composerOf(page).fill('Curto');
  expect(await page.getByText(/ de 100 bytes$/).count()).toBe(0);
  await composerOf(page).fill('ã'.repeat(45));
  await page.getByText('90 de 100 bytes').waitFor();
  await composerOf(page).fill('Amanhã às nove, '.repeat(8));
  await parts.waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Nota interna' }).click();
  await parts.waitFor({ state: 'hidden' });
  await page.getByRole('textbox', { name: /^Nota interna sobre/ }).fill('');
});

test('No window reported an error during the reply window tests', () => {
  expect(desk.troubles).toEqual([]);
});

test('While the module of the channel is off the composer says so, and it is back when the module is on', async () => {
  const { admin } = desk.writing.company;
  const turn = (value: string) => admin.put('/settings/plugin:composer-witness', { value });
  await desk.openIn(page, tickets.open);
  await composerOf(page).fill('Ainda não enviada');
  expect((await turn('disabled')).status).toBe(200);
  const off = page.getByRole('status').filter({ hasText: 'O canal desta conversa está desligado' });
  await off.waitFor();
  expect(await composerOf(page).count()).toBe(0);
  expect((await turn('enabled')).status).toBe(200);
  await soon(() => composerOf(page).inputValue()).toBe('Ainda não enviada');
});

test('Where messages have a subject it is written above the text, stored with the draft, and shown above the message', async () => {
  await desk.openIn(page, tickets.open);
  await composerOf(page).waitFor();
  const subject = page.getByRole('textbox', { name: 'Assunto' });
  expect(await subject.count()).toBe(0);
  await desk.openIn(page, tickets.letter);
  await subject.fill('Contrato de aluguel');
  await subject.press('Enter');
  await page.keyboard.type('Segue o contrato');
  await desk.openIn(page, tickets.open);
  await desk.openIn(page, tickets.letter);
  await expect.poll(() => subject.inputValue()).toBe('Contrato de aluguel');
  expect(await axeFaults(page)).toEqual([]);
  await composerOf(page).press('Enter');
  await threadOf(page).getByText('Contrato de aluguel', { exact: true }).waitFor();
  await soon(() => provider.taken.find(({ body }) => body.endsWith('Segue o contrato'))?.subject).toBe(
    'Contrato de aluguel',
  );
  expect(await subject.inputValue()).toBe('');
  // An internal note has none.
  await page.getByRole('button', { name: 'Nota interna' }).click();
  await subject.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Mensagem/ }).click();
});
