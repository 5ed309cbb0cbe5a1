import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { Person } from '@balcao/testing';
import type { Attendance } from '../attendance.ts';
import { countOn, faultsOf, names, openList, row, type ListScreen } from './screen.ts';

let screen: ListScreen;
let desk: Attendance;
let ana: Person;
let bia: Person;
let page: Page;
let queueId: number;
let otherQueueId: number;

beforeAll(async () => {
  screen = await openList();
  desk = await screen.desk();
  [queueId, otherQueueId] = [await desk.queue('Vendas'), await desk.queue('Suporte')];
  await desk.routeTo(queueId);
  ana = await desk.attendant('Ana', [queueId, otherQueueId], 'gestor');
  bia = await desk.attendant('Bia', [queueId]);
  page = await screen.windowOf(ana);
});
beforeEach(async () => {
  await page.unrouteAll();
  await desk.company.scope('tickets').sql.run(sql`delete from tickets.ticket`);
  await page.goto(`${screen.host.url}/tickets`);
  await page.getByRole('searchbox', { name: 'Buscar contato ou mensagem' }).waitFor();
});
afterAll(() => screen?.close());

const soon = <T>(read: () => T | Promise<T>) => expect.poll(read);
const attended = async (name: string): Promise<number> => {
  const { ticketId } = await desk.arrives(desk.number(), 'Bom dia', { name });
  await desk.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id, queueId });
  return ticketId;
};
const attendedAll = async (...given: string[]): Promise<number[]> => {
  const ids: number[] = [];
  for (const name of given) ids.push(await attended(name));
  await soon(() => names(page)).toHaveLength(given.length);
  return ids;
};
const bar = () => page.getByRole('toolbar', { name: 'Atendimentos escolhidos' });
const chosen = () =>
  page
    .locator('[data-ticket][aria-selected="true"]')
    .evaluateAll((rows) => rows.map((one) => one.querySelector('[title]:not([role])')?.textContent ?? '').toSorted());
const statusOf = async (id: number): Promise<string> =>
  (await desk.admin.get<{ status: string }>(`/tickets/${id}`)).body.status;

test('Rows are selected by their box, with ctrl, with shift for a range, and all that are loaded', async () => {
  await attendedAll('Um', 'Dois', 'Três', 'Quatro', 'Cinco');
  await row(page, 'Dois').locator('[data-choose]').click();
  await soon(chosen).toEqual(['Dois']);
  await row(page, 'Quatro').click({ modifiers: ['Shift'] });
  await soon(chosen).toEqual(['Dois', 'Quatro', 'Três']);
  await row(page, 'Cinco').click({ modifiers: ['ControlOrMeta'] });
  await row(page, 'Três').click({ modifiers: ['ControlOrMeta'] });
  await soon(chosen).toEqual(['Cinco', 'Dois', 'Quatro']);
  await bar().getByRole('button', { name: 'Selecionar todos os carregados' }).click();
  await soon(chosen).toHaveLength(5);
  expect(await faultsOf(page, 'choosing')).toEqual([]);
  await page.keyboard.press('Escape');
  await bar().waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/tickets');
});

test('Many conversations are resolved at once, the badge follows, and undo returns them to their attendants', async () => {
  const ids = await attendedAll('Um', 'Dois', 'Três');
  await row(page, 'Um').click({ modifiers: ['ControlOrMeta'] });
  await row(page, 'Dois').click({ modifiers: ['ControlOrMeta'] });
  await bar().getByRole('button', { name: 'Resolver' }).click();
  await page.getByText('2 atendimentos resolvidos').waitFor();
  // An offer stays while it is pointed at.
  await page.getByRole('button', { name: 'Desfazer' }).last().hover();
  await soon(() => names(page)).toEqual(['Três']);
  await soon(() => countOn(page, 'Atendendo')).toBe(1);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await soon(() => names(page)).toHaveLength(3);
  await soon(() => countOn(page, 'Atendendo')).toBe(3);
  for (const id of ids) expect(await statusOf(id)).toBe('open');
});

test('Undoing the resolving of a colleague’s conversation returns it to the colleague and its queue, and a waiting one waits again', async () => {
  const undone = async (name: string, tab: string): Promise<void> => {
    await page.goto(`${screen.host.url}/tickets?all=1${tab}`);
    await row(page, name).hover();
    await page.keyboard.press('j');
    await soon(() => page.locator('[role="listbox"]:focus').count()).toBe(1);
    await page.keyboard.press('e');
    await page.getByText(`Atendimento de ${name} resolvido`).waitFor();
    await page.getByRole('button', { name: 'Desfazer' }).click();
  };
  // A resolved conversation has neither attendant nor queue any more.
  const removing = (data: string) => desk.admin.put('/companySettings', { column: 'defaultRemoveUserQueue', data });
  onTestFinished(async () => void (await removing('disabled')));
  await removing('enabled');
  const { ticketId: theirs } = await desk.arrives(desk.number(), 'Bom dia', { name: 'Da Bia' });
  await desk.admin.put(`/tickets/${theirs}`, { status: 'open', userId: bia.id, queueId: otherQueueId });
  await undone('Da Bia', '');
  const placeOf = async (id: number) =>
    (await desk.admin.get<{ status: string; userId: number; queueId: number }>(`/tickets/${id}`)).body;
  await expect.poll(() => placeOf(theirs)).toMatchObject({ status: 'open', userId: bia.id, queueId: otherQueueId });
  const { ticketId: waits } = await desk.arrives(desk.number(), 'Bom dia', { name: 'De ninguém' });
  await undone('De ninguém', '&status=pending');
  await expect.poll(() => placeOf(waits)).toMatchObject({ status: 'pending', userId: null, queueId });
});

test('A person who went to another conversation before the response came stays there', async () => {
  const [, goingId = 0] = await attendedAll('Um', 'Vai');
  const { ticketId: waitingId } = await desk.arrives(desk.number(), 'Oi', { name: 'Demora' });
  const meanwhile = async (id: number, begin: () => Promise<void>): Promise<void> => {
    let pressed = (): void => undefined;
    const isPressed = new Promise<void>((resolve) => (pressed = resolve));
    let letGo = (): void => undefined;
    const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
    const path = `**/api/tickets/${id}`;
    await page.route(path, async (route) => {
      pressed();
      await isLetGo;
      await route.continue();
    });
    await begin();
    await isPressed;
    await page.getByRole('tab', { name: /^Atendendo/ }).click();
    await row(page, 'Um').click();
    await page.getByRole('region', { name: 'Conversa com Um' }).waitFor();
    const answered = page.waitForResponse(path);
    letGo();
    expect((await answered).status()).toBe(200);
  };
  await meanwhile(waitingId, async () => {
    await page.getByRole('tab', { name: /^Aguardando/ }).click();
    await row(page, 'Demora').hover();
    await row(page, 'Demora').locator('[data-accept]').click();
  });
  await soon(() => countOn(page, 'Atendendo')).toBe(3);
  // Begun in a conversation that is no longer open.
  await meanwhile(goingId, async () => {
    await row(page, 'Vai').click();
    await page.getByRole('region', { name: 'Conversa com Vai' }).getByRole('button', { name: 'Resolver' }).click();
  });
  await page.getByText('Atendimento de Vai resolvido').waitFor();
  await soon(() => countOn(page, 'Atendendo')).toBe(2);
  expect(await page.getByRole('region', { name: 'Conversa com Um' }).count()).toBe(1);
});

test('A dialog is closed with its page, and is not open on returning', async () => {
  await attendedAll('Um');
  await page.goto(`${screen.host.url}/contacts`);
  const contacts = page.getByRole('heading', { name: 'Contatos' }).first();
  await contacts.waitFor();
  await page
    .getByRole('link', { name: /^Atendimentos/ })
    .first()
    .click();
  await row(page, 'Um').waitFor();
  await page.keyboard.press('j');
  await soon(() => page.locator('[role="listbox"]:focus').count()).toBe(1);
  await page.keyboard.press('t');
  const handing = page.getByRole('dialog', { name: 'Transferir atendimento' });
  await handing.waitFor();
  // One step back closes the dialog; choosing the page before from the browser's history goes two steps at once.
  await soon(() => page.evaluate(() => (history.state as { overlays?: number }).overlays)).toBe(1);
  await page.evaluate(() => history.go(-2));
  await contacts.waitFor();
  await page.goForward();
  await row(page, 'Um').waitFor();
  await soon(() => handing.count()).toBe(0);
});

test('A failed change is shown with its reason and stays selected, and the rest is done', async () => {
  const [one = 0, two = 0] = await attendedAll('Passa', 'Some');
  await page.route('**/api/tickets/bulk', async (route) => {
    // A colleague is faster, between the selection and its request.
    await desk.admin.put(`/tickets/${two}`, { status: 'closed' });
    await route.continue();
  });
  await row(page, 'Passa').click({ modifiers: ['ControlOrMeta'] });
  await row(page, 'Some').click({ modifiers: ['ControlOrMeta'] });
  await bar().getByRole('button', { name: 'Resolver' }).click();
  await Promise.all([
    page.getByText('1 ficou como estava: Este atendimento está fechado.').waitFor(),
    page.getByText('1 atendimento resolvido').waitFor(),
  ]);
  expect([await statusOf(one), await statusOf(two)]).toEqual(['closed', 'closed']);
});

test('Many conversations are transferred at once, by the rules of one', async () => {
  const ids = await attendedAll('Um', 'Dois');
  await row(page, 'Um').click({ modifiers: ['ControlOrMeta'] });
  await row(page, 'Dois').click({ modifiers: ['ControlOrMeta'] });
  await bar().getByRole('button', { name: 'Transferir' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' });
  await dialog.getByText('Quem continua 2 conversas?').waitFor();
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await dialog.getByText('Selecione um usuário ou uma fila!').waitFor();
  await dialog.getByRole('combobox', { name: /^Departamento/ }).click();
  await page.getByRole('option', { name: 'Suporte' }).click();
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await page.getByText('2 atendimentos transferidos').waitFor();
  await soon(() => names(page)).toEqual([]);
  for (const id of ids) {
    const { body } = await desk.admin.get<{ status: string; queueId: number }>(`/tickets/${id}`);
    expect([body.status, body.queueId]).toEqual(['pending', otherQueueId]);
  }
  await soon(() => countOn(page, 'Aguardando')).toBe(2);
});

test('Many conversations are tagged at once, by the tags plugin’s button in the bar', async () => {
  await desk.admin.post('/tags', { name: 'Campanha' });
  await attendedAll('Um', 'Dois', 'Três');
  await row(page, 'Um').click({ modifiers: ['ControlOrMeta'] });
  await row(page, 'Três').click({ modifiers: ['Shift'] });
  await bar().getByRole('button', { name: 'Tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tags' });
  await dialog.getByRole('button', { name: 'Aplicar' }).click();
  await dialog.getByText('Escolha ao menos uma tag.').waitFor();
  await dialog.getByRole('combobox', { name: 'Adicionar' }).click();
  await page.keyboard.type('camp');
  await page.getByRole('menuitemcheckbox', { name: 'Campanha' }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Aplicar' }).click();
  await page.getByText('Tags de 3 atendimentos atualizadas.').waitFor();
  await soon(() => page.locator('[data-ticket]').getByText('Campanha').count()).toBe(3);
  await bar().waitFor({ state: 'detached' });
});

test('Many conversations are marked as read at once', async () => {
  await attendedAll('Um', 'Dois');
  const unread = () => page.locator('[data-ticket]').getByText('mensagem não lida').count();
  await soon(unread).toBe(2);
  await page.getByRole('listbox').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await bar().getByRole('button', { name: 'Marcar como lidas' }).click();
  await soon(unread).toBe(0);
  // Rows change at once; the server follows.
  const kept = async () =>
    (await desk.admin.get<{ count: number }>('/tickets?showAll=true&selectedReadTicket=unread')).body.count;
  await soon(kept).toBe(0);
});

test('Closed conversations are reopened at once', async () => {
  const ids = await attendedAll('Um', 'Dois');
  for (const id of ids) await desk.admin.put(`/tickets/${id}`, { status: 'closed' });
  await page.getByRole('tab', { name: 'Fechados' }).click();
  await soon(() => names(page)).toHaveLength(2);
  await row(page, 'Um').click({ modifiers: ['ControlOrMeta'] });
  await row(page, 'Dois').click({ modifiers: ['ControlOrMeta'] });
  await bar().getByRole('button', { name: 'Reabrir' }).click();
  await page.getByText('2 atendimentos reabertos').waitFor();
  await soon(() => names(page)).toEqual([]);
  for (const id of ids) expect(await statusOf(id)).toBe('open');
  void bia;
});

test('Everything a row offers is done by keyboard alone', async () => {
  await attendedAll('Um', 'Dois', 'Três', 'Quatro');
  await desk.arrives(desk.number(), 'Oi', { name: 'Espera' });
  const active = async (): Promise<string> => {
    const id = await page.getByRole('listbox').first().getAttribute('aria-activedescendant');
    return (id && (await page.locator(`#${id} [title]:not([role])`).first().textContent())) ?? '';
  };
  // Starts from wherever the focus was; the newest is on top.
  await page.keyboard.press('j');
  await soon(active).toBe('Quatro');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await soon(active).toBe('Três');

  // A peek, without opening.
  for (const key of ['p', 'Space']) {
    await page.keyboard.press(key);
    await page.getByRole('dialog', { name: 'Últimas conversas' }).getByText('Bom dia').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await soon(active).toBe('Três');
  }

  // The menu, and back to the same row.
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menu').waitFor();
  await soon(() => page.locator('[role="menuitem"]:focus').count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await soon(() => page.locator('[role="listbox"]:focus').count()).toBe(1);
  await page.keyboard.press('ArrowDown');
  await soon(active).toBe('Dois');

  // Selected one by one, extended, all, none.
  await page.keyboard.press('x');
  await soon(chosen).toEqual(['Dois']);
  await bar().waitFor();
  await page.keyboard.press('Shift+ArrowUp');
  await soon(chosen).toEqual(['Dois', 'Três']);
  await page.keyboard.press('ControlOrMeta+a');
  await soon(chosen).toHaveLength(4);
  await page.keyboard.press('Escape');
  await soon(() => bar().count()).toBe(0);

  // Transferred, resolved; the next one is where the first was.
  await page.keyboard.press('t');
  await page.getByRole('dialog', { name: 'Transferir atendimento' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('listbox').first().focus();
  await soon(active).toBe('Três');
  await page.keyboard.press('e');
  await page.getByText('Atendimento de Três resolvido').waitFor();
  await soon(() => names(page)).toEqual(['Quatro', 'Dois', 'Um']);
  await page.keyboard.press('j');
  await soon(active).toBe('Dois');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('e');
  await page.getByText('2 atendimentos resolvidos').waitFor();
  await soon(() => names(page)).toEqual(['Quatro']);

  // Accepted, and opened.
  const tab = page.getByRole('tab', { name: /^Aguardando/ });
  await page.getByRole('tab', { name: /^Atendendo/ }).focus();
  await page.keyboard.press('ArrowRight');
  await soon(() => tab.getAttribute('aria-selected')).toBe('true');
  await soon(() => names(page)).toEqual(['Espera']);
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await page.getByRole('region', { name: 'Conversa com Espera' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.waitForURL((address) => address.pathname === '/tickets');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/tickets/*-*');
});

test('On a touch screen a long press selects a row, a tap another, and the first opens no conversation', async () => {
  await attendedAll('Um', 'Dois', 'Três');
  await page.context().close();
  page = await screen.windowOf(ana, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await row(page, 'Dois').waitFor();
  const place = await row(page, 'Dois').boundingBox();
  const touch = await page.context().newCDPSession(page);
  const at = [{ x: (place?.x ?? 0) + 150, y: (place?.y ?? 0) + 30 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at });
  await bar().waitFor();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await soon(chosen).toEqual(['Dois']);
  await row(page, 'Um').tap();
  await soon(chosen).toEqual(['Dois', 'Um']);
  expect(new URL(page.url()).pathname).toBe('/tickets');
  expect(await faultsOf(page, 'choosing on a phone')).toEqual([]);
  await bar().getByRole('button', { name: 'Limpar seleção' }).tap();
  await row(page, 'Um').tap();
  await page.waitForURL('**/tickets/*-*');
  // The open one opens again from the list, and a filter of the list opens none.
  const conversation = page.getByRole('region', { name: 'Conversa com Um' });
  await conversation.waitFor();
  await page.getByRole('tab', { name: /^Lista/ }).tap();
  await page.getByRole('tab', { name: 'Fechados' }).tap();
  await page.getByRole('tab', { name: 'Abertos' }).tap();
  await row(page, 'Um').waitFor();
  expect(await conversation.count()).toBe(0);
  await row(page, 'Um').tap();
  await conversation.waitFor();
});
