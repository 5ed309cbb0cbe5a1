import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Person } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import type { Attendance } from '../attendance.ts';
import { caseOf, openScreen, type Case, type Screen } from './screen.ts';

let screen: Screen;
let desk: Attendance;
let queue: number;
/** The current window. */
let page: Page;
let gil: Person;

const panelOf = (of: Page): Locator => of.getByRole('complementary', { name: 'Contato' });
const section = (of: Page, name: string): Locator => panelOf(of).getByRole('region', { name, exact: true });
const open = async (of: Page, { uuid }: Case): Promise<void> => {
  await of.goto(`${screen.host.url}/tickets/${uuid}`);
  await panelOf(of).waitFor();
};
const give = (ticketId: number) =>
  desk.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: gil.id, queueId: queue });
const gils = (name: string): Promise<Case> => caseOf(desk, gil, name);
/** Under load a window takes its time. */
const eventual = <T>(look: () => T) => expect.poll(look);
const focusedName = (of: Page): Promise<string> =>
  of.evaluate(`document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`);
const noteOf = (of: Case, note: string, processValue: number | string) =>
  desk.admin.post('/ticket-notes', { note, processValue, ticketId: of.id });

beforeAll(async () => {
  screen = await openScreen(inject('databaseUrl'));
  desk = await screen.office({ hideContactNumber: 'enabled' });
  queue = await desk.queue('Previdenciário');
  await desk.routeTo(queue);
  gil = await desk.attendant('Gil Moura', [queue], 'gestor');
  page = await screen.windowOf(gil);
});
afterAll(() => screen?.close());

describe('Earlier tickets, log and gallery', () => {
  test('Earlier tickets are listed with status, queue, attendant, date and last message, and open', async () => {
    const number = desk.number();
    const first = await desk.arrives(number, 'Minha primeira dúvida', { name: 'Zeca Antigo' });
    await give(first.ticketId);
    await desk.admin.put(`/tickets/${first.ticketId}`, { status: 'closed' });
    const now = await desk.arrives(number, 'Outra dúvida', { name: 'Zeca Antigo' });
    await give(now.ticketId);
    await open(page, { id: now.ticketId, uuid: now.ticketUuid, contactId: 0 });
    const earlier = section(page, 'Atendimentos anteriores').getByRole('link');
    await expect.poll(() => earlier.textContent()).toMatch(/Fechado.*Previdenciário.*Gil Moura.*Minha primeira dúvida/);
    await earlier.press('Enter');
    await page.waitForURL(new RegExp(first.ticketUuid));
    await page.getByRole('button', { name: 'Reabrir' }).first().waitFor();
  });

  test('The log describes each of its entries', async () => {
    const one = await gils('Lia Passos');
    const types = 'create chatBot queue open access transfered receivedTransfer pending closed reopen redirect';
    await desk.company.scope('tickets').sql.run(
      sql`insert into tickets.log (ticket_id, type, user_id, queue_id)
          select ${one.id}, s, ${gil.id}, ${queue} from unnest(${types.split(' ')}::text[]) s`,
    );
    await open(page, one);
    const log = section(page, 'Histórico');
    await log.getByRole('button', { name: 'Ver o histórico' }).click();
    const whole = page.getByRole('dialog', { name: /Histórico do atendimento/ });
    for (const words of [
      'Atendimento criado',
      'Atendimento automático',
      'Entrou no departamento Previdenciário',
      'Gil Moura começou a atender',
      'Gil Moura abriu a conversa',
      'Gil Moura transferiu para Gil Moura (Previdenciário)',
      'Gil Moura devolveu para a fila',
      'Gil Moura resolveu',
      'Gil Moura reabriu',
      'Redirecionado para Previdenciário',
    ])
      await whole.getByText(words, { exact: true }).first().waitFor();
    await page.keyboard.press('Escape');
  });

  test('Pictures, videos, documents and links of the conversation are in a gallery', async () => {
    const number = desk.number();
    const media = (type: 'image' | 'video' | 'document', name: string, mime: string) => ({
      media: { type, path: `${desk.company.id}/${name}`, name, mime, size: 2048 },
    });
    const { ticketId, ticketUuid } = await desk.arrives(number, 'Veja https://exemplo.com.br/laudo', {
      name: 'Gal Mídia',
    });
    await desk.arrives(number, '', media('image', 'foto.png', 'image/png'));
    await desk.arrives(number, '', media('video', 'filme.mp4', 'video/mp4'));
    await desk.arrives(number, '', media('document', 'laudo.pdf', 'application/pdf'));
    await give(ticketId);
    await open(page, { id: ticketId, uuid: ticketUuid, contactId: 0 });
    await panelOf(page).getByRole('button', { name: 'Mídia e links' }).press('Enter');
    const gallery = section(page, 'Mídia e links');
    const picture = gallery.getByRole('button', { name: /^Ver a foto de/ });
    await picture.press('Enter');
    await page.getByRole('dialog', { name: 'foto.png' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'foto.png' }).waitFor({ state: 'detached' });
    await gallery.getByRole('tab', { name: 'Vídeos' }).click();
    await gallery.getByRole('button', { name: /^Ver o vídeo de/ }).waitFor();
    await gallery.getByRole('tab', { name: 'Docs' }).click();
    await gallery.getByRole('link', { name: 'laudo.pdf' }).waitFor();
    await gallery.getByRole('tab', { name: 'Links' }).click();
    const link = gallery.getByRole('link', { name: 'https://exemplo.com.br/laudo' });
    await expect.poll(() => link.getAttribute('href')).toBe('https://exemplo.com.br/laudo');
  });
});

describe('The contact panel on narrower screens', () => {
  test('The panel opens over the conversation, closes with Escape, and the focus returns to its button', async () => {
    const one = await gils('Mara Média');
    const narrow = await screen.windowOf(await desk.attendant('Nara', [queue], 'gestor'), {
      viewport: { width: 1050, height: 800 },
    });
    await narrow.goto(`${screen.host.url}/tickets/${one.uuid}`);
    const button = narrow.getByRole('button', { name: 'Mostrar contato' });
    await button.press('Enter');
    await panelOf(narrow).getByRole('heading', { name: 'Mara Média' }).waitFor();
    expect((await panelOf(narrow).boundingBox())?.width).toBeLessThanOrEqual(320);
    await narrow.keyboard.press('Escape');
    await panelOf(narrow).waitFor({ state: 'detached' });
    await eventual(() => focusedName(narrow)).toBe('Mostrar contato');
    await narrow.context().close();
  });

  test('The panel is a page of its own on a phone, down to a width of 320', async () => {
    const one = await gils('Pia Pequena');
    await noteOf(one, 'Honorários', '999999999999.99');
    const phone = await screen.windowOf(await desk.attendant('Fone', [queue], 'gestor'), {
      viewport: { width: 320, height: 700 },
      hasTouch: true,
    });
    await phone.goto(`${screen.host.url}/tickets/${one.uuid}`);
    await phone.getByRole('button', { name: 'Mais opções' }).first().click();
    await phone.getByRole('menuitem', { name: 'Mostrar contato' }).click();
    await panelOf(phone).getByRole('heading', { name: 'Pia Pequena' }).waitFor();
    await eventual(async () => (await panelOf(phone).boundingBox())?.width).toBe(320);
    await expect.poll(() => phone.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await panelOf(phone).getByRole('button', { name: 'Fechar contato' }).click();
    await panelOf(phone).waitFor({ state: 'detached' });
    await phone.context().close();
  });
});

test('No window reported an error during the tests of the panel', () => {
  expect(screen.troubles).toEqual([]);
});
