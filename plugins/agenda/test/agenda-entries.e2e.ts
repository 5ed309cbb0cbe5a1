import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFaultsInBothThemes, eventually, type Person } from '@balcao/testing';
import { takePictures } from '../../../scripts/test/pictures.ts';
import { openProduct, type Product } from '../../../scripts/test/product/product.ts';
import { outsideCalendar, type EntryView } from '../contract.ts';

let product: Product;
let page: Page;
/** A colleague who works by the API: a person has one session at a time. */
let gestor: Person;
/** The person of the window. */
let marina: number;

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
  page = await product.windowOf('admin@balcao.local');
  gestor = await product.person('gestor@balcao.local');
  const { body } = await gestor.get<{ id: number; name: string }[]>('/agenda/people');
  marina = body.find(({ name }) => name.startsWith('Marina'))?.id ?? 0;
});
afterAll(() => product?.close());

const dialog = () => page.getByRole('dialog');
const dayMs = 86_400_000;
const dayText = (days = 0): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * dayMs);
const at = (days: number, time: string): string => new Date(`${dayText(days)}T${time}:00-03:00`).toISOString();
const add = async (fields: object): Promise<EntryView> => {
  const { status, body } = await gestor.post<EntryView>('/scheduleforms', { userId: marina, ...fields });
  expect(status).toBe(200);
  return body;
};
const read = async (id: number): Promise<EntryView> => (await gestor.get<EntryView>(`/scheduleforms/${id}`)).body;
const open = async (view: string, title: string): Promise<void> => {
  await page.goto(`${product.host.url}/schedules`);
  await page.getByRole('tab', { name: view, exact: true }).click();
  await page.getByText(title).first().waitFor({ state: 'attached' });
};
const element = (id: number | string) =>
  page.locator('[role="button"]', { has: page.locator(`[data-event="${id}"]`) }).first();
const focusedEvent = () =>
  page.evaluate<string | null>(
    "document.activeElement.querySelector('[data-event]')?.getAttribute('data-event') ?? null",
  );
/** Focuses an entry once the calendar stays: it draws its entries anew when the answer for a view arrives. */
const focusOn = (id: number): Promise<unknown> =>
  eventually(async () => {
    await element(id).focus();
    await page.waitForTimeout(400);
    return (await focusedEvent()) === String(id);
  });
const inspect = async (name: string): Promise<void> => {
  expect(await axeFaultsInBothThemes(page), name).toEqual([]);
  await takePictures(page, name);
};

test('a click shows an entry beside itself, with its contact and reminders; Escape goes back to it, and it leads to the conversation', async () => {
  const { body } = await gestor.get<{ contacts: { id: number; name: string }[] }>(
    '/contacts?searchParam=Maria Aparecida',
  );
  const entry = await add({
    title: 'Perícia no INSS com o dr. Olegário',
    description: 'Levar laudos, receitas e a carteira de trabalho.',
    date: at(0, '08:15'),
    dateEnd: at(0, '09:45'),
    reminders: [10, 1440],
    contactId: body.contacts[0]?.id,
  });
  await open('Semana', 'Perícia no INSS');
  await focusOn(entry.id);
  await page.keyboard.press('Enter');
  await dialog().getByText('10 minutos antes, 1 dia antes').waitFor();
  await dialog().getByText('Maria Aparecida').waitFor();
  await dialog().getByText('Levar laudos').waitFor();
  const [card, there] = [await dialog().boundingBox(), await element(entry.id).boundingBox()];
  const apart =
    (card?.x ?? 0) >= (there?.x ?? 0) + (there?.width ?? 0) || (card?.x ?? 0) + (card?.width ?? 0) <= (there?.x ?? 0);
  expect(apart).toBe(true);
  await inspect('popover');
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await eventually(async () => (await focusedEvent()) === String(entry.id));
  await page.keyboard.press('Enter');
  await dialog().getByRole('button', { name: 'Alterar' }).press('Enter');
  expect(await dialog().getByLabel('Título').inputValue()).toBe(entry.title);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  // On a phone it is a sheet.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('tab', { name: 'Lista', exact: true }).click();
  await page.getByText('Perícia no INSS').first().click();
  await dialog().getByText('10 minutos antes').waitFor();
  expect((await dialog().boundingBox())?.width).toBe(390);
  await dialog().getByRole('button', { name: 'Abrir a conversa' }).click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('Alt and arrows move what has the focus by a day or a quarter of an hour, as fast as they are pressed, and say so', async () => {
  const entry = await add({ title: 'Reunião com a perita', date: at(0, '10:00'), dateEnd: at(0, '11:00') });
  await open('Semana', 'Reunião com a perita');
  await focusOn(entry.id);
  for (const key of ['Down', 'Down', 'Up', 'Down']) await page.keyboard.press(`Alt+Arrow${key}`);
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await eventually(async () => (await read(entry.id)).date === at(0, '11:00'));
  expect((await read(entry.id)).dateEnd).toBe(at(0, '12:00'));
  await eventually(async () => (await focusedEvent()) === String(entry.id));
  for (const key of ['Right', 'Right', 'Left']) await page.keyboard.press(`Alt+Arrow${key}`);
  await eventually(async () => (await read(entry.id)).date === at(1, '11:00'));
  await page.getByText(/^Reunião com a perita: movido para .*11:00$/).waitFor({ state: 'attached' });
  await eventually(async () => (await focusedEvent()) === String(entry.id));
  // In the month up and down is a week, and the calendar follows out of the range that it shows.
  await page.getByRole('tab', { name: 'Mês', exact: true }).click();
  await focusOn(entry.id);
  for (let week = 0; week < 6; week += 1) await page.keyboard.press('Alt+ArrowDown');
  await eventually(async () => (await read(entry.id)).date === at(43, '11:00'));
  await element(entry.id).waitFor();
  await eventually(async () => (await focusedEvent()) === String(entry.id));
});

test('a key that is pressed while the calendar draws a moved entry anew moves it too', async () => {
  const entry = await add({ title: 'Audiência de instrução', date: at(0, '10:00'), dateEnd: at(0, '11:00') });
  await open('Semana', 'Audiência de instrução');
  await focusOn(entry.id);
  await page.evaluate(() => {
    const press = (target: Element | null): unknown =>
      target?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowDown', altKey: true, bubbles: true, cancelable: true }),
      );
    press(document.activeElement);
    // An element that is removed loses the focus to the page.
    (document.activeElement as HTMLElement).blur();
    press(document.body);
  });
  await eventually(async () => (await read(entry.id)).date === at(0, '10:30'));
  await eventually(async () => (await focusedEvent()) === String(entry.id));
});

test('a key that moves is refused for what belongs to somebody else, and what a colleague changed meanwhile is not overwritten', async () => {
  const { kernel } = product.host;
  const { rows } = await kernel.database.owner.query<{ id: number }>(
    `select company_id as id from kernel."user" where email = 'admin@balcao.local'`,
  );
  const scope = kernel.scope(rows[0]?.id ?? 0, 'agenda');
  const date = new Date(at(0, '13:00'));
  const times = { date, dateEnd: new Date(date.getTime() + 1_800_000), allDay: false, timeZone: 'America/Sao_Paulo' };
  const [outside = 0] = await scope
    .use(outsideCalendar)
    .add('google-calendar', marina, [
      { ...times, title: 'OAB · Comissão', description: '', isPrivate: false, isFree: false, isReadOnly: true },
    ]);
  await open('Semana', 'OAB · Comissão');
  await focusOn(outside);
  await page.keyboard.press('Alt+ArrowRight');
  await page.getByText('Este compromisso é de outra pessoa em outra agenda.').first().waitFor();
  await page.keyboard.press('Delete');
  expect(await read(outside)).toMatchObject({ date: date.toISOString(), version: 1 });

  const entry = await add({ title: 'Sessão no Tribunal', date: at(0, '16:00') });
  await element(entry.id).waitFor();
  // The window has not heard of it yet.
  await page.route('**/scheduleforms?from=*', (route) => route.abort());
  await gestor.put(`/scheduleforms/${entry.id}`, { date: at(0, '18:00') });
  await focusOn(entry.id);
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByText('Outra pessoa alterou este compromisso').first().waitFor();
  await page.unroute('**/scheduleforms?from=*');
  expect((await read(entry.id)).date).toBe(at(0, '18:00'));
  product.troubles.length = 0;
});

test('Delete removes what has the focus, and the notice or z brings it back with its reminders', async () => {
  const entry = await add({ title: 'Prazo da réplica', date: at(0, '17:00'), reminders: [60], color: '#B3473F' });
  await open('Dia de Hoje', 'Prazo da réplica');
  await focusOn(entry.id);
  await page.keyboard.press('Delete');
  await page.getByText('“Prazo da réplica” excluído.').first().waitFor();
  // An offer stays while it is pointed at.
  await page.getByRole('button', { name: 'Desfazer' }).last().hover();
  expect((await gestor.get(`/scheduleforms/${entry.id}`)).status).toBe(404);
  await element(entry.id).waitFor({ state: 'detached' });
  // The focus is on another one, not lost.
  await eventually(async () => (await focusedEvent()) !== null);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await element(entry.id).waitFor();
  expect(await read(entry.id)).toEqual({ ...entry, version: entry.version + 2 });
  await eventually(async () => (await focusedEvent()) === String(entry.id));
  await page.keyboard.press('Backspace');
  await element(entry.id).waitFor({ state: 'detached' });
  await page.keyboard.press('z');
  await element(entry.id).waitFor();
  expect((await read(entry.id)).reminders).toEqual([60]);
});

test('on a phone a strip shows the week: a tap or arrows choose a day, a swipe another week', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await add({ title: 'Audiência na 3ª Vara do Trabalho', date: at(0, '14:00'), color: '#B3473F' });
  await open('Lista', 'Audiência na 3ª Vara');
  const strip = page.getByRole('group', { name: 'Dias da semana' });
  expect(await strip.getByRole('button').count()).toBe(7);
  const chosen = () => strip.locator('[aria-pressed="true"]').getAttribute('data-strip');
  expect(await chosen()).toBe(dayText());
  expect(await strip.locator('[aria-pressed="true"]').getAttribute('aria-label')).toMatch(/, \d+ itens$/);
  await inspect('strip');
  await page.setViewportSize({ width: 390, height: 844 });
  await strip.locator('[aria-pressed="true"]').press('ArrowRight');
  await eventually(async () => (await chosen()) === dayText(1));
  expect(await page.evaluate('document.activeElement.dataset.strip')).toBe(dayText(1));
  await strip.getByRole('button').first().click();
  await eventually(
    async () => (await chosen()) === (await strip.getByRole('button').first().getAttribute('data-strip')),
  );
  const first = (await chosen()) ?? '';
  await strip.evaluate((node: Element) => {
    const touch = (x: number) => [new Touch({ identifier: 1, target: node, clientX: x, clientY: 20 })];
    node.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: touch(300) }));
    node.dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: touch(120) }));
  });
  await eventually(async () => Date.parse((await chosen()) ?? '') - Date.parse(first) === 7 * dayMs);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('what lasts over midnight or several days, or was made in another zone, is on its own days and is moved from there', async () => {
  const night = await add({
    title: 'Plantão no fórum',
    date: '2028-02-28T23:30:00-03:00',
    dateEnd: '2028-02-29T01:15:00-03:00',
  });
  const whole = { allDay: true, date: '2028-02-29T00:00:00+09:00', dateEnd: '2028-03-01T00:00:00+09:00' };
  const tokyo = await add({ title: 'Feriado em Tóquio', timeZone: 'Asia/Tokyo', ...whole });
  const course = await add({
    title: 'Curso em Bogotá',
    timeZone: 'America/Bogota',
    allDay: true,
    date: '2028-02-28T00:00:00-05:00',
    dateEnd: '2028-03-02T00:00:00-05:00',
  });
  for (const timezoneId of ['America/Bogota', 'Asia/Tokyo']) {
    const former = page;
    page = await product.windowOf('admin@balcao.local', { timezoneId });
    await former.context().close();
    await page.goto(`${product.host.url}/schedules`);
    await page.getByRole('tab', { name: 'Lista', exact: true }).click();
    const months = (2028 - Number(dayText().slice(0, 4))) * 12 + 2 - Number(dayText().slice(5, 7));
    for (let month = 0; month < months; month += 1) await page.getByRole('button', { name: 'Próximo mês' }).click();
    await page.getByRole('button', { name: 'Ir para 29 de fevereiro' }).click();
    await page.getByText('Plantão no fórum').first().waitFor();
    const days = await page.evaluate<[string, string][]>(`[...document.querySelectorAll('[data-event]')].map((mark) => {
      let group = mark;
      while (group && !group.querySelector(':scope > [data-date], :scope > * > [data-date]')) group = group.parentElement;
      return [mark.dataset.event, group?.querySelector('[data-date]')?.dataset.date];
    })`);
    const of = (id: number) => days.filter(([event]) => event === String(id)).map(([, day]) => day);
    expect(of(night.id), timezoneId).toEqual(['2028-02-28', '2028-02-29']);
    expect(of(tokyo.id), timezoneId).toEqual(['2028-02-29']);
    expect(of(course.id), timezoneId).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  }
  const rows = page.locator(`[data-event="${night.id}"]`);
  expect(await rows.first().textContent()).toContain('23:30');
  expect(await rows.last().textContent()).toContain('até01:15');
  await takePictures(page, 'over-midnight');
  await focusOn(tokyo.id);
  await page.keyboard.press('Alt+ArrowRight');
  await eventually(async () => (await read(tokyo.id)).date === '2028-02-29T15:00:00.000Z');
  expect(await read(tokyo.id)).toMatchObject({ dateEnd: '2028-03-01T15:00:00.000Z', timeZone: 'Asia/Tokyo' });
  await page.getByRole('tab', { name: 'Mês', exact: true }).click();
  await focusOn(night.id);
  await page.keyboard.press('Alt+ArrowRight');
  await eventually(async () => (await read(night.id)).date === '2028-03-01T02:30:00.000Z');
  expect((await read(night.id)).dateEnd).toBe('2028-03-01T04:15:00.000Z');
  await focusOn(tokyo.id);
  await page.keyboard.press('Enter');
  await dialog().getByText('1 de março').waitFor();
  await dialog().getByRole('button', { name: 'Alterar' }).press('Enter');
  await dialog().getByLabel('Título').fill('Feriado no Japão');
  await dialog().getByRole('button', { name: 'Salvar' }).press('Enter');
  await eventually(async () => (await read(tokyo.id)).title === 'Feriado no Japão');
  const saved = await read(tokyo.id);
  const local = (at: string) => new Intl.DateTimeFormat('en-CA', { timeZone: saved.timeZone }).format(Date.parse(at));
  expect([local(saved.date), local(saved.dateEnd)]).toEqual(['2028-03-01', '2028-03-02']);
});

test('no window had an error', () => {
  expect(product.troubles).toEqual([]);
});
