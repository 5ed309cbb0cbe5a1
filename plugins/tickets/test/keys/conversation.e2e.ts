import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { pdf, photo } from '../../../../scripts/test/product/files.ts';
import { sound } from '../conversation/files.ts';
import { openDesk, type Case, type Desk } from './desk.ts';

let at: Desk;
let desk: Desk['desk'];
let ana: Desk['ana'];
let page: Desk['page'];
let keys: Desk['keys'];
let soon: Desk['soon'];
let button: Desk['button'];
let dialog: Desk['dialog'];
let composer: Desk['composer'];
let stateOf: Desk['stateOf'];
let give: Desk['give'];
let caseOf: Desk['caseOf'];
let open: Desk['open'];
let closed: Desk['closed'];
let said: Desk['said'];

beforeAll(async () => {
  at = await openDesk();
  ({ desk, ana, page, keys, soon, button, dialog, composer, stateOf, give, caseOf, open, closed, said } = at);
});
afterAll(() => at?.screen.close());

const panel = (): Locator => page.getByRole('complementary', { name: 'Contato' });
const bubble = (text: string | RegExp): Locator => page.getByRole('log').getByRole('listitem', { name: text }).last();

describe('the conversation, by keyboard alone', () => {
  test('is searched, for words and for media, from find to find', async () => {
    const one = await caseOf('Karen Busca');
    for (const body of ['Sobre o recibo', 'Outra coisa', 'O recibo chegou'])
      await desk.arrives(one.number, body, { name: 'Karen Busca' });
    await open(one.uuid);
    await keys.press('Control+Shift+f');
    await keys.has(page.getByRole('searchbox', { name: 'Buscar nesta conversa' }));
    await keys.type('recibo');
    await said('2 mensagens encontradas');
    await keys.press('Enter');
    await said('1 de 2');
    await keys.press('Enter');
    await said('2 de 2');
    await keys.press('Shift+Enter');
    await said('1 de 2');
    await keys.on(button('Opções da busca'));
    const media = page.getByRole('menuitemcheckbox', { name: 'Somente mídias' });
    await keys.has(media);
    await keys.press('Enter');
    await soon(() => media.getAttribute('aria-checked')).toBe('true');
    await keys.press('Escape');
    await closed(media);
    await keys.on(button('Fechar a busca'));
    await closed(page.getByRole('searchbox', { name: 'Buscar nesta conversa' }));
  });

  test('is handed to a person, given back and taken again', async () => {
    const one = await caseOf('Léo Passa');
    await open(one.uuid);
    await keys.on(button('Transferir'), 'Enter', 'Shift+Tab');
    const form = dialog('Transferir atendimento');
    const person = form.getByRole('combobox', { name: 'Atendente' });
    await keys.has(person);
    await keys.type('Bianca');
    await page.getByRole('option', { name: 'Bianca Reis' }).waitFor();
    await keys.pick(person, 'Bianca Reis');
    await keys.pick(form.getByRole('combobox', { name: /^Fila/ }), 'Vendas');
    await keys.on(button('Transferir', form));
    await said('Atendimento de Léo Passa transferido');
    await soon(async () => (await stateOf(one.id)).user?.name).toBe('Bianca Reis');
    await give(one.id, ana);
    await open(one.uuid);
    await keys.on(button('Devolver para a fila'), 'Enter', 'Shift+Tab');
    await said('Léo Passa voltou para a fila');
    await keys.on(button('Desfazer'));
    await soon(async () => (await stateOf(one.id)).user?.name).toBe('Ana Prado');
  });

  test('shows its pictures, plays its audio, leads to its documents and to what a reply answers', async () => {
    const one = await caseOf('Malu Mídia');
    const from = one.number;
    const { storage } = desk.company.scope('tickets');
    const sends = async (type: 'image' | 'audio' | 'document', name: string, body: Uint8Array): Promise<void> => {
      const { path, mime, size } = await storage.keep({ name, body });
      await desk.arrives(from, '', { name: 'Malu Mídia', media: { type, path, name, mime, size } });
    };
    await desk.arrives(from, 'Pergunta', { name: 'Malu Mídia', externalId: 'pergunta' });
    await sends('image', 'um.png', photo());
    await sends('image', 'dois.png', photo());
    await sends('audio', 'voz.wav', sound(4));
    await sends('document', 'Nota.txt', new TextEncoder().encode('Nota'));
    await open(one.uuid);
    await bubble(/Documento/).waitFor();
    await keys.press('Escape');
    await keys.press('m');
    await keys.has(page.getByRole('log'));
    await keys.press('End');
    await keys.has(bubble(/Documento/));
    await keys.to(bubble(/Documento/).getByRole('link', { name: 'Baixar Nota.txt' }));
    await keys.press('Escape');
    await keys.has(bubble(/Documento/));
    await keys.to(bubble(/Áudio/), 'ArrowUp');
    await keys.on(button(/^Velocidade/, bubble(/Áudio/)));
    await soon(() => button(/^Velocidade/, bubble(/Áudio/)).textContent()).toBe('1,5×');
    await keys.on(button('Ouvir', bubble(/Áudio/)), 'Enter', 'Shift+Tab');
    await keys.on(button('Pausar', bubble(/Áudio/)));
    await button('Ouvir', bubble(/Áudio/)).waitFor();
    await keys.press('Escape');
    await keys.has(bubble(/Áudio/));
    await keys.press('ArrowUp');
    await keys.on(page.getByRole('log').getByRole('button', { name: 'Ver dois.png em tela cheia' }));
    await dialog('dois.png').waitFor();
    await keys.press('ArrowLeft');
    await dialog('um.png').waitFor();
    await keys.press('Escape');
    await closed(dialog());
    await keys.has(page.getByRole('log').getByRole('button', { name: 'Ver dois.png em tela cheia' }));
    await keys.press('Escape');
    await keys.has(bubble(/dois\.png|Foto/));
    await keys.to(bubble(/Pergunta/), 'ArrowUp');
    await keys.press('r');
    await keys.has(composer());
    await keys.type('Resposta');
    await keys.press('Enter');
    await bubble(/Resposta/).waitFor();
    await keys.press('Escape');
    await keys.press('m', 'End');
    await keys.has(bubble(/Resposta/));
    await keys.on(button(/Pergunta/, bubble(/Resposta/)));
    await soon(() => bubble(/Malu Mídia, Pergunta/).evaluate((row) => row.getBoundingClientRect().top)).toBeGreaterThan(
      0,
    );
  });

  test('sends again what failed, and takes back what was sent', async () => {
    const one = await caseOf('Nuno Falha');
    await open(one.uuid);
    await page.route(`**/api/messages/${one.id}`, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { error: 'ERR_INTERNAL' } })
        : route.continue(),
    );
    await keys.type('Não vai');
    await keys.press('Enter');
    const again = button('Tentar de novo', page.getByRole('log'));
    await again.waitFor();
    await page.unroute(`**/api/messages/${one.id}`);
    await keys.on(again, 'Enter', 'Shift+Tab');
    await closed(again);
    await bubble(/Não vai/).waitFor();
    await keys.press('m', 'End');
    await keys.has(bubble(/Não vai/));
    await keys.press('Enter');
    await keys.choose('Apagar');
    await keys.on(button('Apagar', page.getByRole('alertdialog')));
    await soon(
      async () => (await desk.messages(one.id)).find(({ body }) => body === 'Não vai')?.isDeleted ?? true,
    ).toBe(true);
  });

  test('takes files, captions, a signature, and a recording that is paused, thrown away or sent', async () => {
    const one = await caseOf('Odete Anexa');
    await open(one.uuid);
    const chosen = page.waitForEvent('filechooser');
    await keys.on(button('Anexar arquivo'));
    await (
      await chosen
    ).setFiles([
      { name: 'um.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf('Um', ['Assinado'])) },
      { name: 'dois.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf('Dois', ['Assinado'])) },
    ]);
    const tray = page.getByRole('list', { name: 'Anexos' });
    await soon(() => tray.getByRole('listitem').count()).toBe(2);
    await keys.on(button('Remover dois.pdf', tray), 'Enter', 'Shift+Tab');
    await soon(() => tray.getByRole('listitem').count()).toBe(1);
    await keys.has(composer());
    await keys.type('Segue');
    await keys.press('Enter');
    await bubble(/Segue/).getByRole('link', { name: 'Baixar um.pdf' }).waitFor();

    await keys.on(button('Gravar áudio'));
    const recording = page.getByRole('group', { name: 'Gravação de áudio' });
    await keys.has(button('Enviar áudio', recording));
    await keys.on(button('Pausar', recording), 'Enter', 'Shift+Tab');
    await keys.on(button('Continuar a gravar', recording));
    await button('Pausar', recording).waitFor();
    await keys.press('Escape');
    await closed(recording);
    await keys.has(composer());
    await keys.on(button('Gravar áudio'));
    await keys.has(button('Enviar áudio', recording));
    await soon(() => recording.getByRole('timer').textContent()).toBe('0:02');
    await keys.press('Enter');
    await bubble(/Áudio/).waitFor();
  });
});

describe('the panel of the contact, by keyboard alone', () => {
  const opened = async (name: string): Promise<Case> => {
    const one = await caseOf(name);
    await open(one.uuid);
    await panel().waitFor();
    return one;
  };

  test('is closed and opened, and the contact is edited', async () => {
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

  test('has its origin and its stage chosen', async () => {
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

  test('has notes written and deleted, and lines of information added, changed and removed', async () => {
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

  test('is folded, shows an earlier conversation, and walks through its gallery', async () => {
    const one = await caseOf('Sílvia Antes');
    await desk.admin.put(`/tickets/${one.id}`, { status: 'closed' });
    await desk.company
      .scope('tickets')
      .sql.run(sql`update tickets.ticket set closed_at = now() - interval '3 days' where id = ${one.id}`);
    const next = await desk.arrives(one.number, 'Voltei: https://exemplo.com.br', {
      name: 'Sílvia Antes',
    });
    await give(next.ticketId, ana);
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
  });
});

test('nothing of it was done with a pointer', async () => {
  expect(await at.pointed()).toBe(false);
});
