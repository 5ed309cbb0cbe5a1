import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdf, photo } from '../../../../scripts/test/product/files.ts';
import { provider } from '../channel/provider.ts';
import { sound } from '../conversation/files.ts';
import { openDesk, type Desk } from './desk.ts';

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

const bubble = (text: string | RegExp): Locator => page.getByRole('log').getByRole('listitem', { name: text }).last();

describe('The conversation by keyboard alone', () => {
  test('By keyboard alone a conversation is searched, for text and for media, from result to result', async () => {
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

  test('By keyboard alone a conversation is transferred to a person, returned and accepted again', async () => {
    const one = await caseOf('Léo Passa');
    await open(one.uuid);
    await keys.on(button('Transferir'), 'Enter', 'Shift+Tab');
    const form = dialog('Transferir atendimento');
    const person = form.getByRole('combobox', { name: 'Atendente' });
    await keys.has(person);
    await keys.type('Bianca');
    await page.getByRole('option', { name: 'Bianca Reis' }).waitFor();
    await keys.pick(person, 'Bianca Reis');
    await keys.pick(form.getByRole('combobox', { name: /^Departamento/ }), 'Vendas');
    await keys.on(button('Transferir', form));
    await said('Atendimento de Léo Passa transferido');
    await soon(async () => (await stateOf(one.id)).user?.name).toBe('Bianca Reis');
    await give(one.id, ana);
    // Loaded anew: it no longer offers to undo the transfer.
    await page.reload();
    await open(one.uuid);
    await keys.on(button('Devolver para a fila'), 'Enter', 'Shift+Tab');
    await said('Léo Passa voltou para a fila');
    await keys.on(button('Desfazer'));
    await soon(async () => (await stateOf(one.id)).user?.name).toBe('Ana Prado');
  });

  test('By keyboard alone pictures, audio, documents and quoted messages are reached', async () => {
    const one = await caseOf('Malu Mídia');
    const from = one.number;
    const { storage } = desk.company.scope('tickets');
    const sends = async (type: 'image' | 'audio' | 'document', name: string, body: Uint8Array): Promise<void> => {
      const { path, mime, size } = await storage.store({ name, body });
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

  test('By keyboard alone a failed message is sent again, and a sent one deleted', async () => {
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

  test('By keyboard alone files, captions and a recording are added, and the recording is paused, discarded or sent', async () => {
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
    await soon(() => recording.getByRole('timer').textContent()).toMatch(/^0:0[2-9]$/);
    await keys.press('Enter');
    await bubble(/Áudio/).waitFor();
  });

  test('By keyboard alone the signature is switched off and on', async () => {
    for (const column of ['defaultChatSubscript', 'chatSubscriptChoice'])
      await desk.admin.put('/companySettings', { column, data: 'enabled' });
    const one = await caseOf('Plínio Assina');
    await open(one.uuid);
    const signature = page.getByRole('switch', { name: /^O cliente (não )?verá seu nome/ });
    const isSigned = () => soon(() => signature.getAttribute('aria-checked'));
    // Shows the field and the messages for cases in which nothing was sent.
    const reached = () =>
      soon(async () => {
        const body = provider.accepted.at(-1)?.body ?? '';
        const thread = page.getByRole('log').getByRole('listitem');
        return body.endsWith('meu nome')
          ? body
          : `field: ${await composer().inputValue()}, thread: ${(await thread.allInnerTexts()).slice(-2).join(' / ')}`;
      });
    await isSigned().toBe('true');
    await keys.on(signature, 'Space');
    await isSigned().toBe('false');
    await keys.to(composer(), 'Shift+Tab');
    await keys.type('Sem meu nome');
    await keys.press('Enter');
    await reached().toBe('Sem meu nome');
    await keys.on(signature);
    await isSigned().toBe('true');
    await keys.to(composer(), 'Shift+Tab');
    await keys.type('Com meu nome');
    await keys.press('Enter');
    await reached().toBe('*Ana Prado:*\nCom meu nome');
  });

  test('By keyboard alone an emoji is inserted, the link is copied, and the conversation is deleted', async () => {
    const one = await caseOf('Saulo Emoji');
    await open(one.uuid);
    await keys.type('Combinado ');
    await keys.on(button('Emoji'));
    await keys.has(page.getByRole('textbox', { name: 'Buscar emoji' }));
    await keys.type('polegar');
    const thumb = button('polegar para cima');
    await thumb.waitFor();
    await keys.to(thumb, 'ArrowDown');
    await keys.press('Enter');
    await keys.has(composer());
    await soon(() => composer().inputValue()).toMatch(/^Combinado 👍/u);
    await keys.press('Control+a', 'Delete');
    const more = button('Mais opções', page.getByRole('region', { name: /^Conversa com/ }));
    await keys.on(more, 'Enter', 'Shift+Tab');
    await keys.choose('Copiar link');
    await keys.has(more);
    await soon(() => page.evaluate<string>('navigator.clipboard.readText()')).toMatch(new RegExp(`${one.uuid}$`));
    await keys.press('Enter');
    await keys.choose('Excluir');
    await keys.on(button('Excluir', page.getByRole('alertdialog')));
    await said('Atendimento excluído');
    expect((await desk.admin.get(`/tickets/${one.id}`)).status).toBe(404);
  });

  test('By keyboard alone a reply is cancelled, by its button and by Escape, and writing goes on', async () => {
    const one = await caseOf('Raul Responde');
    await open(one.uuid);
    await bubble(/Bom dia/).waitFor();
    const chip = page.getByRole('group', { name: 'Respondendo' });
    const answer = async (): Promise<void> => {
      await keys.press('Escape');
      await keys.press('m');
      await keys.has(page.getByRole('log'));
      await keys.press('End');
      await keys.has(bubble(/Bom dia/));
      await keys.press('r');
      await keys.has(composer());
      await chip.waitFor();
    };
    await answer();
    await keys.type('Fica');
    await keys.on(button('Não responder', chip), 'Enter', 'Shift+Tab');
    await closed(chip);
    await keys.has(composer());
    await soon(() => composer().inputValue()).toBe('Fica');
    await keys.press('Control+a', 'Delete');
    await answer();
    await keys.press('Escape');
    await closed(chip);
    await keys.has(composer());
    await keys.type('Sem resposta');
    await keys.press('Enter');
    await soon(
      async () => (await desk.messages(one.id)).find(({ body }) => body === 'Sem resposta')?.quotedMsg,
    ).toBeNull();
  });
});

test('The conversation tests used no pointer', async () => {
  expect(await at.pointed()).toBe(false);
});
