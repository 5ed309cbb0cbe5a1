import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults, type Person } from '@balcao/testing';
import type { Attendance, TicketAnswer } from '../attendance.ts';
import { provider } from '../channel/provider.ts';
import { openList, row, type ListScreen } from '../list/screen.ts';
import { passPauses } from '../pauses.ts';

let screen: ListScreen;
let desk: Attendance;
let queue: number;
let page: Page;
let ana: Person;

const longName = 'Luciana Ferraz de Camargo Albuquerque Vasconcelos de Oliveira Neto';

beforeAll(async () => {
  screen = await openList();
  desk = await screen.desk({ hideContactNumber: 'enabled', kanbanEnabled: 'enabled' });
  queue = await desk.queue('Previdenciário');
  await desk.routeTo(queue);
  ana = await desk.attendant('Ana Prado', [queue], 'gestor');
  page = await screen.windowOf(ana);
});
afterAll(() => screen?.close());

const soon = <T>(read: () => T | Promise<T>) => expect.poll(read);
const go = (path: string, of = page) => of.goto(`${screen.host.url}${path}`);
const composer = (of = page): Locator => of.getByRole('textbox', { name: /^Mensagem para/ });
const fails = (route: Route): Promise<void> => route.fulfill({ status: 409, json: { error: 'ERR_INTERNAL' } });
const breaks = (route: Route): Promise<void> => route.abort();
const failed = (): Locator => page.getByRole('alert').filter({ hasText: 'Não foi possível carregar' });

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/**
 * All of axe on the wide screen in the light and on a phone in the dark; the colours of the wide screen in the dark.
 * `part`: only this element, because the page around it was checked before. `shown` waits for a state that is requested
 * again when the width changes.
 */
const look = async (
  name: string,
  of = page,
  { part, shown }: { part?: string; shown?(): Promise<void> } = {},
): Promise<void> => {
  const found: string[] = [];
  const turn = async (colorScheme: 'light' | 'dark'): Promise<void> => {
    await of.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await of.locator(`html[style*="${colorScheme}"]`).waitFor({ state: 'attached' });
  };
  await of.mouse.move(0, 0);
  await turn('light');
  found.push(...(await axeFaults(of, { part })));
  await turn('dark');
  found.push(...(await axeFaults(of, { part, only: ['color-contrast'] })));
  await of.setViewportSize(phone);
  await soon(() => of.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await shown?.();
  found.push(...(await axeFaults(of, { part })));
  await turn('light');
  await of.setViewportSize(wide);
  expect(found, name).toEqual([]);
};

/** A conversation that this person attends. */
const talk = async (by: Person, name: string) => {
  const { ticketId: id, ticketUuid: uuid } = await desk.arrives(desk.number(), 'Bom dia', { name });
  await desk.admin.put(`/tickets/${id}`, { status: 'open', userId: by.id, queueId: queue });
  return { id, uuid, contactId: (await desk.admin.get<TicketAnswer>(`/tickets/${id}`)).body.contactId };
};

test('Empty lists are accessible, and a search without results is cleared from there', async () => {
  await go('/tickets?status=closed');
  await page.getByRole('heading', { name: 'Nenhum atendimento fechado' }).waitFor();
  await look('empty');
  await go('/tickets?q=ninguém');
  await page.getByRole('heading', { name: 'Nada encontrado para “ninguém”' }).waitFor();
  await look('nothing found', page, { part: 'main' });
  await page.getByRole('status').getByRole('button', { name: 'Limpar busca' }).click();
  await soon(() => new URL(page.url()).search).toBe('');
});

test('The screen is accessible while it is loading', async () => {
  const { uuid } = await talk(ana, 'Célia Espera');
  const held = Promise.withResolvers<void>();
  const hold = (route: Route): Promise<void> => held.promise.then(() => route.continue());
  await page.route('**/api/tickets?*', hold);
  await page.route('**/api/messages/*', hold);
  await go(`/tickets/${uuid}`);
  await composer().waitFor();
  await page.getByLabel('Carregando a conversa').waitFor();
  await look('loading');
  held.resolve();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('log').getByText('Bom dia').waitFor();
});

test('A conversation with a long name, many tags, a note and a failed message is accessible', async () => {
  const { id, uuid } = await talk(ana, longName);
  const tags: number[] = [];
  for (const name of ['Aguardando documento da agência de Osasco', 'BPC', 'Perícia', 'Retorno'])
    tags.push((await desk.admin.post<{ id: number }>('/tags', { name })).body.id);
  await desk.admin.post('/tags/sync', { ticketId: id, tags });
  await desk.admin.post(`/messages/${id}/internal`, { body: 'Confira a carência.' });
  provider.refusals.set('Não passa', { failure: 'window', times: 1 });
  await desk.admin.post(`/messages/${id}`, { body: 'Não passa' });
  await go(`/tickets/${uuid}`);
  await page.getByText('Não enviada: o prazo para responder livremente terminou.').waitFor();
  const listed = row(page, longName);
  await listed.getByRole('img', { name: 'Não enviada.' }).waitFor();
  // The long tag shrinks, the short one is shown whole.
  const short = listed.getByText('BPC', { exact: true });
  await soon(() => short.evaluate((tag) => tag.scrollWidth <= tag.clientWidth)).toBe(true);
  await look('a full conversation');
});

test('Messages about a lost network, a refused file and a faster colleague are accessible', async () => {
  const { uuid } = await talk(ana, 'Elza Rede');
  await go(`/tickets/${uuid}`);
  await composer().waitFor();
  await page.context().setOffline(true);
  await page.getByText('Você está sem internet.').waitFor();
  await look('offline');
  await page.context().setOffline(false);
  await page.getByText('Você está sem internet.').waitFor({ state: 'detached' });

  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'planta.dwg',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('x'),
    });
  const toast = (text: string): Locator => page.getByRole('alert').filter({ hasText: text });
  await toast('planta.dwg').hover();
  expect(await axeFaults(page, { part: '[role=alert]' })).toEqual([]);
  await page.mouse.move(0, 0);

  const { ticketId } = await desk.arrives(desk.number(), 'Quem atende?', { name: 'Fátima Disputada' });
  const bia = await desk.attendant('Bia Reis', [queue]);
  await go('/tickets?status=pending');
  await row(page, 'Fátima Disputada').hover();
  await page.route(`**/api/tickets/${ticketId}`, async (route) => {
    if (route.request().method() === 'PUT')
      await desk.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: bia.id, queueId: queue });
    await route.continue();
  });
  await row(page, 'Fátima Disputada').locator('[data-accept]').click();
  await toast('Bia Reis já aceitou este atendimento').hover();
  expect(await axeFaults(page, { part: '[role=alert]' })).toEqual([]);
});

test('A masked number is masked everywhere, and everything that shows it is accessible', async () => {
  const caio = await desk.attendant('Caio Brandão', [queue]);
  const { uuid, contactId } = await talk(caio, 'Gilda Oculta');
  const his = await screen.windowOf(caio);
  const masked = (within: Page | Locator = his): Locator => within.getByText(/\*{6,}\d{4}$/).first();
  await go(`/tickets/${uuid}`, his);
  await masked(his.getByRole('complementary', { name: 'Contato' })).waitFor();
  await look('masked in the panel', his);
  await composer(his).waitFor();
  // The top bar of the wide screen is back.
  await his.getByRole('button', { name: /^Buscar ou executar/ }).waitFor();
  await his.keyboard.press('Control+k');
  await his.getByRole('dialog').getByRole('combobox').fill('Gilda');
  await masked(his.getByRole('dialog')).waitFor();
  await look('masked in the palette', his, { part: '[role="dialog"]' });
  await go('/contacts', his);
  await masked(his.getByRole('row', { name: /Gilda/ })).waitFor();
  await look('masked among the contacts', his);
  // However long the text beside it, a name stays readable.
  await his.setViewportSize({ width: 1050, height: 800 });
  const height = async () => (await his.getByRole('row', { name: new RegExp(longName) }).boundingBox())?.height;
  await soon(height).toBeLessThan(100);
  await his.setViewportSize(wide);
  await go(`/contacts?contact=${contactId}`, his);
  await soon(() => his.getByRole('dialog').getByLabel('WhatsApp').inputValue()).toMatch(/^\*+\d{4}$/);
  await look('masked in the form', his, { part: '[role="dialog"]' });
  await his.context().close();
});

/* From here on the test moves the clock of the window: a request without a connection is repeated for seven seconds. */
test('A failed part says so in its place, can be retried, and is accessible', async () => {
  await page.clock.install();
  const { uuid } = await talk(ana, 'Dalva Falha');
  for (const [name, address, path, happens] of [
    ['list', '**/api/tickets?*', '/tickets', fails],
    // Beside a list without it.
    ['conversation', '**/api/tickets/u/*', `/tickets/${uuid}?status=closed`, breaks],
    ['messages', '**/api/messages/*', `/tickets/${uuid}`, fails],
  ] as const) {
    let asked = 0;
    await page.route(address, (route) => {
      asked += 1;
      return happens(route);
    });
    await go(path);
    // It is tried four times, and once more when the room is joined meanwhile.
    const pass = passPauses(page, () => asked);
    const hasFailed = async (): Promise<boolean> => {
      const isSeen = await failed().isVisible();
      if (!isSeen) await pass();
      return isSeen;
    };
    const shown = () => soon(hasFailed).toBe(true);
    await shown();
    await look(name, page, { part: 'main', shown });
    // Rendered for another width, these request again, and might have it already.
    if (happens === fails) await go(path);
    await shown();
    await page.unroute(address);
    // A recent live update may have triggered a request: then the button is gone before it is pressed.
    const retry = failed().getByRole('button', { name: 'Tentar de novo' });
    await Promise.race([retry.click().catch(() => undefined), failed().waitFor({ state: 'detached' })]);
    await failed().waitFor({ state: 'detached' });
  }
  await page.getByRole('log').getByText('Bom dia').waitFor();
});

test('A conversation that the list knows can be attended although the server does not answer about it', async () => {
  await talk(ana, 'Elza Conhecida');
  await page.clock.install();
  let asked = 0;
  await page.route('**/api/tickets/u/*', (route) => {
    asked += 1;
    return breaks(route);
  });
  await go('/tickets');
  await row(page, 'Elza Conhecida').click();
  await page.getByRole('log').getByText('Bom dia').waitFor();
  // It is requested four times, at most four seconds apart, and given up.
  const pass = passPauses(page, () => asked);
  await soon(async () => (await pass()) && asked >= 4).toBe(true);
  await composer().fill('Bom dia, Elza');
  await composer().press('Enter');
  await page.getByRole('log').getByText('Bom dia, Elza').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});
