import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Person } from '@balcao/testing';
import type { Attendance, TicketAnswer } from '../attendance.ts';
import { caseOf, openScreen, type Case, type Screen } from './screen.ts';
import { passPauses } from '../pauses.ts';
import { visit } from '../visit.ts';

let screen: Screen;
let desk: Attendance;
let sales: number;
let support: number;
/** The window of Ana, who works in sales. */
let page: Page;
let ana: Person;
let bia: Person;

const eventual = <T>(look: () => T) => expect.poll(look);
const conversation = (of: Page, name?: string): Locator =>
  of.getByRole('region', { name: name ? `Conversa com ${name}` : /^Conversa com/ });
const atList = (of: Page): Promise<void> => of.waitForURL((address) => address.pathname === '/tickets');
const focusedName = (of: Page): Promise<string> =>
  of.evaluate(`document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`);
const open = async (of: Page, { uuid }: Case): Promise<void> => {
  await visit(of, `/tickets/${uuid}`);
  await conversation(of).waitFor();
};
const stateOf = async ({ id }: Case) => (await desk.admin.get<TicketAnswer>(`/tickets/${id}`)).body;
const setting = async (column: string, data: string): Promise<void> => {
  expect((await desk.admin.put('/companySettings', { column, data })).status).toBe(200);
};

beforeAll(async () => {
  screen = await openScreen(inject('databaseUrl'));
  desk = await screen.office();
  sales = await desk.queue('Vendas');
  support = await desk.queue('Suporte');
  await desk.routeTo(sales);
  ana = await desk.attendant('Ana Prado', [sales]);
  bia = await desk.attendant('Bianca Reis', [sales, support]);
  page = await screen.windowOf(ana);
});
afterAll(() => screen?.close());

describe('Opening a ticket by path', () => {
  const refused = async (path: string, words: string): Promise<void> => {
    await page.goto(`${screen.host.url}/tickets/${path}`);
    await page.getByText(words, { exact: true }).first().waitFor();
    await atList(page);
  };

  test('A ticket of a queue that is not one’s own says ‘Acesso não permitido’ and leads back to /tickets', async () => {
    await desk.routeTo(support);
    const one = await caseOf(desk, undefined, 'Rui Fora');
    await desk.routeTo(sales);
    await refused(one.uuid, 'Acesso não permitido');
  });

  test('A ticket of another person names attendant and queue, open and closed', async () => {
    const one = await caseOf(desk, bia, 'Sara Alheia');
    await refused(one.uuid, 'Atendimento está atribuído para outro usuário: Bianca Reis, no departamento Vendas');
    await desk.admin.put(`/tickets/${one.id}`, { status: 'closed' });
    await refused(one.uuid, 'Atendimento foi fechado por Bianca Reis, no departamento Vendas');
  });

  test('An address that is no ticket’s leads back to /tickets', async () => {
    await refused('isto-nao-existe', 'Atendimento não encontrado');
    await refused('00000000-0000-4000-8000-000000000000', 'Atendimento não encontrado');
  });
});

describe('The actions on a ticket, by keyboard', () => {
  test('Accepting opens a ticket for the person, and clears the unread count', async () => {
    const one = await caseOf(desk, undefined, 'Aldo Aceita');
    await open(page, one);
    await page.keyboard.press('a');
    await eventual(async () => (await stateOf(one)).user?.name).toBe('Ana Prado');
    await eventual(async () => (await stateOf(one)).unreadMessages).toBe(0);
  });

  test('Returning leads back to /tickets, and the ticket waits again', async () => {
    const one = await caseOf(desk, ana, 'Davi Devolve');
    await open(page, one);
    await page.getByRole('button', { name: 'Devolver para a fila' }).press('Enter');
    await atList(page);
    await expect.poll(() => stateOf(one)).toMatchObject({ status: 'pending', user: null });
  });

  test('Resolving leads back to /tickets, and reopening brings the ticket back', async () => {
    const one = await caseOf(desk, ana, 'Rita Resolve');
    await open(page, one);
    await conversation(page).getByRole('button', { name: 'Resolver' }).focus();
    await page.keyboard.press('e');
    await atList(page);
    await eventual(async () => (await stateOf(one)).status).toBe('closed');
    await open(page, one);
    await page.getByText('Fechado', { exact: true }).first().waitFor();
    await conversation(page).getByRole('button', { name: 'Reabrir' }).last().press('Enter');
    await eventual(async () => (await stateOf(one)).status).toBe('open');
  });

  test('Shift+E resolves and opens the next conversation of the list', async () => {
    await caseOf(desk, ana, 'Nilo Seguinte');
    const one = await caseOf(desk, ana, 'Nina Resolvida');
    await open(page, one);
    await page.locator('[data-ticket]', { hasText: 'Nilo Seguinte' }).first().waitFor();
    await conversation(page).getByRole('button', { name: 'Resolver' }).focus();
    await page.keyboard.press('Shift+E');
    await page.waitForURL(
      ({ pathname }) => /^\/tickets\/[0-9a-f-]{36}$/.test(pathname) && !pathname.includes(one.uuid),
    );
    await conversation(page).waitFor();
    await eventual(async () => (await stateOf(one)).status).toBe('closed');
  });

  test('Resolving asks its two questions where the settings say question', async () => {
    await setting('sendCloseMessage', 'question');
    await setting('defaultRemoveUserQueue', 'question');
    const one = await caseOf(desk, ana, 'Quim Questão');
    await open(page, one);
    await conversation(page).getByRole('button', { name: 'Resolver' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Resolver o atendimento' });
    await dialog.getByText('Obrigado pelo contato!').waitFor();
    await dialog.getByRole('checkbox', { name: 'Remover o usuário e o departamento do atendimento' }).press('Space');
    await expect
      .poll(() => dialog.getByRole('checkbox', { name: 'Enviar a mensagem de encerramento' }).isChecked())
      .toBe(true);
    await page.keyboard.press('Escape');
    const leaving = page.getByRole('alertdialog', { name: 'Descartar alterações?' });
    await leaving.getByRole('button', { name: 'Descartar' }).press('Enter');
    await leaving.waitFor({ state: 'detached' });
    await dialog.waitFor({ state: 'detached' });
    await eventual(() => focusedName(page)).toBe('Resolver');
    await page.keyboard.press('Enter');
    await dialog.getByRole('checkbox', { name: 'Remover o usuário e o departamento do atendimento' }).press('Space');
    await dialog.getByRole('button', { name: 'Resolver' }).press('Enter');
    await atList(page);
    await expect.poll(() => stateOf(one)).toMatchObject({ status: 'closed', userId: null, queueId: null });
    expect((await desk.messages(one.id)).map(({ body }) => body)).toContain('Obrigado pelo contato!');
    await setting('sendCloseMessage', 'disabled');
    await setting('defaultRemoveUserQueue', 'disabled');
  });

  test('Deleting needs the permission, and asks first', async () => {
    const one = await caseOf(desk, ana, 'Elis Exclui');
    await open(page, one);
    await conversation(page).getByRole('button', { name: 'Mais opções' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Copiar link' }).waitFor();
    await expect.poll(() => page.getByRole('menuitem', { name: 'Excluir' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    const chief = await screen.windowOf(await desk.attendant('Chefe', [], 'admin'));
    await open(chief, one);
    await conversation(chief).getByRole('button', { name: 'Mais opções' }).press('Enter');
    await chief.getByRole('menuitem', { name: 'Excluir' }).press('Enter');
    const question = chief.getByRole('alertdialog', { name: `Excluir o atendimento nº ${one.id}?` });
    await question.getByRole('button', { name: 'Cancelar' }).press('Enter');
    await eventual(() => focusedName(chief)).toBe('Mais opções');
    await chief.keyboard.press('Enter');
    await chief.getByRole('menuitem', { name: 'Excluir' }).press('Enter');
    await question.getByRole('button', { name: 'Excluir' }).press('Enter');
    await atList(chief);
    // Everybody who has it on the screen loses it too.
    await atList(page);
    expect((await desk.admin.get(`/tickets/${one.id}`)).status).toBe(404);
    await chief.context().close();
  });

  test('The second of two who accept at once is told who has the ticket and is led back, whichever update comes first', async () => {
    const taken = async ({ id }: Case): Promise<void> => {
      const { status } = await desk.admin.put(`/tickets/${id}`, { status: 'open', userId: bia.id, queueId: sales });
      expect(status).toBe(200);
    };
    const notice = page.getByText('Bianca Reis já aceitou este atendimento');
    const late = await caseOf(desk, undefined, 'Duda Dois');
    await open(page, late);
    // The other is faster while the request is on its way.
    await page.route(`**/api/tickets/${late.id}`, async (route) => {
      await taken(late);
      await route.continue();
    });
    await conversation(page).getByRole('button', { name: 'Aceitar' }).waitFor();
    await page.keyboard.press('a');
    await notice.waitFor();
    await atList(page);
    await page.unroute(`**/api/tickets/${late.id}`);
    await notice.waitFor({ state: 'detached' });

    const heard = await caseOf(desk, undefined, 'Duda Ouve');
    await open(page, heard);
    await conversation(page).getByRole('button', { name: 'Aceitar' }).focus();
    // Its updates come while one still reads.
    await taken(heard);
    await notice.waitFor();
    await atList(page);
  });

  test('A pending ticket cannot be opened by clicking in the notification list, only accepted', async () => {
    await caseOf(desk, undefined, 'Nilo Pendente');
    const mine = await caseOf(desk, ana, 'Nina Minha');
    await page.goto(`${screen.host.url}/tickets`);
    await page.getByRole('button', { name: /^Mensagens não lidas/ }).click();
    const list = page
      .getByRole('group', { name: 'Mensagens não lidas' })
      .or(page.getByRole('dialog', { name: 'Mensagens não lidas' }));
    const row = list.getByRole('listitem').filter({ hasText: 'Nilo Pendente' });
    await row.getByText('Nilo Pendente').click();
    expect(new URL(page.url()).pathname).toBe('/tickets');
    await expect.poll(() => row.getByRole('button').allTextContents()).toEqual(['Aceitar']);
    await list.getByRole('button', { name: /Nina Minha/ }).click();
    await page.waitForURL(new RegExp(mine.uuid));
  });
});

describe('Opening a ticket while the server fails', () => {
  test('Another failure says ‘Por favor tente novamente’, and the page stays to retry', async () => {
    const one = await caseOf(desk, ana, 'Tito Tenta');
    // The page also asks by itself, when its live updates begin: until the press it fails then too.
    const isPressed = () => page.evaluate<boolean>('globalThis.isPressed === true').catch(() => false);
    let asked = 0;
    await page.route('**/api/tickets/u/**', async (route) => {
      asked += 1;
      await ((await isPressed()) ? route.continue() : route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } }));
    });
    // Four times within seven seconds, and again each time that live updates ask for what may have been missed.
    await page.clock.install();
    // Beside a list without this ticket: a ticket known from a list would be shown.
    await page.goto(`${screen.host.url}/tickets/${one.uuid}?status=closed`);
    const retry = page.getByRole('button', { name: /^Tentar/ });
    const pass = passPauses(page, () => asked);
    await expect
      .poll(async () => {
        const isThere = await retry.isVisible();
        if (!isThere) await pass();
        return isThere;
      })
      .toBe(true);
    await page.getByText('Por favor tente novamente').first().waitFor();
    await page.evaluate(
      `addEventListener('click', () => { globalThis.isPressed = true; }, { capture: true, once: true })`,
    );
    await retry.click();
    await conversation(page, 'Tito Tenta').waitFor();
    await page.unroute('**/api/tickets/u/**');
  });
});

test('No window reported an error during the tests of actions', () => {
  expect(screen.troubles).toEqual([]);
});
