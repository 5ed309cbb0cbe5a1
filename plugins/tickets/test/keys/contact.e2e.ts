import type { Download, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { provider } from '../channel/provider.ts';
import { givePicture } from '../drawer/screen.ts';
import { visit } from '../visit.ts';
import { openDesk, type Case, type Desk } from './desk.ts';

let at: Desk;
let desk: Desk['desk'];
let page: Desk['page'];
let keys: Desk['keys'];
let soon: Desk['soon'];
let button: Desk['button'];
let dialog: Desk['dialog'];
let caseOf: Desk['caseOf'];
let open: Desk['open'];
let closed: Desk['closed'];
let said: Desk['said'];

beforeAll(async () => {
  at = await openDesk();
  ({ desk, page, keys, soon, button, dialog, caseOf, open, closed, said } = at);
});
afterAll(() => at?.screen.close());

const panel = (): Locator => page.getByRole('complementary', { name: 'Contato' });

describe('The contact panel by keyboard alone', () => {
  const opened = async (name: string): Promise<Case> => {
    const one = await caseOf(name);
    await open(one.uuid);
    await panel().waitFor();
    return one;
  };

  test('By keyboard alone the panel is closed and opened, and the contact is edited', async () => {
    const one = await opened('Pia Painel');
    await keys.on(button('Fechar contato', panel()));
    await closed(panel());
    await keys.on(button('Mostrar contato'), 'Enter', 'Shift+Tab');
    await keys.on(button('Editar contato', panel()));
    await keys.to(dialog().getByLabel('E-mail'));
    await keys.type('pia@exemplo.com.br');
    await keys.press('Enter');
    await said('Contato salvo com sucesso.');
    await keys.has(button('Editar contato', panel()));
    expect((await desk.admin.get<{ email: string }>(`/contacts/${one.contactId}`)).body.email).toBe(
      'pia@exemplo.com.br',
    );
  });

  test('By keyboard alone origin and stage are chosen', async () => {
    const one = await opened('Quênia Escolhe');
    await keys.pick(panel().getByRole('combobox', { name: 'Origem' }), 'INDICAÇÃO');
    const origin = async () => (await desk.admin.get<{ origin: string }>(`/contacts/${one.contactId}`)).body.origin;
    await soon(origin).toBe('INDICAÇÃO');
    const stage = panel().getByRole('region', { name: 'Etapa no CRM' }).getByRole('combobox');
    const before = await stage.textContent();
    await keys.to(stage);
    await keys.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
    await soon(() => stage.textContent()).not.toBe(before);
  });

  test('By keyboard alone notes are written and deleted, and extra information is added, changed and removed', async () => {
    const one = await opened('Rosa Notas');
    await keys.on(button('Nova observação', panel()));
    await keys.has(panel().getByRole('textbox', { name: 'Observação' }));
    await keys.type('Custas');
    await keys.press('Tab');
    await keys.type('12,5');
    await keys.press('Enter');
    await keys.on(button('Excluir a observação “Custas”', panel()));
    await keys.on(button('Excluir', page.getByRole('alertdialog')));
    await said('Observação excluída com sucesso!');

    const kept = async () =>
      (await desk.admin.get<{ extraInfo: { name: string; value: string }[] }>(`/contacts/${one.contactId}`)).body
        .extraInfo;
    await keys.on(button('NOVA', panel()));
    await keys.has(panel().getByRole('textbox', { name: 'Nome do campo' }));
    await keys.type('CPF');
    await keys.press('Tab');
    await keys.type('218');
    await keys.press('Enter');
    await soon(kept).toMatchObject([{ name: 'CPF', value: '218' }]);
    await keys.on(button('Editar CPF', panel()));
    await keys.to(panel().getByRole('textbox', { name: 'Valor' }));
    await keys.press('Control+a');
    await keys.type('219');
    await keys.press('Enter');
    await soon(kept).toMatchObject([{ name: 'CPF', value: '219' }]);
    await keys.on(button('Remover CPF', panel()));
    await soon(kept).toEqual([]);
  });

  test('By keyboard alone sections are collapsed, the gallery is browsed, and an earlier conversation is opened', async () => {
    const one = await caseOf('Sílvia Antes');
    await desk.admin.put(`/tickets/${one.id}`, { status: 'closed' });
    await desk.company
      .scope('tickets')
      .sql.run(sql`update tickets.ticket set closed_at = now() - interval '3 days' where id = ${one.id}`);
    const next = await desk.arrives(one.number, 'Voltei: https://exemplo.com.br', { name: 'Sílvia Antes' });
    await at.give(next.ticketId, at.ana);
    await open(next.ticketUuid);
    await keys.on(button('Observações', panel()));
    await soon(() => button('Observações', panel()).getAttribute('aria-expanded')).toBe('false');
    await keys.press('Enter');
    await soon(() => button('Observações', panel()).getAttribute('aria-expanded')).toBe('true');
    const gallery = panel().getByRole('region', { name: 'Mídia e links' });
    await keys.on(button(/^Mídia e links/, gallery));
    await keys.to(gallery.getByRole('tab', { selected: true }));
    await keys.to(gallery.getByRole('tab', { name: 'Links' }), 'ArrowRight');
    await keys.to(gallery.getByRole('link', { name: /exemplo\.com\.br/ }));
    const earlier = panel().getByRole('region', { name: 'Atendimentos anteriores' }).getByRole('link');
    await keys.on(earlier, 'Enter', 'Shift+Tab');
    await page.waitForURL(`**/tickets/${one.uuid}*`);
  });

  test('By keyboard alone the contact’s picture is enlarged, and the focus returns to it', async () => {
    const one = await caseOf('Tomás Foto');
    await givePicture(desk, one.contactId, '/public/retrato.png');
    await open(one.uuid);
    const face = button('Ver a foto de Tomás Foto', panel());
    await keys.on(face);
    await dialog('Tomás Foto').getByRole('img', { name: 'Foto de Tomás Foto' }).waitFor();
    await keys.press('Escape');
    await closed(dialog());
    await keys.has(face);
  });

  test('By keyboard alone the log is read, the newest entries first, and all of them on request', async () => {
    const one = await caseOf('Ugo Passos');
    for (let times = 0; times < 3; times += 1) {
      await desk.admin.put(`/tickets/${one.id}`, { status: 'open', userId: at.bia.id, queueId: at.support });
      await at.give(one.id, at.ana);
    }
    await open(one.uuid);
    const steps = panel().getByRole('region', { name: 'Histórico' }).getByRole('listitem');
    await soon(() => steps.count()).toBe(6);
    await keys.on(button(/^Mais \d+ registros?$/, panel()));
    await soon(() => steps.last().textContent()).toContain('O cliente começou a conversa');
    await keys.has(button('Mostrar menos', panel()));
    await keys.press('Enter');
    await soon(() => steps.count()).toBe(6);
  });
});

describe('The contacts page by keyboard alone', () => {
  const row = (name: string): Locator => page.getByRole('row', { name: new RegExp(name) });
  const field = (name: string): Locator => dialog().getByLabel(name);
  const found = async <T>(number: string): Promise<T> =>
    (await desk.admin.get<T>(`/contacts/get-by-number/${number}`)).body;
  const contacts = async (): Promise<void> => {
    await visit(page, '/contacts');
    await button('Adicionar contato').first().waitFor();
  };
  /** Chooses a file with the focused control. */
  const choose = async (by: Locator, name: string, text: string): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await keys.on(by);
    await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  };
  const saved = async (press: () => Promise<void>): Promise<Download> => {
    const download = page.waitForEvent('download');
    await press();
    return download;
  };

  test('By keyboard alone a contact without a channel is added, with further data and a file', async () => {
    const number = desk.number();
    provider.unknown.add(number);
    await contacts();
    await keys.on(button('Adicionar contato'));
    await keys.has(field('Nome'));
    await keys.type('Valdir Novo');
    await keys.press('Tab');
    await keys.type(number);
    const extra = dialog().getByRole('group', { name: 'Informações extras' });
    await keys.on(button('Adicionar', extra));
    await keys.has(extra.getByLabel('Nome do campo'));
    await keys.type('Erro');
    await keys.on(button('Remover Erro', extra));
    await keys.has(button('Adicionar', extra));
    await keys.press('Enter');
    await keys.has(extra.getByLabel('Nome do campo'));
    await keys.type('CPF');
    await keys.press('Tab');
    await keys.type('218');
    await choose(button('Anexar', dialog()), 'nada.txt', 'Nada');
    await dialog().getByText('nada.txt').waitFor();
    await keys.on(button('Remover nada.txt', dialog()));
    await keys.has(button('Anexar', dialog()));
    await choose(button('Anexar', dialog()), 'notas.txt', 'Notas');
    await dialog().getByText('notas.txt').waitFor();
    await keys.on(button('Adicionar', dialog()).last());
    await said('Deseja adicionar mesmo assim?');
    await keys.on(button('Salvar mesmo assim'), 'Enter', 'Shift+Tab');
    await closed(dialog());
    await keys.has(button('Adicionar contato'));
    expect(await found(number)).toMatchObject({
      name: 'Valdir Novo',
      mediaName: 'notas.txt',
      extraInfo: [{ name: 'CPF', value: '218' }],
    });
    provider.unknown.delete(number);
  });

  test('By keyboard alone contacts are searched, the results exported, and one of them edited', async () => {
    const one = await caseOf('Wanda Procura');
    await caseOf('Xisto Outro');
    await contacts();
    await keys.to(page.getByRole('searchbox', { name: /^Buscar por nome/ }));
    await keys.type('wanda');
    await closed(row('Xisto'));
    await keys.on(button('Mais opções'));
    const file = await saved(() => keys.choose('Exportar os encontrados (csv)'));
    expect(file.suggestedFilename()).toBe('contatos.csv');
    const edit = button('Editar Wanda Procura');
    await keys.on(edit);
    await keys.has(field('Nome'));
    await keys.press('Control+a');
    await keys.type('Wanda Achada');
    await keys.pick(dialog().getByRole('combobox', { name: 'Origem' }), 'INDICAÇÃO');
    await keys.to(field('E-mail'), 'Shift+Tab');
    await keys.type('wanda@exemplo.com.br');
    await keys.press('Enter');
    await closed(dialog());
    await keys.has(button('Editar Wanda Achada'));
    await soon(() => found(one.number)).toMatchObject({
      name: 'Wanda Achada',
      email: 'wanda@exemplo.com.br',
      origin: 'INDICAÇÃO',
    });
    await keys.on(button('Conversar com Wanda Achada'), 'Enter', 'Shift+Tab');
    await page.getByRole('region', { name: 'Conversa com Wanda Achada' }).waitFor();
  });

  test('By keyboard alone a spreadsheet is imported: columns are assigned, the result is previewed, and skipped rows are saved', async () => {
    await contacts();
    await keys.on(button('Importar'));
    await keys.choose('De uma planilha');
    await choose(
      button('Escolher arquivo'),
      'agenda.csv',
      'Quem,Telefone\nYara Planilha,5511955550001\nY,5511955550002\n',
    );
    const use = (column: string): Locator => page.getByRole('combobox', { name: `O que é a coluna ${column}` });
    await use('Quem').waitFor();
    await keys.has(page.getByRole('group', { name: 'Colunas' }));
    await keys.pick(use('Quem'), 'Nome');
    await soon(() => use('Quem').textContent()).toBe('Nome');
    await keys.pick(use('Telefone'), 'WhatsApp');
    await soon(() => use('Telefone').textContent()).toBe('WhatsApp');
    await keys.on(button('Conferir'));
    await keys.has(page.getByRole('group', { name: 'Conferência' }));
    await page.getByRole('row', { name: /Nome muito curto!/ }).waitFor();
    await keys.on(button('Importar 1 contato'));
    await said('Importação concluída.');
    const report = await saved(() => keys.on(button('Baixar csv')));
    expect(report.suggestedFilename()).toMatch(/linhas-fora\.csv$/);
    await keys.on(button('Ver contatos'));
    await row('Yara Planilha').waitFor();
  });

  test('By keyboard alone two contacts are merged, with a choice for each field', async () => {
    const [one, other] = [await caseOf('Zeca Um'), await caseOf('Zeca Dois')];
    await desk.admin.put(`/tickets/${other.id}`, { status: 'closed' });
    await desk.admin.put(`/contacts/${one.contactId}`, { email: 'um@exemplo.com.br' });
    await desk.admin.put(`/contacts/${other.contactId}`, { email: 'dois@exemplo.com.br' });
    await contacts();
    await keys.on(page.getByRole('checkbox', { name: 'Selecionar Zeca Dois' }), 'Space');
    await keys.on(page.getByRole('checkbox', { name: 'Selecionar Zeca Um' }), 'Space');
    await said('2 contatos selecionados');
    await keys.on(button('Unir contatos'), 'Enter', 'Shift+Tab');
    const whom = dialog('Unir contatos');
    await keys.to(whom.getByRole('radio', { name: 'Zeca Dois' }));
    await keys.press('ArrowDown');
    await soon(() => whom.getByRole('radio', { name: 'Zeca Um' }).first().isChecked()).toBe(true);
    const emails = whom.getByRole('row', { name: /^E-mail/ });
    await keys.to(emails.getByRole('radio', { checked: true }));
    await keys.to(emails.getByRole('radio', { name: 'dois@exemplo.com.br' }), 'ArrowDown');
    await keys.on(button('Unir contatos', whom));
    await closed(dialog());
    await closed(row('Zeca Dois'));
    expect(await found(one.number)).toMatchObject({ name: 'Zeca Um', email: 'dois@exemplo.com.br' });
  });

  test('By keyboard alone a contact without conversations is deleted, after a question', async () => {
    const number = desk.number();
    await desk.admin.post('/contacts', { name: 'Abel Apagado', number });
    await contacts();
    await keys.on(button('Excluir Abel Apagado'));
    await keys.on(button('Excluir contato', page.getByRole('alertdialog')));
    await closed(row('Abel Apagado'));
    await said('Contato excluído.');
    expect((await desk.admin.get(`/contacts/get-by-number/${number}`)).status).toBe(404);
  });
});

test('The contact tests used no pointer', async () => {
  expect(await at.pointed()).toBe(false);
});
