import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Person } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import type { Attendance } from '../attendance.ts';
import { caseOf, openScreen, type Case, type Screen } from './screen.ts';
import { visit } from '../visit.ts';

let screen: Screen;
let desk: Attendance;
let queue: number;
/** The current window. */
let page: Page;
let gil: Person;

const panelOf = (of: Page): Locator => of.getByRole('complementary', { name: 'Contato' });
const section = (of: Page, name: string): Locator => panelOf(of).getByRole('region', { name, exact: true });
const open = async (of: Page, { uuid }: Pick<Case, 'uuid'>): Promise<void> => {
  await visit(of, `/tickets/${uuid}`);
  await panelOf(of).waitFor();
};
const gils = (name: string): Promise<Case> => caseOf(desk, gil, name);
/** Under load a window takes its time. */
const eventual = <T>(look: () => T) => expect.poll(look);
const focusedName = (of: Page): Promise<string> =>
  of.evaluate(`document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`);
const give = (ticketId: number) =>
  desk.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: gil.id, queueId: queue });
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

describe('Parts of other plugins', () => {
  const menuOf = async (): Promise<Locator> => {
    await page
      .getByRole('region', { name: /^Conversa com/ })
      .getByRole('button', { name: 'Mais opções' })
      .press('Enter');
    return page.getByRole('menu');
  };

  test('A section of a plugin is in the panel under its own label', async () => {
    await open(page, await gils('Selma Selo'));
    await section(page, 'Selo').getByText('Selo de Selma Selo').waitFor();
    // A section for tickets of another channel is not shown.
    expect(await page.getByRole('heading', { name: 'Selo de outro canal' }).count()).toBe(0);
  });

  test('The height that a section asks for is reserved, however little it contains yet', async () => {
    const height = async (): Promise<number> => (await section(page, 'Selo').boundingBox())?.height ?? 0;
    const words = (await section(page, 'Selo').getByText('Selo de Selma Selo').boundingBox())?.height ?? 0;
    expect(words).toBeLessThan(64);
    // Its header, the requested height, and the padding.
    expect(await height()).toBeGreaterThanOrEqual(36 + 64 + 12);
  });

  test('An entry of the conversation’s menu runs at once, and its failure is shown', async () => {
    const menu = await menuOf();
    await expect.poll(() => menu.getByRole('menuitem', { name: 'Reabrir com carimbo' }).count()).toBe(0);
    await menu.getByRole('menuitem', { name: 'Gerir carimbos' }).waitFor();
    await menu.getByRole('menuitem', { name: 'Saudar' }).press('Enter');
    await page.getByText('Saudado: Selma Selo').waitFor();
    await (await menuOf()).getByRole('menuitem', { name: 'Carimbar a seco' }).press('Enter');
    await page.getByText('Ocorreu um erro').first().waitFor();
  });

  test('An entry opens its dialog, and the focus returns to the menu’s button', async () => {
    await (await menuOf()).getByRole('menuitem', { name: 'Carimbar', exact: true }).press('Enter');
    await page.getByRole('dialog', { name: 'Carimbar' }).getByText('Carimbo para Selma Selo').waitFor();
    await page.keyboard.press('Escape');
    await eventual(() => focusedName(page)).toBe('Mais opções');
  });

  test('An entry that needs a permission is shown to people who have it', async () => {
    const ivo = await desk.attendant('Ivo', [queue]);
    const one = await caseOf(desk, ivo, 'Tina Permissão');
    const his = await screen.windowOf(ivo);
    await open(his, one);
    await his
      .getByRole('region', { name: /^Conversa com/ })
      .getByRole('button', { name: 'Mais opções' })
      .click();
    await his.getByRole('menuitem', { name: 'Saudar' }).waitFor();
    await expect.poll(() => his.getByRole('menuitem', { name: 'Gerir carimbos' }).count()).toBe(0);
    await his.context().close();
  });

  test('A section is not rendered for each message, but when something else of the conversation changes', async () => {
    const number = desk.number();
    const { ticketId: id, ticketUuid: uuid } = await desk.arrives(number, 'Chegou 0', { name: 'Sueli Sossego' });
    await desk.admin.put(`/tickets/${id}`, { status: 'open', userId: gil.id, queueId: queue });
    await open(page, { uuid });
    const seal = section(page, 'Selo').getByText('Selo de Sueli Sossego');
    const drawn = async (): Promise<number> => Number(await seal.getAttribute('data-drawn'));
    const says = async (body: string): Promise<void> => {
      await desk.arrives(number, body, { name: 'Sueli Sossego' });
      await page.getByRole('log').getByText(body, { exact: true }).waitFor();
    };
    // The rendering of the page's opening is over. All messages have the same length: this plugin adds their number.
    let before = 0;
    const isStill = async (): Promise<boolean> => before === (before = await drawn());
    await expect.poll(isStill, { interval: 1_000, timeout: 15_000 }).toBe(true);
    for (const at of [1, 2, 3, 4, 5]) await says(`Chegou ${at}`);
    expect(await drawn()).toBe(before);
    const other = await desk.queue('Recursos');
    await desk.admin.put(`/tickets/${id}`, { status: 'open', userId: gil.id, queueId: other });
    await eventual(drawn).toBeGreaterThan(before);
  });

  test('The menu shows that automatic service is on', async () => {
    const one = await gils('Bia Robô');
    await desk.company
      .scope('tickets')
      .sql.run(sql`update tickets.ticket set automatic_by = 'menu' where id = ${one.id}`);
    await open(page, one);
    await menuOf();
    await page.getByText('Atendimento automático em andamento').waitFor();
    await page.keyboard.press('Escape');
  });

  test('A button of the bar acts on all selected conversations, and clears the selection', async () => {
    await open(page, await gils('Zeca Um'));
    await gils('Zeca Dois');
    for (const name of ['Zeca Um', 'Zeca Dois']) await page.locator('[data-ticket]', { hasText: name }).waitFor();
    await page.keyboard.press('Escape');
    for (const name of ['Zeca Um', 'Zeca Dois']) {
      await page.locator('[data-ticket]', { hasText: name }).click({ modifiers: ['ControlOrMeta'] });
    }
    const bar = page.getByRole('toolbar', { name: 'Atendimentos escolhidos' });
    await bar.getByRole('button', { name: 'Carimbar todos' }).press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Carimbar 2 atendimentos?' });
    await dialog.getByText(/Zeca (Um|Dois), Zeca (Um|Dois)/).waitFor();
    await dialog.getByRole('button', { name: 'Cancelar' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await bar.getByRole('button', { name: 'Carimbar todos' }).press('Enter');
    await dialog.getByRole('button', { name: 'Carimbar todos' }).press('Enter');
    await bar.waitFor({ state: 'detached' });
  });

  test('A plugin renders messages of its kind, and a failing one breaks no other', async () => {
    const number = desk.number();
    const { ticketId, ticketUuid: uuid } = await desk.arrives(number, 'carimbo:azul', { name: 'Rita Recado' });
    for (const body of ['carimbo:rasgado', 'Mensagem comum']) await desk.arrives(number, body, { name: 'Rita Recado' });
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: gil.id, queueId: queue });
    await open(page, { uuid });
    const log = page.getByRole('log');
    await log.getByText('Carimbo azul de Rita Recado').waitFor();
    await log.getByText('Mensagem comum').waitFor();
    await log.getByRole('button', { name: /^Tentar/ }).waitFor();
    await expect.poll(() => log.getByText('carimbo:azul').count()).toBe(0);
  });

  test('An entry of a message’s menu is on the messages it applies to, and receives message and ticket', async () => {
    const log = page.getByRole('log');
    const lastHas = async (text: string): Promise<void> => {
      // A message that is being sent has no menu, and the keys skip it.
      await log.locator('[data-row]', { hasText: text }).waitFor();
      await log.focus();
      await page.keyboard.press('End');
      await log.locator('[data-row]:focus', { hasText: text }).waitFor();
    };
    await lastHas('Mensagem comum');
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu', { name: 'Opções da mensagem' });
    await menu.getByRole('menuitem', { name: 'Carimbar mensagem' }).press('Enter');
    await page.getByText('Carimbada: Mensagem comum, de Rita Recado').waitFor();
    const composer = page.getByRole('textbox', { name: /^Mensagem para/ });
    await composer.fill('Nossa resposta');
    await composer.press('Enter');
    await lastHas('Nossa resposta');
    await page.keyboard.press('Enter');
    await menu.getByRole('menuitem', { name: 'Copiar texto' }).waitFor();
    await expect.poll(() => menu.getByRole('menuitem', { name: 'Carimbar mensagem' }).count()).toBe(0);
    await page.keyboard.press('Escape');
  });
});

describe('Earlier tickets, log and gallery', () => {
  test('Earlier tickets are listed with status, queue, attendant, date and last message, and open', async () => {
    const number = desk.number();
    const first = await desk.arrives(number, 'Minha primeira dúvida', { name: 'Zeca Antigo' });
    await give(first.ticketId);
    await desk.admin.put(`/tickets/${first.ticketId}`, { status: 'closed' });
    const now = await desk.arrives(number, 'Outra dúvida', { name: 'Zeca Antigo' });
    await give(now.ticketId);
    await open(page, { uuid: now.ticketUuid });
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
    await open(page, { uuid: ticketUuid });
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
    await page.setViewportSize({ width: 1050, height: 800 });
    await visit(page, `/tickets/${one.uuid}`);
    const button = page.getByRole('button', { name: 'Mostrar contato' });
    await button.press('Enter');
    await panelOf(page).getByRole('heading', { name: 'Mara Média' }).waitFor();
    expect((await panelOf(page).boundingBox())?.width).toBeLessThanOrEqual(320);
    await page.keyboard.press('Escape');
    await panelOf(page).waitFor({ state: 'detached' });
    await eventual(() => focusedName(page)).toBe('Mostrar contato');
    await page.setViewportSize({ width: 1440, height: 900 });
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

test('No window reported an error during the tests of plugins’ parts', () => {
  // Errors that the test plugin throws on purpose are written to the console.
  expect(screen.troubles.filter((line) => !/rasgou|não sei o que é|StampedMessage|stamped|broken/.test(line))).toEqual(
    [],
  );
});
