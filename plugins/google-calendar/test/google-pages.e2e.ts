import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql, type Scope } from '@balcao/sdk/server';
import { axeFaultsInBothThemes, eventually } from '@balcao/testing';
import { takePicture } from '../../../scripts/test/pictures.ts';
import { openProduct, type Product } from '../../../scripts/test/product/product.ts';
import type { Calendar } from './google/calendar.ts';
import { clientId, clientSecret } from './google/consent.ts';
import type { GoogleSimulator } from './google/simulator.ts';
import { startGoogle } from './office.ts';

let google: GoogleSimulator;
let product: Product;
let page: Page;
let calendar: Calendar;
let scope: Scope;

beforeAll(async () => {
  google = await startGoogle();
  product = await openProduct(inject('databaseUrl'));
  const { kernel } = product.host;
  const { rows } = await kernel.database.owner.query<{ id: number }>(
    `select company_id as id from kernel."user" where email = 'admin@balcao.local'`,
  );
  const companyId = rows[0]?.id ?? 0;
  await kernel.identity.settings.set(companyId, 'googleCalendarEnabled', 'enabled');
  scope = kernel.scope(companyId, 'google-calendar');
  page = await product.windowOf('admin@balcao.local', {}, '/schedules');
  calendar = google.account('marina.azevedo@prado-e-menezes-advocacia.adv.br');
  google.consent.signedIn = calendar;
});
afterAll(async () => {
  await product?.close();
  await google?.stop();
});

/** Runs axe in both themes, and looks for a page that is wider than its window. Below 1000 px the card is in a sheet. */
const inspect = async (name: string, widths: readonly number[] = [1050, 1440]): Promise<void> => {
  expect(await axeFaultsInBothThemes(page), name).toEqual([]);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const fits = (): Promise<unknown> => page.evaluate('document.documentElement.scrollWidth <= innerWidth');
    await expect.poll(fits, { message: `${name} ${width}` }).toBe(true);
    await takePicture(page, `${name}-${width}`);
  }
};
const card = () => page.getByRole('region', { name: 'Google Agenda' });
/** Until the calendar has come its title is empty. */
const calendarShown = () => page.getByText('Consulta · Priscila').first().waitFor();
const at = (days: number, hour: number): string => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(
    Date.now() + days * 86_400_000,
  );
  return `${day}T${String(hour).padStart(2, '0')}:00:00-03:00`;
};
const event = (summary: string, hour: number, more: object = {}) =>
  calendar.insert({ summary, start: { dateTime: at(0, hour) }, end: { dateTime: at(0, hour + 1) }, ...more });

test('the card says what is missing, and the set-up has the address to copy and tells of the seven days', async () => {
  await card().getByText('Ainda não configurado').waitFor();
  await card().getByRole('button', { name: 'Configurar Google' }).press('Enter');
  await page.getByRole('dialog').getByText('depois de sete dias').waitFor();
  await inspect('setup');
  const address = page.getByRole('dialog').getByRole('textbox');
  expect(await address.inputValue()).toBe(`${product.host.url}/api/google/callback`);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await scope.secrets.set('client-id', clientId);
  await scope.secrets.set('client-secret', clientSecret);
});

test('by keyboard a person connects through Google’s page, sees the events with their mark, and hides them', async () => {
  event('Perícia no INSS com o dr. Olegário de Albuquerque Cavalcanti', 10);
  event('OAB · Comissão', 17, { organizer: { email: 'comissao@oab.org.br', self: false } });
  calendar.insert({
    summary: 'Curso em Santos',
    start: { date: at(0, 0).slice(0, 10) },
    end: { date: at(2, 0).slice(0, 10) },
  });
  await page.goto(`${product.host.url}/schedules`);
  await card().getByRole('button', { name: 'Conectar Google' }).waitFor();
  await calendarShown();
  // Nothing of Google is here yet, so there is nothing to hide.
  expect(await page.getByRole('checkbox', { name: 'Google' }).count()).toBe(0);
  await inspect('disconnected');
  await card().getByRole('button', { name: 'Conectar Google' }).press('Enter');
  await page.getByText('Google Agenda conectado').first().waitFor();
  expect(new URL(page.url()).search).toBe('');
  await card().getByText(calendar.email).waitFor();
  await card().getByText('Sincronizado').waitFor();
  await page.getByText('Curso em Santos').first().waitFor();
  await inspect('connected-month');
  await page.getByRole('tab', { name: 'Semana', exact: true }).click();
  await inspect('connected-week');
  await page.getByRole('tab', { name: 'Lista', exact: true }).click();
  await page.getByText('OAB · Comissão').first().waitFor();
  await inspect('connected-list');
  await page.getByRole('checkbox', { name: 'Google' }).press('Space');
  await page.getByText('OAB · Comissão').first().waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Google' }).press('Space');
  await page.getByText('OAB · Comissão').first().click();
  await page.getByRole('dialog').getByText('é de outra pessoa').waitFor();
  await inspect('read-only-card');
  await page.getByRole('dialog').getByRole('button', { name: 'Alterar' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Título').waitFor();
  expect(await page.getByRole('dialog').getByLabel('Título').isDisabled()).toBe(true);
  await inspect('read-only');
  await page.keyboard.press('Escape');
});

test('the card’s menu shows scheduled messages at Google, and takes them away', async () => {
  const choose = async (name: string): Promise<void> => {
    await card().getByRole('button', { name: 'Opções do Google Agenda' }).press('Enter');
    await page.getByRole('menuitem', { name }).press('Enter');
  };
  const shown = () => calendar.events.filter(({ summary }) => summary?.startsWith('[Mensagem] ')).length;
  await choose('Mostrar mensagens agendadas no Google');
  await eventually(() => shown() > 0);
  await choose('Deixar de mostrar mensagens no Google');
  await eventually(() => shown() === 0);
});

test('what Google changes shows by itself, and what lost is looked at and restored', async () => {
  const made = event('Audiência', 14);
  await page.getByText('Audiência', { exact: true }).first().waitFor();
  await scope.sql.run(sql`update google_calendar.account set retry_at = now() + interval '1 hour'`);
  const [entry] = await scope.sql.rows<{ id: number }>(
    sql`select entry_id as id from google_calendar.link where google_id = ${made.id}`,
  );
  const gestor = await product.person('gestor@balcao.local');
  expect((await gestor.put(`/scheduleforms/${entry?.id}`, { title: 'Audiência na 3ª Vara do Trabalho' })).status).toBe(
    200,
  );
  calendar.patch(made.id, { summary: 'Audiência adiada pelo juízo' });
  await card().getByRole('button', { name: 'Opções do Google Agenda' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sincronizar agora' }).press('Enter');
  await page.getByText('Audiência adiada pelo juízo').first().waitFor();
  await card().getByRole('button', { name: '1 alteração para conferir' }).press('Enter');
  await page.getByRole('dialog').getByText('Audiência na 3ª Vara do Trabalho').waitFor();
  await inspect('losses');
  await page.getByRole('button', { name: /^Restaurar/ }).press('Enter');
  await page.getByText('Restaurado aqui e no Google.').first().waitFor();
  await eventually(() => calendar.events.some(({ summary }) => summary === 'Audiência na 3ª Vara do Trabalho'));
});

test('trouble is told with its reason and its way out; below 1000 px the calendars are in a sheet', async () => {
  await scope.sql.run(
    sql`update google_calendar.account set state = 'failing', error = 'unreachable', claim = null, claimed_until = null, retry_at = now() + interval '1 hour'`,
  );
  await page.reload();
  await card().getByText('o Google não responde').waitFor();
  await calendarShown();
  await inspect('failing');
  google.consent.withdraw(calendar);
  await card().getByRole('button', { name: 'Tentar agora' }).press('Enter');
  await card().getByText('Precisa entrar de novo').waitFor();
  await inspect('needs-consent');
  await page.setViewportSize({ width: 390, height: 900 });
  await page.getByRole('button', { name: 'Agendas', exact: true }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Entrar de novo' }).waitFor();
  await inspect('sheet', [390]);
  await page.getByRole('dialog').getByRole('button', { name: 'Entrar de novo' }).press('Enter');
  await page.getByText('Google Agenda conectado').first().waitFor();
});

test('no window had an error', () => {
  expect(product.troubles).toEqual([]);
});
