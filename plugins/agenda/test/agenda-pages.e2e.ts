import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFaults, type Person } from '@balcao/testing';
import { openProduct, type Product } from '../../../scripts/test/product/product.ts';

let product: Product;
let page: Page;
let admin: Person;

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
  admin = await product.person('admin@balcao.local');
  page = await product.windowOf('admin@balcao.local');
});
afterAll(() => product?.close());

const dialog = () => page.getByRole('dialog');
const day = 86_400_000;
const at = (days: number, hour: number): string => {
  const date = new Date(Date.now() + days * day);
  date.setUTCHours(hour, 0, 0, 0);
  return date.toISOString();
};
/** Runs axe in both themes, and looks for a page that is wider than its window at three widths. */
const inspect = async (name: string): Promise<void> => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[style*="${colorScheme}"]`).waitFor({ state: 'attached' });
    await page.mouse.move(700, 5);
    await expect
      .poll(() => page.evaluate(`document.getAnimations().every(({ playState }) => playState !== 'running')`))
      .toBe(true);
    expect({ name, colorScheme, faults: await axeFaults(page, { part: 'body' }) }).toEqual({
      name,
      colorScheme,
      faults: [],
    });
  }
  for (const width of [390, 1050, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  }
};

test('the calendar is clean in month, week, day and list, and loads its component only on its page', async () => {
  const contact = (
    await admin.post<{ id: number }>('/contacts', { name: 'Thaís Nascimento Cavalcanti', number: '5511987651234' })
  ).body;
  for (const [days, hour, title, color] of [
    [0, 13, 'Reunião de equipe sobre o mutirão da OAB', '#7D883F'],
    [1, 14, 'Audiência na 3ª Vara do Trabalho', '#3B7DD8'],
    [2, 16, 'Consulta com Ivone', '#C47A1E'],
  ] as const)
    expect(
      (await admin.post('/scheduleforms', { title, color, date: at(days, hour), contactId: contact.id })).status,
    ).toBe(200);
  await admin.post('/scheduleforms', { title: 'Curso em Santos', date: at(3, 3), allDay: true });
  await admin.post('/schedules', {
    contactId: contact.id,
    body: 'Bom dia, {nome}! Amanhã é a perícia.',
    sendAt: at(1, 18),
  });
  const chunks: string[] = [];
  page.on('request', (request) => void (request.url().includes('CalendarGrid') && chunks.push(request.url())));
  await page.goto(`${product.host.url}/tickets`);
  await page.getByRole('link', { name: 'Agenda' }).first().waitFor();
  expect(chunks).toEqual([]);
  await page.goto(`${product.host.url}/schedules`);
  await page.getByText('Audiência na 3ª Vara').first().waitFor();
  await inspect('month');
  for (const [name, label] of [
    ['week', 'Semana'],
    ['day', 'Dia de Hoje'],
    ['list', 'Lista'],
  ] as const) {
    await page.getByRole('tab', { name: label, exact: true }).click();
    await page.getByText('Reunião de equipe').first().waitFor();
    await inspect(name);
  }
  await page.getByRole('tab', { name: 'Mês', exact: true }).click();
});

test('a day is reached and an entry made by keyboard alone, and a message is scheduled from the menu', async () => {
  const days = page.locator('button[data-day]');
  await days.first().waitFor();
  await page.locator('button[data-day][tabindex="0"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog().getByLabel('Título').fill('Oi');
  await dialog().getByRole('button', { name: 'Adicionar' }).click();
  await dialog().getByText('Mensagem muito curta').first().waitFor();
  await dialog().getByLabel('Título').fill('Prazo da réplica');
  await dialog().getByRole('button', { name: 'Adicionar' }).click();
  await page.getByText('Prazo da réplica').first().waitFor();

  await page.getByRole('button', { name: 'Novo', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Mensagem agendada' }).click();
  await inspect('message dialog');
  await dialog()
    .getByRole('combobox', { name: /Contato/ })
    .fill('Thaís');
  await page.getByRole('option', { name: /Thaís/ }).click();
  await dialog()
    .getByRole('textbox', { name: /^Mensagem/ })
    .fill('Bom dia, {nome}! Já temos o laudo.');
  await dialog().getByRole('button', { name: 'Agendar', exact: true }).click();
  await page.getByText('Agendamento salvo com sucesso.').first().waitFor();
  await page.getByRole('tab', { name: 'Mensagens agendadas' }).click();
  await page.getByText('Já temos o laudo').first().waitFor();
  await inspect('messages');
});
