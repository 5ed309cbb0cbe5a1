import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaultsInBothThemes, type Person, type TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { signIn } from '../../../scripts/test/product/product.ts';
import { Office, startOffice } from './office.ts';

let host: TestHost;
let browser: Browser;
let office: Office;
let page: Page;
let sales: number;
let support: number;
let ana: Person;
let beto: Person;
const troubles: string[] = [];

beforeAll(async () => {
  host = await startOffice();
  office = await Office.of(host);
  [sales, support] = [await office.queue('Vendas'), await office.queue('Suporte')];
  ana = await office.person('Ana Prado', [sales]);
  beto = await office.person('Beto Lima', [sales, support]);
  const manager = await office.person('Renata Gestora', [], 'gestor');
  browser = await launchBrowser();
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 40[0-9]/.test(message.text())) troubles.push(message.text());
  });
  await arrives('Cida Rocha', 'Alguém pode me ajudar?');
  await attended('Davi Nunes', ana, 'Obrigado, fico no aguardo');
  await signIn(page, host.url, manager.email, manager.password);
  await page.getByRole('navigation').getByRole('link', { name: 'Painel do gestor' }).click();
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

const arrives = (name: string, words: string, queueId: number | null = sales): Promise<number> =>
  office.arrives(name, words, queueId);
/** Creates a conversation that a person attends and has answered. */
const attended = async (name: string, person: Person, words: string): Promise<void> => {
  const ticketId = await office.conversation(person, sales, words, name);
  expect((await person.post(`/messages/${ticketId}`, { body: 'Certo!' })).status).toBe(200);
};
const card = (name: RegExp, of = page) => of.locator('section[data-card]').and(of.getByRole('region', { name }));
const nobody = (of = page) => card(/^Sem atendente/, of);
const row = (of: Locator, name: string) => of.getByRole('option', { name: new RegExp(name) });
const ownerOf = async (name: string): Promise<string | null> => {
  const found = await office.company.scope('tickets').sql.one<{ owner: string | null }>(
    sql`select u.name as owner from tickets.ticket t join contacts.contact c on c.company_id = t.company_id and c.id = t.contact_id
          left join kernel."user" u on u.company_id = t.company_id and u.id = t.user_id where c.name = ${name}`,
  );
  return found?.owner ?? null;
};
const showAll = (granted: boolean) =>
  office.admin.put('/permissions', { profile: 'gestor', permission: 'tickets-manager:showall', granted });
const soon = <T>(read: () => T | Promise<T>) => expect.poll(read);
const cardOrder = () =>
  page.locator('section[data-card]').evaluateAll((cards) => cards.map((each) => each.querySelector('h2')?.textContent));

test('the conversations without attendant come first, and each card says what its person does', async () => {
  await row(nobody(), 'Cida Rocha').getByText('Alguém pode me ajudar?').waitFor();
  expect((await cardOrder())[0]).toBe('Sem atendente');
  await page.getByText('1 sem atendente, 1 em atendimento').waitFor();
  await card(/^Ana Prado, 1 em atendimento, 0 aguardam/).waitFor();
  await card(/^Beto Lima/)
    .getByText('Sem atendimentos')
    .waitFor();
});

test('what happens elsewhere is on the cards a moment later: messages, acceptances, and people who come', async () => {
  await arrives('Davi Nunes', 'Pode confirmar o horário?');
  await card(/^Ana Prado, 1 em atendimento, 1 aguardam/).waitFor();
  await row(card(/^Ana/), 'Davi Nunes').getByText('Pode confirmar o horário?').waitFor();
  const ticketId = await arrives('Elis Couto', 'Oi');
  await row(nobody(), 'Elis Couto').waitFor();
  await beto.put(`/tickets/${ticketId}`, { status: 'open', userId: beto.id });
  await row(card(/^Beto Lima, 1 em atendimento/), 'Elis Couto').waitFor();
  await nobody().getByRole('option').nth(1).waitFor({ state: 'detached' });
  await card(/^Ana/)
    .getByText(/^Offline desde|^Nunca entrou/)
    .waitFor();
  await ana.live();
  await card(/^Ana/)
    .getByText(/^Horas online: 0h/)
    .waitFor();
});

test('A manager’s panel is live again after a permission was taken and given back', async () => {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  const other = await context.newPage();
  const manager = await office.person('Bruna Gestora', [], 'gestor');
  await signIn(other, host.url, manager.email, manager.password);
  await other.getByRole('navigation').getByRole('link', { name: 'Painel do gestor' }).click();
  await row(card(/^Ana/, other), 'Davi Nunes').waitFor();
  expect((await showAll(false)).status).toBe(200);
  await row(card(/^Ana/, other), 'Davi Nunes').waitFor({ state: 'detached' });
  expect((await showAll(true)).status).toBe(200);
  await row(card(/^Ana/, other), 'Davi Nunes').waitFor();
  await arrives('Davi Nunes', 'Voltou a aparecer?');
  await row(card(/^Ana/, other), 'Davi Nunes').getByText('Voltou a aparecer?').waitFor();
  // Undone at once, before the page has read anything.
  await showAll(false);
  await showAll(true);
  await arrives('Davi Nunes', 'E agora?');
  await row(card(/^Ana/, other), 'Davi Nunes').getByText('E agora?').waitFor();
  await context.close();
});

test('A permission that was taken away before the page followed live messages has its effect on the panel', async () => {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  const other = await context.newPage();
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await other.route(/\/socket-[\w-]+\.js/, async (route) => {
    await released;
    await route.continue();
  });
  const manager = await office.person('Laura Gestora', [], 'gestor');
  await signIn(other, host.url, manager.email, manager.password);
  await other.getByRole('navigation').getByRole('link', { name: 'Painel do gestor' }).click();
  await row(card(/^Ana/, other), 'Davi Nunes').waitFor();
  expect((await showAll(false)).status).toBe(200);
  release();
  await row(card(/^Ana/, other), 'Davi Nunes').waitFor({ state: 'detached' });
  expect((await showAll(true)).status).toBe(200);
  await row(card(/^Ana/, other), 'Davi Nunes').waitFor();
  await context.close();
});

test('by keyboard: a waiting conversation is given to a person and taken back, and the focus stays in the list', async () => {
  const list = nobody().getByRole('listbox');
  await list.focus();
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog', { name: /Atribuir atendimento/ });
  await dialog.getByRole('combobox', { name: 'Atendente' }).fill('beto');
  await dialog.getByRole('option', { name: /Beto Lima/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Cida Rocha foi para Beto Lima.').waitFor();
  // An offer stays while it is pointed at.
  await page.getByRole('button', { name: 'Desfazer' }).last().hover();
  await dialog.waitFor({ state: 'detached' });
  await soon(() => ownerOf('Cida Rocha')).toBe('Beto Lima');
  await row(card(/^Beto/), 'Cida Rocha').waitFor();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await soon(() => ownerOf('Cida Rocha')).toBe(null);
  await row(nobody(), 'Cida Rocha').waitFor();
});

test('by drag: a conversation is dropped on a colleague’s card, and on the first card to wait again', async () => {
  await row(nobody(), 'Cida Rocha').dragTo(card(/^Ana/));
  await row(card(/^Ana/), 'Cida Rocha').waitFor();
  await soon(() => ownerOf('Cida Rocha')).toBe('Ana Prado');
  await row(card(/^Ana/), 'Cida Rocha').dragTo(nobody());
  await row(nobody(), 'Cida Rocha').waitFor();
  await soon(() => ownerOf('Cida Rocha')).toBe(null);
});

test('a conversation without department asks for it, and who is changed meanwhile is not taken away', async () => {
  const ticketId = await arrives('Fábio Sem Fila', 'Bom dia', null);
  await row(nobody(), 'Fábio Sem Fila').getByText('Sem fila', { exact: false }).first().waitFor();
  await row(nobody(), 'Fábio Sem Fila').dragTo(card(/^Beto/));
  const dialog = page.getByRole('dialog', { name: /Atribuir atendimento/ });
  await dialog.getByRole('button', { name: 'Atribuir' }).click();
  await dialog.getByText('Escolha o departamento.').waitFor();
  await office.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id, queueId: sales });
  await dialog.getByRole('combobox', { name: 'Departamento' }).click();
  await page.getByRole('option', { name: 'Suporte' }).click();
  await dialog.getByRole('button', { name: 'Atribuir' }).click();
  await dialog.waitFor({ state: 'detached' });
  await row(card(/^Ana/), 'Fábio Sem Fila').waitFor();
  expect(await ownerOf('Fábio Sem Fila')).toBe('Ana Prado');
});

test('a person without work is given one of the waiting conversations from the card', async () => {
  const ticketId = await arrives('Elis Couto', 'Ainda aí?');
  await office.admin.put(`/tickets/${ticketId}`, { status: 'closed', justClose: true });
  await card(/^Beto Lima, 0/)
    .getByRole('button', { name: 'Passar um atendimento' })
    .click();
  const dialog = page.getByRole('dialog', { name: /Passar um atendimento/ });
  await dialog.getByRole('option', { name: /Cida Rocha/ }).waitFor();
  await dialog.getByRole('button', { name: 'Passar', exact: true }).click();
  await row(card(/^Beto/), 'Cida Rocha').waitFor();
  await soon(() => ownerOf('Cida Rocha')).toBe('Beto Lima');
});

test('Enter opens the whole conversation over the panel, p peeks, and the menu has the history with its filter', async () => {
  const list = card(/^Beto/).getByRole('listbox');
  await list.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Atendimento de Cida Rocha' });
  await dialog.getByText('Alguém pode me ajudar?').first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await list.focus();
  await page.keyboard.press('p');
  const peek = page.getByRole('dialog', { name: /Últimas conversas/ });
  await peek.getByText('Alguém pode me ajudar?').waitFor();
  await page.keyboard.press('Escape');
  await peek.waitFor({ state: 'detached' });
  await list.focus();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: 'Histórico do atendimento' }).click();
  const log = page.getByRole('dialog', { name: /Histórico do atendimento/ });
  await log
    .getByText(/Renata Gestora transferiu de .* para Beto Lima \(Vendas\)/)
    .first()
    .waitFor();
  await log.getByText(/^Espera: /).waitFor();
  await log.getByRole('button', { name: /^Visualizado 1/ }).click();
  await soon(() => log.getByRole('listitem').allTextContents()).toEqual([
    expect.stringContaining('Renata Gestora abriu a conversa'),
  ]);
  await page.keyboard.press('Escape');
  await log.waitFor({ state: 'detached' });
});

test('departments, a name and the order are in the address, and filter what is shown', async () => {
  await page.getByRole('combobox', { name: 'Departamentos' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Suporte' }).click();
  await page.keyboard.press('Escape');
  await soon(() => new URL(page.url()).searchParams.get('queues')).toBe(String(support));
  await card(/^Ana/).waitFor({ state: 'detached' });
  await card(/^Beto Lima, 0/).waitFor();
  await page.goto(`${host.url}/manager?q=ana`);
  await card(/^Ana/).waitFor();
  expect(await cardOrder()).toEqual(['Sem atendente', 'Ana Prado']);
  await page.goto(`${host.url}/manager?order=name`);
  await card(/^Renata/).waitFor();
  const names = await cardOrder();
  expect(names.slice(1)).toEqual(names.slice(1).toSorted((one, other) => (one ?? '').localeCompare(other ?? '')));
});

test('the panel has no accessibility faults in light and dark, at three widths, and no sideways scroll on a phone', async () => {
  const found: string[] = [];
  for (const width of [1440, 1050, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await nobody().waitFor();
    found.push(...(await axeFaultsInBothThemes(page)).map((fault) => `${width}, ${fault}`));
  }
  expect(found).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  expect(troubles).toEqual([]);
});
