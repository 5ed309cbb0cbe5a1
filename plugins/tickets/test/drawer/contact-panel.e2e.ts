import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { axeFaultsInBothThemes, type Person } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import type { Attendance } from '../attendance.ts';
import { caseOf, givePicture, openScreen, type Case, type Screen } from './screen.ts';
import { visit } from '../visit.ts';

let screen: Screen;
let desk: Attendance;
let queue: number;
/** The current window. */
let page: Page;
let gil: Person;
/** An attendant who sees neither numbers nor other people's conversations, and her window. */
let ana: Person;
let hers: Page;

const panelOf = (of: Page): Locator => of.getByRole('complementary', { name: 'Contato' });
const section = (of: Page, name: string): Locator => panelOf(of).getByRole('region', { name, exact: true });
const open = async (of: Page, { uuid }: Case): Promise<void> => {
  await visit(of, `/tickets/${uuid}`);
  await panelOf(of).waitFor();
};
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
  ana = await desk.attendant('Ana', [queue]);
  page = await screen.windowOf(gil);
  hers = await screen.windowOf(ana);
});
afterAll(() => screen?.close());

describe('The contact panel', () => {
  test('The panel is 320 wide and shows avatar, name, number and an email link', async () => {
    const one = await gils('Rosa Lima');
    await desk.admin.put(`/contacts/${one.contactId}`, { email: 'rosa@uol.com.br' });
    await open(page, one);
    expect((await panelOf(page).boundingBox())?.width).toBeGreaterThanOrEqual(319);
    expect((await panelOf(page).boundingBox())?.width).toBeLessThanOrEqual(321);
    await panelOf(page).getByRole('heading', { name: 'Rosa Lima' }).waitFor();
    await panelOf(page)
      .getByText(/^\+55 \(11\) 9\d{4}-\d{4}$/)
      .waitFor();
    const mail = panelOf(page).getByRole('link', { name: 'rosa@uol.com.br' });
    await expect.poll(() => mail.getAttribute('href')).toBe('mailto:rosa@uol.com.br');
  });

  test('A number is masked for people who may not see it, and they cannot change it either', async () => {
    const one = await caseOf(desk, ana, 'João Reis');
    await open(hers, one);
    await panelOf(hers)
      .getByText(/^\*+\d{4}$/)
      .waitFor();
    await panelOf(hers).getByRole('button', { name: 'Editar contato' }).click();
    const number = hers.getByRole('dialog').getByLabel('WhatsApp');
    await expect.poll(() => number.getAttribute('readonly')).not.toBeNull();
    await hers.keyboard.press('Escape');
    await number.waitFor({ state: 'detached' });
  });

  test('The avatar opens large, and the focus returns when it closes', async () => {
    const one = await gils('Vera Foto');
    await givePicture(desk, one.contactId, '/public/retrato.png');
    await open(page, one);
    const face = panelOf(page).getByRole('button', { name: 'Ver a foto de Vera Foto' });
    await face.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Vera Foto' }).getByRole('img', { name: 'Foto de Vera Foto' }).waitFor();
    await page.keyboard.press('Escape');
    await eventual(() => focusedName(page)).toBe('Ver a foto de Vera Foto');
  });

  test('A button edits the contact, in the same form as on the page of contacts', async () => {
    const one = await gils('Nome Errado');
    await open(page, one);
    await panelOf(page).getByRole('button', { name: 'Editar contato' }).click();
    const dialog = page.getByRole('dialog', { name: 'Editar contato' });
    await dialog.getByText('Com código do país e DDD, só números.').waitFor();
    await dialog.getByRole('combobox', { name: 'Origem' }).waitFor();
    await dialog.getByRole('button', { name: 'Anexar' }).waitFor();
    await dialog.getByLabel('Nome').fill('A');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Nome muito curto!').waitFor();
    await dialog.getByLabel('E-mail').fill('nada');
    await dialog.getByLabel('Nome').fill('Nome Certo');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('E-mail inválido').waitFor();
    await dialog.getByLabel('E-mail').fill('');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await panelOf(page).getByRole('heading', { name: 'Nome Certo' }).waitFor();
    await eventual(() => focusedName(page)).toBe('Editar contato');

    // A colleague's change is not undone by fields that were not edited.
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Nome').fill('Nome Melhor');
    await desk.admin.put(`/contacts/${one.contactId}`, { email: 'colega@exemplo.com.br' });
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await panelOf(page).getByRole('heading', { name: 'Nome Melhor' }).waitFor();
    const { body } = await desk.admin.get<{ email: string }>(`/contacts/${one.contactId}`);
    expect(body.email).toBe('colega@exemplo.com.br');
  });

  test('The default origins, or the company’s own, are offered, and the chosen one is saved', async () => {
    const one = await gils('Olga Origem');
    await open(page, one);
    const select = () => panelOf(page).getByRole('combobox', { name: 'Origem' });
    await select().click();
    await expect
      .poll(() => page.getByRole('option').allTextContents())
      .toEqual(expect.arrayContaining(['Facebook', 'Tráfego pago', 'Indicação', 'Outros']));
    await page.getByRole('listbox').last().getByRole('option', { name: 'Indicação' }).click();
    const origin = async () => (await desk.admin.get<{ origin: string }>(`/contacts/${one.contactId}`)).body.origin;
    await eventual(origin).toBe('INDICAÇÃO');
    const own = { column: 'originContact', data: 'RÁDIO, PANFLETO' };
    expect((await desk.admin.put('/companySettings', own)).status).toBe(200);
    await page.reload();
    await select().click();
    const list = page.getByRole('listbox').last();
    await list.getByRole('option', { name: 'PANFLETO' }).waitFor();
    await expect
      .poll(() => list.getByRole('option').allTextContents())
      .toEqual(['Sem origem', 'RÁDIO', 'PANFLETO', 'Indicação']);
    await list.getByRole('option', { name: 'Sem origem' }).click();
    await eventual(origin).toBeNull();
  });

  test('The kanban stage is shown only while the ticket has a board', async () => {
    await open(page, await gils('Caio Etapa'));
    await section(page, 'Etapa no CRM').getByRole('combobox').waitFor();
    await desk.admin.put('/companySettings', { column: 'kanbanEnabled', data: 'disabled' });
    await section(page, 'Etapa no CRM').waitFor({ state: 'detached' });
    await desk.admin.put('/companySettings', { column: 'kanbanEnabled', data: 'enabled' });
    await section(page, 'Etapa no CRM').waitFor();
  });

  test('Sections can be collapsed, also those of plugins, and stay so', async () => {
    await open(page, await gils('Dora Dobra'));
    for (const name of ['Selo', 'Histórico']) {
      await panelOf(page).getByRole('button', { name, exact: true }).click();
    }
    await page.reload();
    const isOpen = (name: string) =>
      panelOf(page).getByRole('button', { name, exact: true }).getAttribute('aria-expanded');
    await eventual(() => isOpen('Selo')).toBe('false');
    await expect.poll(() => isOpen('Histórico')).toBe('false');
    await expect.poll(() => isOpen('Observações')).toBe('true');
    await expect.poll(() => panelOf(page).getByText('Selo de Dora Dobra').count()).toBe(0);
    await panelOf(page).getByRole('button', { name: 'Selo', exact: true }).press('Enter');
    await panelOf(page).getByText('Selo de Dora Dobra').waitFor();
    await panelOf(page).getByRole('button', { name: 'Histórico', exact: true }).press('Enter');
  });
});

describe('Notes in the contact panel', () => {
  test('Notes are written with a value, and their sum is shown below in R$', async () => {
    const one = await gils('Nair Notas');
    await noteOf(one, 'Honorários', 1500.1);
    await noteOf(one, 'N/A', 99);
    await open(page, one);
    const notes = section(page, 'Observações');
    await notes.getByText('Honorários').waitFor();
    await expect.poll(() => notes.getByText('N/A').count()).toBe(0);
    await expect
      .poll(() => notes.getByRole('listitem').first().textContent())
      .toMatch(/Honorários.*R\$\s1\.500,10.*Admin.*\d{2}\/\d{2}\/\d{4}/);
    await notes.getByRole('button', { name: 'Nova observação' }).press('Enter');
    await page.keyboard.press('Tab');
    const value = notes.getByRole('textbox', { name: 'Valor' });
    await value.pressSequentially('4500,5');
    // Leaving the field shows the value as it will be stored.
    await value.press('Tab');
    await expect.poll(() => value.inputValue()).toBe('4.500,50');
    await notes.getByRole('button', { name: 'Salvar' }).click();
    await notes.getByText('Campo obrigatório').waitFor();
    await eventual(() => page.evaluate(`document.activeElement.tagName`)).toBe('TEXTAREA');
    await page.keyboard.type('Custas');
    await value.fill('');
    await value.press('Enter');
    await notes.getByText('Campo obrigatório').waitFor();
    await value.fill('0,2');
    await value.press('Enter');
    await notes.getByText('Custas').waitFor();
    await notes.getByText(/^R\$\s1\.500,30$/).waitFor();
  });

  test('Notes are deleted after a question, and a colleague’s window follows', async () => {
    const one = await gils('Dalva Apaga');
    await noteOf(one, 'Fica', 10);
    await noteOf(one, 'Sai', 5);
    await open(page, one);
    const admins = await screen.windowOf(await desk.attendant('Chefe', [], 'admin'));
    await open(admins, one);
    await section(admins, 'Observações').getByText('Sai').waitFor();
    await section(page, 'Observações').getByRole('button', { name: 'Excluir a observação “Sai”' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
    await page.getByText('Observação excluída com sucesso!').waitFor();
    await section(admins, 'Observações').getByText('Sai').waitFor({ state: 'detached' });
    await section(admins, 'Observações')
      .getByText(/^R\$\s10,00$/)
      .last()
      .waitFor();
    await admins.context().close();
  });

  test('A note of a colleague cannot be deleted by an attendant', async () => {
    const one = await caseOf(desk, ana, 'Elza Alheia');
    await desk.admin.post('/ticket-notes', { note: 'Do chefe', processValue: 1, ticketId: one.id });
    // Her calls of the API would end the session of her window.
    await desk.company
      .scope('tickets')
      .sql.run(
        sql`insert into tickets.note (ticket_id, user_id, note, value_cents) values (${one.id}, ${ana.id}, 'Minha', 100)`,
      );
    await open(hers, one);
    const notes = section(hers, 'Observações');
    await notes.getByRole('button', { name: 'Excluir a observação “Minha”' }).waitFor();
    await expect.poll(() => notes.getByRole('button', { name: 'Excluir a observação “Do chefe”' }).count()).toBe(0);
  });
});

describe('Extra information in the contact panel', () => {
  test('Values with www or http are links, and NOVA adds a line in place', async () => {
    const one = await gils('Ester Extra');
    await desk.admin.put(`/contacts/${one.contactId}`, {
      extraInfo: [
        { name: 'Pasta', value: 'www.drive.com/ester' },
        { name: 'CPF', value: '218' },
      ],
    });
    await open(page, one);
    const extra = section(page, 'Informações extras');
    const link = extra.getByRole('link', { name: 'www.drive.com/ester' });
    await expect.poll(() => link.getAttribute('href')).toBe('https://www.drive.com/ester');
    await expect.poll(() => link.getAttribute('rel')).toContain('noopener');
    await extra.getByRole('button', { name: 'NOVA' }).press('Enter');
    await page.keyboard.press('Enter');
    await extra.getByText('Preencha o nome e o valor.').waitFor();
    await page.keyboard.type('Site');
    await page.keyboard.press('Tab');
    await page.keyboard.type('http://ester.com.br');
    await page.keyboard.press('Enter');
    await extra.getByRole('link', { name: 'http://ester.com.br' }).waitFor();
    const kept = async () =>
      (
        await desk.admin.get<{ extraInfo: { name: string; value: string }[] }>(`/contacts/${one.contactId}`)
      ).body.extraInfo.map(({ name, value }) => `${name}=${value}`);
    await eventual(kept).toEqual(['Pasta=www.drive.com/ester', 'CPF=218', 'Site=http://ester.com.br']);

    await extra.getByRole('button', { name: 'Editar CPF' }).press('Enter');
    await extra.getByRole('textbox', { name: 'Valor' }).fill('219');
    await extra.getByRole('button', { name: 'Salvar' }).click();
    await eventual(kept).toContain('CPF=219');
    await extra.getByRole('button', { name: 'Remover Pasta' }).press('Enter');
    await eventual(kept).toEqual(['CPF=219', 'Site=http://ester.com.br']);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await eventual(kept).toContain('Pasta=www.drive.com/ester');
  });

  test('A line being edited stays while a colleague saves others, or removes it', async () => {
    const one = await gils('Elias Extra');
    const lines = async () =>
      (await desk.admin.get<{ extraInfo: { id: number; name: string; value: string }[] }>(`/contacts/${one.contactId}`))
        .body.extraInfo;
    const colleague = (extraInfo: object[]) => desk.admin.put(`/contacts/${one.contactId}`, { extraInfo });
    await colleague([
      { name: 'CPF', value: '218' },
      { name: 'RG', value: '33' },
    ]);
    await open(page, one);
    const extra = section(page, 'Informações extras');
    await extra.getByRole('button', { name: 'Editar RG' }).press('Enter');
    const value = extra.getByRole('textbox', { name: 'Valor' });
    await value.fill('33.444');

    const [cpf, rg] = await lines();
    await colleague([{ ...cpf, value: '219' }, { ...rg }, { name: 'Site', value: 'www.a.br' }]);
    await extra.getByRole('link', { name: 'www.a.br' }).waitFor();
    expect(await value.inputValue()).toBe('33.444');
    await colleague([{ name: 'CPF', value: '220' }]);
    await extra.getByText('220').waitFor();
    expect(await value.inputValue()).toBe('33.444');
    await value.press('Enter');
    await eventual(async () => (await lines()).map((line) => `${line.name}=${line.value}`)).toEqual([
      'CPF=220',
      'RG=33.444',
    ]);
    await expect.poll(() => extra.getByRole('textbox').count()).toBe(0);
    await extra.getByText('33.444').waitFor();
  });
});

test('axe finds nothing in the panel, collapsed or open, with its forms, in light and dark', async () => {
  const one = await gils('Axel Acesso');
  await noteOf(one, 'Honorários', 10);
  await desk.admin.put(`/contacts/${one.contactId}`, { extraInfo: [{ name: 'Site', value: 'www.a.br' }] });
  await open(page, one);
  await section(page, 'Observações').getByText('Honorários').waitFor();
  const faults: string[] = [];
  /** `part`: what is new; the page around it was checked before. */
  const look = async (state: string, part?: string): Promise<void> => {
    faults.push(...(await axeFaultsInBothThemes(page, { part })).map((fault) => `${state}, ${fault}`));
  };
  await look('open');
  await section(page, 'Observações').getByRole('button', { name: 'Nova observação' }).click();
  await section(page, 'Observações').getByRole('button', { name: 'Salvar' }).click();
  await section(page, 'Informações extras').getByRole('button', { name: 'NOVA' }).click();
  await look('forms', 'aside[aria-label="Contato"]');
  await page
    .getByRole('region', { name: /^Conversa com/ })
    .getByRole('button', { name: 'Mais opções' })
    .click();
  await look('menu', '[role=menu]');
  await page.keyboard.press('Escape');
  expect(faults).toEqual([]);
});

test('No window reported an error during the tests of the contact panel', () => {
  expect(screen.troubles).toEqual([]);
});
