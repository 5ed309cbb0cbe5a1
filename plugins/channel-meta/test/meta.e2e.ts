import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { axeFaultsInBothThemes, eventually, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { signIn, visit } from '../../../scripts/test/product/product.ts';
import { composerOf, threadOf } from '../../../scripts/test/product/ticket-actions.ts';
import { enterApp, startFixtures, startMeta } from './meta-fixture.ts';
import type { MetaSimulator, SimulatedPage } from './meta/simulator.ts';
import * as wire from './meta/vectors.ts';
import { photograph } from './screen.ts';

let meta: MetaSimulator;
let stop: () => Promise<void>;
let host: TestHost;
let browser: Browser;
let company: TestCompany;
let admin: Person;
let page: Page;
let prado: SimulatedPage;
let uuid: string;
const troubles: string[] = [];
const thais = '5519970010001';

beforeAll(async () => {
  ({ meta, stop } = await startMeta());
  [host, browser] = await Promise.all([startFixtures(), launchBrowser()]);
  company = await host.company({ name: 'Prado & Menezes Advocacia' });
  await company.admin.post('/queue', { name: 'Família', color: '#2e9e7a' });
  admin = await company.person('admin', 'Marina Azevedo');
  await enterApp(host, meta, company);
  prado = meta.page({ name: 'Prado & Menezes Advocacia', igUsername: 'pradomenezes.adv' });
  const pages = [
    prado,
    meta.page({ name: 'Prado & Menezes Santo André', hasInstagram: false }),
    meta.page({
      name: 'Instituto Prado de Estudos Jurídicos e Previdenciários Aplicados',
      igUsername: 'institutoprado',
      tasks: ['ANALYZE'],
    }),
  ];
  meta.person('Marina Azevedo', pages);
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4[01][0-9]/.test(message.text())) troubles.push(message.text());
  });
  await signIn(page, host.url, admin.email, admin.password, '/connections');
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
  await stop?.();
});

/** Checks a dialog over a page that was checked before. */
const dialogFaults = () => axeFaultsInBothThemes(page, { part: '[role="dialog"]' });

test('A page and its Instagram account are connected in three clicks, and the rest says what is missing', async () => {
  await page.getByRole('button', { name: 'Adicionar' }).first().click();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('menuitem', { name: 'Facebook' }).click();
  const popup = await opened;
  await popup.getByRole('link', { name: 'Marina Azevedo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Escolha páginas e contas' });
  await dialog.getByText('Entrou no Facebook como Marina Azevedo').waitFor();
  await dialog.getByText('Falta a tarefa Mensagens').waitFor();
  await dialog.getByText('Nenhuma conta profissional ligada a esta página').waitFor();
  expect(await dialog.getByRole('checkbox', { name: /Instituto Prado.*Messenger/ }).isDisabled()).toBe(true);
  await photograph(page, 'picker');
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Conectar 2 canais' }).click();
  await page.getByText('2 canais conectados').waitFor();
  await page.getByRole('cell', { name: 'Instagram @pradomenezes.adv' }).first().waitFor();
  await photograph(page, 'connections');
});

test('The check page shows the account, and what Meta says of each requirement', async () => {
  await page.getByRole('button', { name: /Instalação e opções de Instagram/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Instagram @pradomenezes.adv' });
  await sheet.getByText('Marina Azevedo').waitFor();
  meta.state.subscribed.delete(prado.pageId);
  await sheet.getByRole('button', { name: 'Testar' }).click();
  await sheet.getByText('nenhuma mensagem chegaria').waitFor();
  await photograph(page, 'check');
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Assinar agora' }).click();
  await sheet.getByText('O aplicativo recebe os eventos da conta.').waitFor();
  await page.keyboard.press('Escape');
});

test('An account without a page is connected by its own login, with the keyboard alone', async () => {
  meta.account({ username: 'instituto.previdencia.abc', name: 'Instituto de Previdência do Grande ABC' });
  await page.goto(`${host.url}/connections`);
  await page.getByRole('button', { name: 'Adicionar' }).first().press('Enter');
  await page.getByRole('menuitem', { name: 'Instagram' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Conectar Messenger e Instagram' });
  await dialog.getByText('Como a conta do Instagram é administrada?').waitFor();
  await photograph(page, 'choose-login');
  expect(await dialogFaults()).toEqual([]);
  const alone = dialog.getByRole('button', { name: 'Entrar com o Instagram' });
  for (let steps = 0; steps < 8; steps += 1) {
    if (await alone.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Enter');
  const popup = await opened;
  await popup.getByRole('link', { name: 'instituto.previdencia.abc' }).press('Enter');
  const picker = page.getByRole('dialog', { name: 'Escolha páginas e contas' });
  await picker.getByText('Entrou no Instagram como @instituto.previdencia.abc').waitFor();
  await picker.getByText('Conta do Instagram sem página').waitFor();
  await photograph(page, 'picker-alone');
  expect(await dialogFaults()).toEqual([]);
  await picker.getByRole('button', { name: 'Conectar 1 canal' }).press('Enter');
  await page.getByRole('cell', { name: 'Instagram @instituto.previdencia.abc' }).first().waitFor();
});

test('The check page of an account without a page shows until when its access lasts, and the addresses of a company’s own app', async () => {
  await company
    .scope('channel-meta')
    .sql.run(sql`update channel_meta.account set own_app = true where via = 'instagram'`);
  await page.getByRole('button', { name: /Instalação e opções de Instagram @instituto/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Instagram @instituto.previdencia.abc' });
  await sheet.getByText(/, renovado sozinho antes$/).waitFor();
  for (const address of ['Endereço do webhook', 'Endereço de desautorização', 'Endereço de exclusão de dados'])
    await sheet.getByRole('textbox', { name: address }).waitFor();
  expect(await sheet.getByRole('textbox', { name: 'Endereço de exclusão de dados' }).inputValue()).toMatch(
    /\/api\/meta\/[^/]+\/deletion$/,
  );
  expect(await sheet.getByRole('button', { name: /Copiar/ }).count()).toBe(3);
  await photograph(page, 'addresses');
  expect(await dialogFaults()).toEqual([]);
  await company
    .scope('channel-meta')
    .sql.run(sql`update channel_meta.account set own_app = false where via = 'instagram'`);
  await page.reload();
  await page.getByRole('button', { name: /Instalação e opções de Instagram @instituto/ }).click();
  await sheet.getByRole('button', { name: 'Testar' }).click();
  await sheet.getByText('Vence em 60 dias e é renovado sozinho antes.').waitFor();
  await photograph(page, 'check-alone');
  expect(await dialogFaults()).toEqual([]);
  await page.keyboard.press('Escape');
});

test('A mention and a story reply are shown with their picture, and with a sentence once it is gone', async () => {
  const picture = await sharp({ create: { width: 316, height: 408, channels: 3, background: '#b98a5c' } })
    .jpeg()
    .toBuffer();
  const [first, gone] = [meta.file(picture, 'image/jpeg', 'story.jpg'), meta.file(picture, 'image/jpeg', 'antigo.jpg')];
  meta.state.gone.add(/files\/(\w+)/.exec(gone)?.[1] ?? '');
  const at = (minutes: number): { at: Date } => ({ at: new Date(Date.now() - minutes * 60_000) });
  meta.state.profiles.set(thais, {
    name: 'Thaís Nascimento Cavalcanti',
    username: 'thais.nasc',
    follower_count: 1284,
    is_user_follow_business: true,
    is_business_follow_user: true,
    is_verified_user: true,
  });
  await meta.webhooks.deliver('instagram', [
    wire.entry(prado.igId, [
      wire.written(
        thais,
        prado.igId,
        { text: 'Parabéns pela formatura!', reply_to: { story: { id: '1', url: gone } } },
        at(40),
      ),
      wire.written(thais, prado.igId, wire.attached({ type: 'story_mention', payload: { url: first } }), at(30)),
      wire.written(
        thais,
        prado.igId,
        { text: 'Vocês atendem guarda nesse mutirão também?', reply_to: { story: { id: '2', url: first } } },
        at(20),
      ),
    ]),
  ]);
  const ticket = await eventually(
    async () =>
      (await company.admin.get<{ tickets: { id: number; uuid: string }[] }>('/tickets?showAll=true&status=pending'))
        .body.tickets[0],
  );
  await company.admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.id });
  ({ uuid } = ticket);
  await visit(page, `/tickets/${uuid}`);
  await threadOf(page).getByText('Vocês atendem guarda').first().waitFor();
  await threadOf(page).getByRole('img', { name: 'Story' }).first().waitFor();
  await threadOf(page).getByText('Este story não está mais disponível').waitFor();
  await threadOf(page).getByText('some em 23 h').waitFor();
  await page.getByRole('link', { name: '@thais.nasc' }).waitFor();
  await page.getByText('Segue você, você segue').waitFor();
  await photograph(page, 'stories');
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await threadOf(page).getByRole('button', { name: 'Ver story' }).first().press('Enter');
  const viewer = page.getByRole('dialog', { name: 'Story' });
  await viewer.getByRole('img', { name: 'Story' }).waitFor();
  // The thread is drawn anew at another width, and its dialog closes.
  await photograph(page, 'story-whole', [1440]);
  expect(await dialogFaults()).toEqual([]);
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
});

test('An answer written in Meta’s own program has its name, and a text near the limit of Instagram is counted', async () => {
  await meta.webhooks.deliver('instagram', [
    wire.entry(prado.igId, [
      wire.echoed(thais, prado.igId, { text: 'Atendemos, sim! Amanhã às 9h.', app_id: '263902037430900' }),
    ]),
  ]);
  await threadOf(page).getByText('Meta Business Suite').waitFor();
  await page
    .getByRole('note')
    .getByText(/^Dá para responder até .+\. Depois, só uma pessoa, até .+\.$/)
    .waitFor();
  await composerOf(page).fill('Amanhã às nove, então. '.repeat(38));
  await page.getByText(/^9\d\d de 1\.000 bytes$/).waitFor();
  await photograph(page, 'text-near');
  await composerOf(page).fill('Amanhã às nove, então. '.repeat(90));
  await page.getByText('Será enviado em 3 mensagens').waitFor();
  await photograph(page, 'text-parts');
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await composerOf(page).fill('');
});

test('When the access ends the screen says so with the way back, and the waiting message goes out after another login', async () => {
  meta.state.endedTokens.set(prado.token, 460);
  await composerOf(page).fill('Esta mensagem espera');
  await composerOf(page).press('Enter');
  await threadOf(page)
    .getByText(/Será enviada quando a conexão voltar/)
    .waitFor();
  await page.getByTitle('Há conexões fora do ar').first().waitFor();
  await page
    .getByText(/^Instagram @pradomenezes\.adv sem conexão/)
    .first()
    .waitFor();
  await photograph(page, 'access-ended');
  await threadOf(page).getByRole('button', { name: 'Reconectar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Conexões' }).waitFor();
  await page.getByRole('button', { name: /Instalação e opções de Instagram @pradomenezes/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Instagram @pradomenezes.adv' });
  await sheet.getByText('A senha de quem conectou mudou.').waitFor();
  await photograph(page, 'access-ended-setup');
  expect(await dialogFaults()).toEqual([]);
  prado.token = `EAAP${'8'.repeat(40)}`;
  const opened = page.context().waitForEvent('page');
  await sheet.getByRole('button', { name: 'Entrar de novo' }).click();
  await (await opened).getByRole('link', { name: 'Marina Azevedo' }).click();
  const picker = page.getByRole('dialog', { name: 'Escolha páginas e contas' });
  await picker.getByText('Será conectada de novo').first().waitFor();
  await picker.getByRole('button', { name: /^Conectar \d cana/ }).click();
  await eventually(() => meta.accepted.some(({ message }) => message['text'] === 'Esta mensagem espera'));
  await sheet.getByText('A senha de quem conectou mudou.').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
});

test('After 24 hours the composer says that only people may answer, and after 7 days that nobody may', async () => {
  await company.scope('tickets').sql.run(sql`update tickets.message set sent_at = sent_at - interval '30 hours'`);
  await page.goto(`${host.url}/tickets/${uuid}`);
  // The newest message: a thread draws only what is near its end.
  await threadOf(page).getByText('Esta mensagem espera').waitFor();
  await page.getByRole('note').first().waitFor();
  await photograph(page, 'window-people');
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await company.scope('tickets').sql.run(sql`update tickets.message set sent_at = sent_at - interval '8 days'`);
  await page.reload();
  await page.getByText('O prazo para responder terminou').waitFor();
  await page.getByText('até 7 dias depois da última mensagem').waitFor();
  await photograph(page, 'window-closed');
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
});

test('Comments are switched on by a login that gives the permissions, and the screen says who reads which answer', async () => {
  await visit(page, '/connections');
  await page.getByRole('button', { name: /Instalação e opções de Messenger Prado & Menezes Advocacia/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Messenger Prado & Menezes Advocacia' });
  const receive = sheet.getByRole('switch', { name: 'Receber comentários' });
  await receive.waitFor();
  expect(await receive.isChecked()).toBe(false);
  const opened = page.context().waitForEvent('page');
  await receive.press('Space');
  const popup = await opened;
  await popup.getByRole('link', { name: 'Marina Azevedo' }).click();
  await sheet.getByRole('switch', { name: 'Receber comentários', checked: true }).waitFor();
  await receive.scrollIntoViewIfNeeded();
  await photograph(page, 'comments-on');
  expect(await dialogFaults()).toEqual([]);
  await page.keyboard.press('Escape');

  const postId = meta.post(
    'Mutirão de sábado: orientação gratuita sobre guarda, pensão e inventário na praça da matriz',
  );
  const comment = meta.comment({
    ownerId: prado.pageId,
    postId,
    person: '7719970010002',
    text: 'Precisa agendar ou é só chegar? Vou com a minha mãe, que é idosa.',
  });
  const event = wire.feedComment(prado.pageId, { ...comment, name: 'Benedita Aparecida de Oliveira Cavalcanti' });
  await meta.webhooks.deliver('page', [event]);
  const ticket = await eventually(
    async () =>
      (await company.admin.get<{ tickets: { id: number; uuid: string }[] }>('/tickets?showAll=true&status=pending'))
        .body.tickets[0],
  );
  await company.admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.id });
  await visit(page, `/tickets/${ticket.uuid}`);
  await threadOf(page)
    .getByRole('link', { name: /^Comentário público: Mutirão de sábado/ })
    .waitFor();
  const bubble = threadOf(page).getByRole('listitem').filter({ hasText: 'Precisa agendar' }).first();
  await page.getByText('comentou em público, e isso não abre a conversa privada.').waitFor();
  await bubble.getByText(/^Em privado uma vez, até /).waitFor();
  await photograph(page, 'comment');
  expect(await axeFaultsInBothThemes(page)).toEqual([]);

  await bubble.getByRole('button', { name: 'Responder publicamente' }).click();
  const dialog = page.getByRole('dialog', { name: 'Responder publicamente' });
  await dialog.getByText('Todos que veem a publicação leem esta resposta.').waitFor();
  const field = dialog.getByRole('textbox', { name: 'Sua resposta' });
  await field.fill('É só chegar, das 9h às 17h.');
  await photograph(page, 'comment-public', [1440]);
  expect(await dialogFaults()).toEqual([]);
  await dialog.getByRole('button', { name: 'Publicar resposta' }).click();
  await threadOf(page).getByText('Resposta pública').waitFor();
  await eventually(() => [...meta.state.comments.values()].some(({ isOwn, text }) => isOwn && text.startsWith('É só')));

  // Somebody else answered privately meanwhile: the refusal says so, and the text stays.
  await bubble.getByRole('button', { name: 'Responder em privado' }).click();
  const privately = page.getByRole('dialog', { name: 'Responder em privado' });
  await privately
    .getByText(/^Só Benedita .* lê\. A Meta aceita uma resposta em privado por comentário, até /)
    .waitFor();
  await privately.getByRole('textbox', { name: 'Sua resposta' }).fill('Dona Benedita, reservo um horário?');
  const [message] = (await company.admin.get<{ messages: { id: number }[] }>(`/messages/${ticket.id}`)).body.messages;
  await company.admin.post(`/meta/comments/${message?.id}/answers`, { way: 'private', body: 'Olá!' });
  await page.getByText('Já respondido em privado.').first().waitFor();
  await privately.getByRole('button', { name: 'Enviar em privado' }).click();
  await privately.getByText('já foi respondido em privado. Responda publicamente.').waitFor();
  expect(await privately.getByRole('textbox', { name: 'Sua resposta' }).inputValue()).toBe(
    'Dona Benedita, reservo um horário?',
  );
  await photograph(page, 'comment-refused', [1440]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Descartar' }).click();
  await privately.waitFor({ state: 'detached' });
  await threadOf(page).getByText('Resposta privada ao comentário').waitFor();

  await bubble.getByRole('button', { name: 'Ocultar' }).press('Enter');
  await bubble.getByText('Oculto para outras pessoas').waitFor();
  expect(comment.isHidden).toBe(true);
  await page.getByText('Marina Azevedo ocultou um comentário').first().waitFor();
  await photograph(page, 'comment-answered');
  expect(await axeFaultsInBothThemes(page)).toEqual([]);

  // A colleague shows it again: every open window of the conversation follows.
  await company.admin.put(`/meta/comments/${message?.id}/hidden`, { isHidden: false });
  await bubble.getByText('Oculto para outras pessoas').waitFor({ state: 'detached' });
  await bubble.getByRole('button', { name: 'Ocultar' }).waitFor();
});

test('No browser window reported errors', () => {
  expect(troubles).toEqual([]);
});
