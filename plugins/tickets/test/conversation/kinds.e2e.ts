import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { Person } from '@balcao/testing';
import { pdf, photo } from '../../../../scripts/test/product/files.ts';
import { provider } from '../channel/provider.ts';
import { sound } from './files.ts';
import { bubbleOf, open, openScreen, type Screen, type Talk } from './screen.ts';

let screen: Screen;
let page: Page;
let marina: Person;
/** Calls the API: one person has one session. */
let renata: Person;
let maria: Talk;
let queueId: number;

beforeAll(async () => {
  screen = await openScreen();
  queueId = await screen.at.queue('Recepção');
  marina = await screen.at.attendant('Marina Azevedo', [queueId], 'gestor');
  renata = await screen.at.attendant('Renata Lima', [queueId], 'gestor');
  maria = await screen.talk(marina, 'Maria Aparecida');
  page = await screen.windowOf(marina);
  await open(page, maria);
});
afterAll(() => screen?.close());

const composer = () => page.getByRole('textbox', { name: /^Mensagem para/ });
const soon = <T>(read: () => T | Promise<T>) => expect.poll(read);
const say = async (text: string): Promise<void> => {
  await composer().fill(text);
  await composer().press('Enter');
  await bubbleOf(page, text).getByRole('img', { name: 'Enviada' }).waitFor();
};
const menuOf = async (text: string | RegExp): Promise<void> => {
  await bubbleOf(page, text).hover();
  await bubbleOf(page, text).locator('[data-bubble]').click({ button: 'right' });
  await page.getByRole('menu', { name: 'Opções da mensagem' }).waitFor();
};

test('A message that comes from an ad says so above its text, with a link to the ad', async () => {
  const url = 'https://fb.me/2ZQ1yPXAu';
  await maria.says('Vi o anúncio', { context: { kind: 'ad', id: '9', url, title: 'Consulta sem compromisso' } });
  const link = bubbleOf(page, 'Vi o anúncio').getByRole('link', {
    name: 'Veio de um anúncio: Consulta sem compromisso',
  });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe(url);
});

test('A location shows its name, address and coordinates, with a link to a map and no request to a third party', async () => {
  const strangers: string[] = [];
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && host !== new URL(screen.host.url).host) strangers.push(request.url());
  });
  await maria.says('Agência do INSS', {
    data: {
      kind: 'location',
      latitude: -23.55052,
      longitude: -46.633308,
      name: 'Agência do INSS',
      address: 'Viaduto Santa Ifigênia, 266',
    },
  });
  const place = bubbleOf(page, /Agência do INSS/);
  await place.getByText('Viaduto Santa Ifigênia, 266').waitFor();
  await place.getByText('-23.55052, -46.63331').waitFor();
  const link = place.getByRole('link', { name: 'Abrir no mapa' });
  await expect.poll(() => link.getAttribute('href')).toContain(encodeURIComponent('-23.55052,-46.633308'));
  await expect.poll(() => link.getAttribute('rel')).toContain('noopener');
  expect(strangers).toEqual([]);
});

test('A contact card opens the running conversation with that number, or the dialog to begin one', async () => {
  const known = await screen.talk(renata, 'João Batista');
  await maria.says('Contatos', {
    data: {
      kind: 'contacts',
      contacts: [
        { name: 'Sônia Prates', numbers: ['5511977776666'] },
        { name: 'João', numbers: [known.number] },
      ],
    },
  });
  const card = bubbleOf(page, /Contatos/);
  await card.getByRole('button', { name: /Conversar com Sônia Prates/ }).click();
  const dialog = page.getByRole('dialog');
  await soon(() => dialog.getByLabel('Nome').inputValue()).toBe('Sônia Prates');
  expect(
    (
      await dialog
        .getByLabel(/Número|WhatsApp/)
        .first()
        .inputValue()
    ).replace(/\D/g, ''),
  ).toBe('5511977776666');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await card.getByRole('button', { name: /Conversar com João/ }).click();
  await page.getByRole('region', { name: 'Conversa com João Batista' }).waitFor();
  await open(page, maria);
});

test('A sticker is shown without a bubble', async () => {
  await maria.sends('sticker', 'figurinha.png', photo());
  const bubble = bubbleOf(page, /Figurinha/).locator('[data-bubble]');
  await soon(() => bubble.evaluate((box) => getComputedStyle(box).backgroundColor)).toBe('rgba(0, 0, 0, 0)');
});

test('Pictures open in a viewer that zooms and moves through those of the conversation', async () => {
  await maria.sends('image', 'um.png', photo(), { body: 'Primeira foto' });
  await maria.sends('image', 'dois.png', photo(), {
    body: 'Segunda foto, e muitas palavras que alargariam a bolha para além da foto se ela crescesse com o que diz',
  });
  const bubble = bubbleOf(page, /Segunda foto/).locator('[data-bubble]');
  await bubble.locator('img').waitFor();
  const beside = await bubble.evaluate((box) => box.clientWidth - (box.querySelector('img')?.clientWidth ?? 0));
  expect(beside).toBeLessThan(10);
  await bubbleOf(page, /Segunda foto/)
    .getByRole('button', { name: /em tela cheia/ })
    .click();
  const viewer = page.getByRole('dialog', { name: 'dois.png' });
  await viewer.getByText('Segunda foto').waitFor();
  const scale = () => viewer.locator('img').evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).a);
  await page.keyboard.press('+');
  await soon(scale).toBeGreaterThan(1.3);
  await page.keyboard.press('-');
  await soon(scale).toBe(1);
  await viewer.getByRole('button', { name: 'Baixar' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('dialog', { name: 'um.png' }).getByText('Primeira foto').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('Audio plays at 0.5, 1, 1.5 or 2, and the speed is remembered', async () => {
  await maria.sends('audio', 'voz.wav', sound(4));
  const speed = () => bubbleOf(page, /Áudio/).getByRole('button', { name: /^Velocidade/ });
  const shown: string[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    shown.push((await speed().textContent()) ?? '');
    await speed().click();
  }
  expect(shown.toSorted()).toEqual(['0,5×', '1,5×', '1×', '2×']);
  await speed().click();
  const chosen = await speed().textContent();
  await page.reload();
  await soon(() => speed().textContent()).toBe(chosen);
});

test('A video plays in the conversation, with the controls of the browser', async () => {
  await maria.sends('video', 'vistoria.mp4', new TextEncoder().encode('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'));
  const video = page.getByRole('log').locator('video[controls]').last();
  await video.waitFor();
  await soon(() => video.getAttribute('src')).toMatch(/^\/public\/.*\?t=/);
});

test('A document is a download under its own name', async () => {
  await maria.sends('document', 'Procuração.pdf', pdf('Procuração', ['Assinada']));
  const link = bubbleOf(page, /Documento/).getByRole('link', { name: 'Baixar Procuração.pdf' });
  await expect.poll(() => link.getAttribute('download')).toBe('Procuração.pdf');
});

test('Text is formatted as in WhatsApp', async () => {
  await maria.says('*negrito* _itálico_ ~riscado~ `código`\n- um\n- dois\n> citado\nfim');
  const row = bubbleOf(page, /negrito/);
  await row.locator('strong', { hasText: 'negrito' }).waitFor();
  await row.locator('em', { hasText: 'itálico' }).waitFor();
  await row.locator('s', { hasText: 'riscado' }).waitFor();
  await row.locator('code', { hasText: 'código' }).waitFor();
  await expect.poll(() => row.locator('ul > li').allTextContents()).toEqual(['um', 'dois']);
  await row.getByRole('blockquote').getByText('citado').waitFor();
});

test('Reactions of both sides are on the bubble with who gave them', async () => {
  await maria.says('Deu certo!', { externalId: 'deu-certo' });
  await bubbleOf(page, 'Deu certo!').hover();
  await bubbleOf(page, 'Deu certo!').getByRole('button', { name: 'Reagir' }).click();
  await page.getByRole('toolbar', { name: 'Escolher uma reação' }).getByRole('button', { name: '👍' }).click();
  const ours = bubbleOf(page, 'Deu certo!').getByRole('button', { name: '👍 Marina Azevedo' });
  await ours.waitFor();
  await soon(() => provider.changes).toContainEqual({ externalId: 'deu-certo', reaction: '👍' });
  await maria.reacts('deu-certo', '❤️');
  await bubbleOf(page, 'Deu certo!').getByRole('button', { name: '❤️ Maria' }).waitFor();
  await ours.click();
  await ours.waitFor({ state: 'detached' });
  await soon(() => provider.changes).toContainEqual({ externalId: 'deu-certo', reaction: '' });
});

test('A message that its author edited says so', async () => {
  await maria.says('Quarta', { externalId: 'quarta' });
  await maria.edits('quarta', 'Quinta-feira');
  await bubbleOf(page, 'Quinta-feira').getByText('editada').waitFor();
});

test('A message that its author deleted is shown as deleted, and its text is gone', async () => {
  await maria.says('Senha 1234', { externalId: 'senha' });
  await bubbleOf(page, 'Senha 1234').waitFor();
  await maria.deletes('senha');
  await bubbleOf(page, 'Mensagem apagada').waitFor();
  await expect.poll(() => bubbleOf(page, 'Senha 1234').count()).toBe(0);
});

test('One’s own message is edited and deleted from its menu, where the channel allows it', async () => {
  await say('Amanha as 10h');
  await menuOf('Amanha as 10h');
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await page.getByRole('textbox', { name: 'Editar mensagem' }).fill('Amanhã às 10h');
  await page.keyboard.press('Enter');
  await bubbleOf(page, 'Amanhã às 10h').getByText('editada').waitFor();
  await soon(() => provider.changes.map(({ body }) => body)).toContain('Amanhã às 10h');
  await menuOf('Amanhã às 10h');
  await page.getByRole('menuitem', { name: 'Apagar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apagar' }).click();
  await bubbleOf(page, 'Amanhã às 10h').waitFor({ state: 'detached' });
  await soon(() => provider.changes.some(({ revoked }) => revoked)).toBe(true);
  await maria.says('De outra pessoa');
  await menuOf('De outra pessoa');
  await expect.poll(() => page.getByRole('menuitem', { name: /Editar|Apagar/ }).count()).toBe(0);
  await page.keyboard.press('Escape');
});

test('A message is forwarded to conversations found by name, and is marked as forwarded there', async () => {
  const bruno = await screen.talk(renata, 'Bruno Tavares');
  await screen.at
    .arrives(screen.at.number(), 'Oi', { name: 'Brunela Sem Atendimento' })
    .then(({ ticketId }) => renata.put(`/tickets/${ticketId}`, { status: 'closed', justClose: true }));
  await maria.sends('image', 'planta.png', photo(), { body: 'A planta da casa' });
  await menuOf(/A planta da casa/);
  await page.getByRole('menuitem', { name: 'Encaminhar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Encaminhar mensagem' });
  await dialog.getByRole('checkbox', { name: /Maria Aparecida/ }).waitFor();
  await dialog.getByRole('searchbox').fill('Brun');
  await dialog.getByText(/sem conversa aberta que você possa usar/).waitFor();
  await dialog.getByRole('checkbox', { name: /Bruno Tavares/ }).click();
  await dialog.getByText('Para Bruno Tavares').waitFor();
  await dialog.getByRole('button', { name: 'Encaminhar' }).click();
  await page.getByText('Encaminhado para Bruno Tavares').waitFor();
  await open(page, bruno);
  const copy = bubbleOf(page, /A planta da casa/);
  await copy.getByText('Encaminhada').waitFor();
  await soon(() => copy.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await open(page, maria);
});

test('Several messages are selected by click and key, copied as text with their authors, and deselected by Esc', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await maria.says('Primeira escolhida');
  await maria.says('Segunda escolhida');
  await menuOf('Primeira escolhida');
  await page.getByRole('menuitem', { name: 'Selecionar' }).click();
  const bar = page.getByRole('toolbar', { name: 'Mensagens selecionadas' });
  await bar.getByText('1 selecionada').first().waitFor();
  await bubbleOf(page, 'Segunda escolhida').getByRole('checkbox').click();
  await bar.getByText('2 selecionadas').first().waitFor();
  await page.keyboard.press('x');
  await bar.getByText('1 selecionada').first().waitFor();
  await page.keyboard.press(' ');
  await bar.getByText('2 selecionadas').first().waitFor();
  await bar.getByRole('button', { name: 'Copiar texto' }).click();
  await bar.waitFor({ state: 'detached' });
  await soon(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^\[.+\] Maria Aparecida: Primeira escolhida\n\[.+\] Maria Aparecida: Segunda escolhida$/,
  );
  await bubbleOf(page, 'Segunda escolhida').focus();
  await page.keyboard.press('x');
  await bar.waitFor();
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Conversa com Maria Aparecida' }).waitFor();
});

test('The facts of a message show who wrote it and when it was delivered and read', async () => {
  const { body } = await renata.post<{ id: number }>(`/messages/${maria.id}`, { body: 'Viu o prazo?' });
  await bubbleOf(page, 'Viu o prazo?').getByRole('img', { name: 'Enviada' }).waitFor();
  await maria.acks(`out-${screen.at.connectionId}-${body.id}`, 2);
  await menuOf('Viu o prazo?');
  await page.getByRole('menuitem', { name: 'Dados da mensagem' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dados da mensagem' });
  await soon(() => dialog.getByRole('definition').allTextContents()).toEqual([
    'Renata Lima',
    expect.stringMatching(/\d\d:\d\d/),
    expect.stringMatching(/\d\d:\d\d/),
    expect.stringMatching(/\d\d:\d\d/),
    'Ainda não',
  ]);
  await maria.acks(`out-${screen.at.connectionId}-${body.id}`, 3);
  await soon(() => dialog.getByRole('definition').last().textContent()).toMatch(/\d\d:\d\d/);
  await page.keyboard.press('Escape');
});

test('Internal notes look different and name their author, and messages of colleagues are named too', async () => {
  await renata.post(`/messages/${maria.id}/internal`, { body: 'Conferir o CNIS' });
  await bubbleOf(page, /Conferir o CNIS/)
    .getByText('Nota interna · Renata Lima')
    .waitFor();
  const { body } = await renata.post<{ id: number }>(`/messages/${maria.id}`, { body: 'Falo pela Marina' });
  await bubbleOf(page, 'Falo pela Marina').getByText('Renata Lima').waitFor();
  await renata.post(`/messages/${maria.id}`, { body: 'E confirmo', quotedMsg: { id: body.id } });
  const quote = (text: string) => bubbleOf(page, text).getByRole('button', { name: /Falo pela Marina/ });
  await soon(() => quote('E confirmo').textContent()).toMatch(/^Renata Lima/);
  await say('Palavras de Marina');
  await bubbleOf(page, 'Palavras de Marina').hover();
  await bubbleOf(page, 'Palavras de Marina').getByRole('button', { name: 'Responder' }).click();
  await page.getByRole('group', { name: 'Respondendo' }).getByText('Você', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Não responder' }).click();
});

test('A failed message shows the reason and is sent again', async () => {
  provider.refusals.set('Não passa', { failure: 'refused', times: 1 });
  await composer().fill('Não passa');
  await composer().press('Enter');
  const row = bubbleOf(page, 'Não passa');
  await row.getByText('Não enviada: o canal recusou esta mensagem.').waitFor();
  await row.getByRole('button', { name: 'Tentar de novo' }).click();
  await row.getByRole('img', { name: 'Enviada' }).waitFor();
});

test('A link opens in another tab without a reference to this page', async () => {
  await maria.says('Veja https://www.gov.br/inss/pt-br.');
  const link = bubbleOf(page, /Veja/).getByRole('link');
  await expect.poll(() => link.getAttribute('href')).toBe('https://www.gov.br/inss/pt-br');
  await expect.poll(() => link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  await expect.poll(() => link.getAttribute('target')).toBe('_blank');
});

test('A message with a link shows a preview of the page, with its picture, title, description and site', async () => {
  const { storage, sql: database } = screen.at.company.scope('tickets');
  const { path } = await storage.store({ name: 'link.png', body: photo() });
  const url = 'https://www.gov.br/inss/beneficio';
  await database.run(
    sql`insert into tickets.link_preview (url_hash, url, title, description, site, image_path)
        values (${createHash('sha256').update(url).digest('hex')}, ${url}, 'Pedir um benefício', 'O que levar e onde ir.', 'Gov.br', ${path})`,
  );
  await maria.says(`Achei isto: ${url}`);
  const card = bubbleOf(page, /Achei isto/).getByRole('link', { name: /Pedir um benefício/ });
  await card.waitFor();
  await soon(() => card.textContent()).toBe('Pedir um benefícioO que levar e onde ir.Gov.br');
  await soon(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await soon(() => card.getAttribute('href')).toBe(url);
  await soon(() => card.getAttribute('rel')).toBe('noopener noreferrer nofollow');
});

test('Colleagues who look at the conversation or type in it are shown', async () => {
  const colleague = await screen.windowOf(renata);
  await open(colleague, maria);
  await page.getByRole('status').filter({ hasText: 'Renata está vendo' }).waitFor();
  await colleague.getByRole('textbox', { name: /^Mensagem para/ }).pressSequentially('Oi');
  await page.getByText('Renata Lima está escrevendo uma resposta').waitFor();
  await colleague.goto('about:blank');
  await page.getByRole('status').filter({ hasText: 'Renata está vendo' }).waitFor({ state: 'detached' });
  await colleague.context().close();
});

test('In a group the sender’s name is on the messages of each sender', async () => {
  await screen.at.company
    .scope('connections')
    .sql.run(sql`update connections.connection set allow_group = true, group_as_ticket = true`);
  const group = {
    identity: { channel: 'test', scope: '', kind: 'phone', value: 'grupo-1' },
    name: 'Família Moreira',
  } as const;
  const first = await screen.at.arrives('5511900001111', 'Alguém tem a certidão?', { name: 'Sônia', group });
  await screen.at.arrives('5511900002222', 'Eu tenho', { name: 'Carlos', group });
  const talk = { ...maria, id: first.ticketId, uuid: first.ticketUuid, name: 'Família Moreira' };
  await open(page, talk);
  await bubbleOf(page, /certidão/)
    .getByText('Sônia', { exact: true })
    .waitFor();
  await bubbleOf(page, /Eu tenho/)
    .getByText('Carlos', { exact: true })
    .waitFor();
  expect(screen.troubles).toEqual([]);
});
