import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { Person } from '@balcao/testing';
import type { Attendance } from '../attendance.ts';
import { faultsOf, openList, type ListScreen } from '../list/screen.ts';

let screen: ListScreen;
let desk: Attendance;
let ana: Person;
let page: Page;
/** The conversation with many messages, and the one that is searched for. */
let long: { uuid: string; name: string };

const palette = () => page.getByRole('dialog', { name: 'Buscar ou executar' });
const hits = () => page.getByRole('list', { name: 'Mensagens encontradas' });
const thread = () => page.getByRole('region', { name: `Conversa com ${long.name}` });

beforeAll(async () => {
  screen = await openList();
  desk = await screen.desk();
  ana = await desk.attendant('Ana', [], 'gestor');
  const number = desk.number();
  const { ticketId, ticketUuid } = await desk.arrives(number, 'Linha 90 da conversa');
  long = { uuid: ticketUuid, name: `Cliente ${number.slice(-4)}` };
  await desk.company.scope('tickets').sql.run(
    sql`insert into tickets.message (ticket_id, whatsapp_id, external_id, body, from_me, ack, sent_at)
        select ${ticketId}, ${desk.connectionId}, 'line-' || n,
               case when n = 12 then 'Meus processos 0001234-56 estão aí?' else 'Linha ' || n || ' da conversa' end,
               false, 0, now() - make_interval(mins => 90 - n)
          from generate_series(1, 89) n`,
  );
  for (let count = 1; count <= 25; count += 1) await desk.arrives(desk.number(), `A fatura ${count} venceu`);
  page = await screen.windowOf(ana);
  await page.getByRole('searchbox', { name: 'Buscar contato ou mensagem' }).waitFor();
}, 180_000);
afterAll(() => screen?.close());

test('The palette finds a message by another form of the word, and Enter opens it in its place', async () => {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('processo');
  const hit = palette().getByRole('group', { name: 'Mensagens' }).getByRole('option');
  await hit.waitFor();
  await expect.poll(() => hit.textContent()).toContain('Meus processos 0001234-56 estão aí?');
  await expect.poll(() => hit.locator('mark').allTextContents()).toContain('processo');
  expect(await faultsOf(page, 'palette with messages', '[role=dialog]')).toEqual([]);
  while ((await hit.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await thread().getByText('Meus processos 0001234-56 estão aí?').waitFor();
  // The parameter is removed from the address: a reload does not jump again.
  await expect.poll(() => new URL(page.url()).searchParams.get('message')).toBe(null);
  expect(new URL(page.url()).pathname).toBe(`/tickets/${long.uuid}`);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
});

test('In the palette # and a number finds a conversation, @ and a name a person, and > only actions', async () => {
  const { ticketId } = await desk.arrives(desk.number(), 'Quem sou eu?');
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`#${ticketId}`);
  await palette().getByRole('option').first().waitFor();
  await expect.poll(() => palette().getByRole('option').count()).toBe(1);
  const field = palette().getByRole('combobox');
  await field.fill(`@${long.name}`);
  await palette().getByRole('group', { name: 'Contatos' }).getByRole('option', { name: long.name }).waitFor();
  await expect.poll(() => palette().getByRole('group').count()).toBe(1);
  await field.fill('>novo');
  await palette().getByRole('option', { name: 'Novo atendimento' }).waitFor();
  await expect.poll(() => palette().getByRole('group').count()).toBe(1);
  await page.keyboard.press('Escape');
  await palette().waitFor({ state: 'detached' });
});

test('“Ver todas as mensagens” lists all hits in the column, page after page, and a hit opens beside the list', async () => {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('faturas');
  await palette().getByRole('option', { name: 'Ver todas as mensagens' }).click();
  await hits().waitFor();
  await expect.poll(() => hits().getByRole('listitem').count()).toBe(20);
  // By the keyboard: a pointer that scrolls there may find them loaded already.
  await page
    .getByRole('button', { name: 'Mostrar mais antigas' })
    .press('Enter', { timeout: 5_000 })
    .catch(() => undefined);
  await expect.poll(() => hits().getByRole('listitem').count()).toBe(25);
  expect(await faultsOf(page, 'all messages')).toEqual([]);
  await hits().getByRole('button').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page
    .getByRole('region', { name: /^Conversa com/ })
    .getByText('A fatura 24 venceu')
    .waitFor();
  // The list of hits is still there for the next one.
  await expect.poll(() => hits().getByRole('listitem').count()).toBe(25);
  await expect.poll(() => hits().locator('[aria-current]').count()).toBe(1);
});

test('The search of the list shows how many messages match, and goes there and back', async () => {
  await page.goto(`${screen.host.url}/tickets?status=pending`);
  const search = page.getByRole('searchbox', { name: 'Buscar contato ou mensagem' });
  await search.fill('processo');
  // No ticket has that word in its last message; the message is far up in a conversation.
  await page.getByText('Nenhum atendimento com “processo”').waitFor();
  await hits()
    .getByRole('button', { name: /Meus processos/ })
    .waitFor();
  // Conversations are listed before messages.
  await search.fill('fatura');
  await page.getByRole('button', { name: /^Mensagens \(/ }).click();
  await hits().getByRole('listitem').first().waitFor();
  await page.getByRole('button', { name: 'Voltar aos atendimentos' }).click();
  await page.getByRole('button', { name: /^Mensagens \(/ }).waitFor();
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
  await search.fill('zzyzx');
  await page.getByText('Nada encontrado para “zzyzx”').waitFor();
});
