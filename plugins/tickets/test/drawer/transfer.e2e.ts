import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { roomJoined, type Person } from '@balcao/testing';
import type { Attendance, TicketAnswer } from '../attendance.ts';
import { caseOf, openScreen, type Case, type Screen } from './screen.ts';
import { visit } from '../visit.ts';

let screen: Screen;
let desk: Attendance;
let sales: number;
let support: number;
/** The window of Ana, who works in sales. */
let page: Page;
let ana: Person;
let bia: Person;
/** The window of Gil, an admin. */
let his: Page;
let gil: Person;

const conversation = (of: Page, name?: string): Locator =>
  of.getByRole('region', { name: name ? `Conversa com ${name}` : /^Conversa com/ });
const atList = (of: Page): Promise<void> => of.waitForURL((address) => address.pathname === '/tickets');
const open = async (of: Page, { uuid }: Case): Promise<void> => {
  await visit(of, `/tickets/${uuid}`);
  await conversation(of).waitFor();
};
const stateOf = async ({ id }: Case) => (await desk.admin.get<TicketAnswer>(`/tickets/${id}`)).body;

beforeAll(async () => {
  screen = await openScreen(inject('databaseUrl'));
  desk = await screen.office();
  sales = await desk.queue('Vendas');
  support = await desk.queue('Suporte');
  await desk.routeTo(sales);
  ana = await desk.attendant('Ana Prado', [sales]);
  bia = await desk.attendant('Bianca Reis', [sales, support]);
  gil = await desk.attendant('Gil Gestor', [sales, support], 'admin');
  page = await screen.windowOf(ana);
  his = await screen.windowOf(gil);
});
afterAll(() => screen?.close());

describe('The transfer dialog', () => {
  test('A transfer lists colleagues at once with their online state, needs a queue, carries a note and can be undone', async () => {
    const one = await caseOf(desk, gil, 'Tom Transfere');
    const live = await bia.live();
    await open(his, one);
    await his.getByRole('button', { name: /^Transferir/ }).press('Enter');
    const dialog = his.getByRole('dialog', { name: 'Transferir atendimento' });
    const send = dialog.getByRole('button', { name: 'Transferir' });
    await send.press('Enter');
    await dialog.getByText('Selecione um usuário ou uma fila!').waitFor();
    const person = dialog.getByRole('combobox', { name: 'Atendente' });
    await person.click();
    await his.getByRole('option', { name: /^Bianca Reis.*on-line$/ }).waitFor();
    await his.getByRole('option', { name: /^Ana Prado.*(on|off)-line$/ }).waitFor();
    await person.pressSequentially('bi');
    await expect.poll(() => his.getByRole('option').count()).toBe(1);
    await his.keyboard.press('ArrowDown');
    await his.keyboard.press('Enter');
    await send.press('Enter');
    await dialog.getByText('Selecione uma fila!').waitFor();
    await dialog.getByRole('combobox', { name: /^Departamento/ }).press('Enter');
    await his.getByRole('option', { name: 'Suporte' }).click();
    await dialog.getByRole('textbox', { name: 'Nota para quem recebe' }).fill('Já pediu desconto duas vezes');
    await dialog.getByRole('switch', { name: 'Avisar Bianca' }).waitFor();
    await send.press('Enter');
    await atList(his);
    await expect
      .poll(() => stateOf(one))
      .toMatchObject({ status: 'open', user: { name: 'Bianca Reis' }, queueId: support });
    const { data } = await live.receives('ticket-transferred');
    expect(data).toMatchObject({ ticket: { id: one.id }, by: { name: 'Gil Gestor' } });
    expect((await desk.messages(one.id, bia)).at(-1)).toMatchObject({
      body: 'Já pediu desconto duas vezes',
      onlyInternal: true,
    });
    await his.getByText('Atendimento de Tom Transfere transferido para Bianca Reis · Suporte').waitFor();
    await his.getByRole('button', { name: 'Desfazer' }).click();
    await expect.poll(() => stateOf(one)).toMatchObject({ user: { name: 'Gil Gestor' }, queueId: sales });
    await conversation(his, 'Tom Transfere').waitFor();
  });

  test('A transfer to a queue alone makes the ticket pending; one to a person notifies the receiver live', async () => {
    const waiting = await caseOf(desk, ana, 'Fina Fila');
    const isLive = roomJoined(page, 'kernel.user');
    // The page joins its rooms when it is loaded.
    await page.goto(`${screen.host.url}/tickets/${waiting.uuid}`);
    await conversation(page).waitFor();
    await conversation(page).getByRole('button', { name: 'Resolver' }).focus();
    await page.keyboard.press('t');
    const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' });
    await dialog.getByRole('combobox', { name: /^Departamento/ }).press('Enter');
    await page.getByRole('option', { name: 'Suporte' }).click();
    await dialog.getByRole('button', { name: 'Transferir' }).press('Enter');
    await atList(page);
    await expect.poll(() => stateOf(waiting)).toMatchObject({ status: 'pending', user: null, queueId: support });
    const handed = await caseOf(desk, bia, 'Lara Live');
    await isLive;
    await desk.admin.put(`/tickets/${handed.id}`, { status: 'open', userId: ana.id, queueId: sales, notifyUser: true });
    await page.getByText('Admin transferiu Lara Live para você').waitFor();
  });
});

describe('The dialog for a new ticket', () => {
  const dialogOf = async (): Promise<Locator> => {
    await page.goto(`${screen.host.url}/tickets?new=1`);
    return page.getByRole('dialog', { name: 'Novo atendimento' });
  };

  test('Contacts are searched from 3 characters, once typing pauses', async () => {
    await caseOf(desk, bia, 'Marília Costa');
    const dialog = await dialogOf();
    const asked: string[] = [];
    page.on('request', (request) => {
      const address = new URL(request.url());
      if (address.pathname === '/api/contacts') asked.push(address.searchParams.get('searchParam') ?? '');
    });
    const field = dialog.getByRole('combobox', { name: 'Contato' });
    await field.pressSequentially('Ma');
    await page.getByRole('option', { name: 'Digite ao menos 3 caracteres' }).waitFor();
    await field.pressSequentially('rília');
    await page.getByRole('option', { name: /Marília Costa/ }).waitFor();
    expect(asked).toEqual(['Marília']);
  });

  test('A new ticket needs a queue except for admins, and a connection', async () => {
    const two = await desk.attendant('Célia Duas', [sales, support]);
    const hers = await screen.windowOf(two);
    const other = await desk.admin.post('/whatsapp', { name: 'Segunda', channel: 'test', keyWordQueueId: sales });
    expect(other.status).toBe(200);
    await hers.goto(`${screen.host.url}/tickets?new=1`);
    const dialog = hers.getByRole('dialog', { name: 'Novo atendimento' });
    await dialog.getByRole('button', { name: 'Iniciar' }).click();
    await dialog.getByText('Selecione um contato').waitFor();
    await dialog.getByText('Selecione uma fila', { exact: true }).waitFor();
    await dialog.getByText('Selecione uma conexão', { exact: true }).waitFor();
    await hers.context().close();
    await visit(his, '/tickets?new=1');
    const theirs = his.getByRole('dialog', { name: 'Novo atendimento' });
    await theirs.getByRole('button', { name: 'Iniciar' }).click();
    await theirs.getByText('Selecione uma conexão', { exact: true }).waitFor();
    await expect.poll(() => theirs.getByText('Selecione uma fila', { exact: true }).count()).toBe(0);
    await his.keyboard.press('Escape');
  });

  test('A new contact is created on the way, and the new ticket opens', async () => {
    const dialog = await dialogOf();
    await dialog.getByRole('combobox', { name: 'Contato' }).pressSequentially('Novata Silva');
    await page.getByRole('option', { name: 'Criar contato “Novata Silva”' }).click();
    await dialog.getByLabel('WhatsApp').fill('abc');
    await expect.poll(() => dialog.getByLabel('WhatsApp').inputValue()).toBe('');
    await dialog.getByLabel('WhatsApp').fill('5511955554444');
    await dialog.getByRole('combobox', { name: /^Conexão/ }).click();
    await page.getByRole('option', { name: 'Principal' }).click();
    await dialog.getByRole('button', { name: 'Iniciar' }).click();
    await conversation(page, 'Novata Silva').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/tickets\/[0-9a-f-]{36}$/);
  });

  test('A contact with an open conversation leads to it, or the dialog says who has it', async () => {
    const begin = async (contact: Case): Promise<Locator> => {
      await page.goto(`${screen.host.url}/tickets?new=1&contact=${contact.contactId}`);
      const dialog = page.getByRole('dialog', { name: 'Novo atendimento' });
      await dialog.getByRole('combobox', { name: /^Conexão/ }).click();
      await page.getByRole('option', { name: 'Principal' }).click();
      await dialog.getByRole('button', { name: 'Iniciar' }).click();
      return dialog;
    };
    const mine = await caseOf(desk, ana, 'Olívia Minha');
    const dialog = await begin(mine);
    await dialog.getByText('Já existe uma conversa aberta para este contato.').waitFor();
    await dialog.getByRole('button', { name: 'Ir para ela' }).click();
    await conversation(page, 'Olívia Minha').waitFor();

    const theirs = await begin(await caseOf(desk, bia, 'Otto Dela'));
    await theirs
      .getByText('Já existe uma conversa aberta para este contato, com Bianca Reis, no departamento Vendas.')
      .waitFor();
    await expect.poll(() => theirs.getByRole('button', { name: 'Ir para ela' }).count()).toBe(0);
  });
});

test('No window reported an error during the tests of transfers and new tickets', () => {
  expect(screen.troubles).toEqual([]);
});
