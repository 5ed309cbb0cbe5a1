import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '@balcao/testing';
import { photo } from '../../../../scripts/test/product/files.ts';
import { logIn } from '../../../../scripts/test/product/product.ts';
import { bubbleOf, open, openScreen, past, threadOf, type Screen, type Talk } from './screen.ts';

let screen: Screen;
let page: Page;
let marina: Person;
let bia: Person;
let josefa: Talk;
let pedro: Talk;

beforeAll(async () => {
  screen = await openScreen();
  const queueId = await screen.at.queue('Recepção');
  await screen.at.routeTo(queueId);
  const attendant = (name: string) => screen.at.attendant(name, [queueId], 'gestor');
  [marina, bia] = [await attendant('Marina Azevedo'), await attendant('Bia Reis')];
  // One person has one session: calls of the API come before the window.
  josefa = await screen.talk(marina, 'Josefa Prazeres');
  pedro = await screen.talk(marina, 'Pedro Outro');
  await past(screen, josefa, 300);
  await josefa.says('Logo acima', { externalId: 'acima' });
  await josefa.says('Sobre o começo', { quotedExternalId: `past-${josefa.id}-5` });
  await josefa.says('Sobre o fim', { quotedExternalId: 'acima' });
  page = await screen.windowOf(marina, { permissions: ['clipboard-read', 'clipboard-write'] });
});
afterAll(() => screen?.close());

const soon = <T>(read: () => T | Promise<T>) => expect.poll(read);
const composer = () => page.getByRole('textbox', { name: /^Mensagem para/ });
const tray = () => page.getByRole('list', { name: 'Anexos' });
const go = async (to: Talk): Promise<void> => {
  await page.locator('[data-ticket]', { hasText: to.name }).first().click();
  await threadOf(page, to).getByRole('log').waitFor();
};
const saidIn = (talk: Talk) => screen.at.messages(talk.id);
/** Holds back the calls to an address until they are released; then waits for their responses. */
const held = async (address: RegExp) => {
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(address, async (route) => {
    asked += 1;
    await gate.promise;
    await route.continue();
  });
  return {
    asked: () => soon(() => asked).toBe(1),
    async letGo(): Promise<void> {
      const answered = page.waitForResponse(address);
      gate.resolve();
      await (await answered).finished();
      await page.unroute(address);
    },
  };
};

test('A message refused because the conversation was closed returns to the field when it is cancelled', async () => {
  await open(page, pedro);
  const sending = new RegExp(`/api/messages/${pedro.id}$`);
  await page.route(sending, (route) => route.fulfill({ status: 409, json: { error: 'ERR_TICKET_CLOSED' } }));
  await composer().fill('Segue o valor combinado');
  await composer().press('Enter');
  const back = page.getByRole('button', { name: 'Voltar a editar' });
  await back.waitFor();
  await screen.at.admin.put(`/tickets/${pedro.id}`, { status: 'closed', justClose: true });
  const reopen = threadOf(page, pedro).getByRole('button', { name: 'Reabrir', exact: true }).last();
  await composer().waitFor({ state: 'detached' });
  await back.click();
  await back.waitFor({ state: 'detached' });
  await page.unroute(sending);
  await reopen.click();
  await soon(() => composer().inputValue()).toBe('Segue o valor combinado');
  await composer().fill('');
});

test('A file that is still being prepared when another conversation is opened is attached where it was chosen', async () => {
  await open(page, pedro);
  await page.evaluate(`(() => {
    const make = createImageBitmap;
    globalThis.createImageBitmap = (file) => {
      globalThis.createImageBitmap = make;
      return new Promise((ready) => (globalThis.letPictureGo = ready)).then(() => make(file));
    };
  })()`);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: 'carta.png', mimeType: 'image/png', buffer: Buffer.from(photo()) }]);
  await soon(() => page.evaluate('typeof letPictureGo')).toBe('function');
  await go(josefa);
  await page.evaluate('letPictureGo()');
  await soon(() => page.evaluate(`Object.values(localStorage).some((kept) => kept.includes('"kind":"image"'))`)).toBe(
    true,
  );
  await expect.poll(() => tray().count()).toBe(0);
  await go(pedro);
  await tray().getByText('carta').waitFor();
  await page.getByRole('button', { name: /^Remover carta/ }).click();
});

test('Cells of a spreadsheet are pasted as text, though they come with a picture of themselves', async () => {
  await open(page, pedro);
  await page.bringToFront();
  await page.evaluate(`(async () => {
    const canvas = new OffscreenCanvas(40, 20);
    canvas.getContext('2d').fillRect(0, 0, 40, 20);
    const of = (type, text) => new Blob([text], { type });
    await navigator.clipboard.write([new ClipboardItem({
      'text/plain': of('text/plain', 'Custas\\tR$ 120'),
      'text/html': of('text/html', '<table><tr><td>Custas</td><td>R$ 120</td></tr></table>'),
      'image/png': await canvas.convertToBlob(),
    })]);
  })()`);
  await composer().press('ControlOrMeta+v');
  await soon(() => composer().inputValue()).toMatch(/^Custas\sR\$ 120$/);
  await expect.poll(() => tray().count()).toBe(0);
  await composer().fill('');
});

test('A jump whose response comes late does not move a reader who went elsewhere', async () => {
  await open(page, josefa);
  const answers = await held(/around=/);
  await bubbleOf(page, 'Sobre o começo')
    .getByRole('button', { name: /Mensagem 5/ })
    .click();
  await answers.asked();
  await bubbleOf(page, 'Sobre o fim')
    .getByRole('button', { name: /Logo acima/ })
    .click();
  await answers.letGo();
  await josefa.says('Chegou no fim');
  await bubbleOf(page, 'Chegou no fim').waitFor();
  await bubbleOf(page, 'Logo acima').waitFor();
});

test('A reader who leaves during a jump finds the newest messages on returning', async () => {
  await open(page, josefa);
  const answers = await held(/around=/);
  await bubbleOf(page, 'Sobre o começo')
    .getByRole('button', { name: /Mensagem 5/ })
    .click();
  await answers.asked();
  await go(pedro);
  await answers.letGo();
  await go(josefa);
  await bubbleOf(page, 'Sobre o fim').waitFor();
});

test('A reaction to a message deleted meanwhile does not restore it', async () => {
  await open(page, josefa);
  await josefa.says('Senha do cofre', { externalId: 'cofre' });
  await bubbleOf(page, 'Senha do cofre').hover();
  await bubbleOf(page, 'Senha do cofre').getByRole('button', { name: 'Reagir' }).click();
  const thumb = page.getByRole('toolbar', { name: 'Escolher uma reação' }).getByRole('button', { name: '👍' });
  await thumb.waitFor();
  await josefa.deletes('cofre');
  // An open menu hides the rest of the page from screen readers.
  await page.locator('[role=log]').getByText('Mensagem apagada').waitFor();
  await thumb.click();
  await page.getByText('Esta mensagem foi apagada.').first().waitFor();
  await bubbleOf(page, 'Mensagem apagada').waitFor();
  await expect.poll(() => page.getByRole('log').getByText('Senha do cofre').count()).toBe(0);
});

test('On an insecure page text and files are sent too, and copying shows that it is not possible', async () => {
  const plain = await screen.windowOf(bia);
  await plain.addInitScript(`
    delete Crypto.prototype.randomUUID;
    Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined });
  `);
  await open(plain, pedro);
  const field = plain.getByRole('textbox', { name: /^Mensagem para/ });
  await field.fill('Sem cadeado');
  await field.press('Enter');
  await bubbleOf(plain, 'Sem cadeado').waitFor();
  await plain
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: 'carta.png', mimeType: 'image/png', buffer: Buffer.from(photo()) }]);
  await plain.getByRole('list', { name: 'Anexos' }).getByText('carta').waitFor();
  await field.press('Enter');
  await soon(async () => (await saidIn(pedro)).at(-1)?.mediaType).toBe('image');
  await plain.getByRole('log').getByText('Sem cadeado').click({ button: 'right' });
  await plain.getByRole('menuitem', { name: 'Copiar texto' }).click();
  await plain.getByText('Ocorreu um erro').first().waitFor();
  await plain.context().close();
});

const edited = () => page.getByRole('textbox', { name: 'Editar mensagem' });
const edit = async (text: string): Promise<void> => {
  await bubbleOf(page, text).locator('[data-bubble]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await soon(() => edited().inputValue()).toBe(text);
};
const say = async (...texts: string[]): Promise<void> => {
  for (const text of texts) {
    await composer().fill(text);
    await composer().press('Enter');
    await bubbleOf(page, text)
      .getByRole('img', { name: /Enviada|Entregue|Lida/ })
      .waitFor();
  }
};

test('A late answer to one edit leaves the editor of another message open', async () => {
  await open(page, pedro);
  await say('Chego às nove', 'Levo os papéis');
  await edit('Chego às nove');
  await edited().fill('Chego às dez');
  const answers = await held(/\/api\/messages\/\d+$/);
  await edited().press('Enter');
  await answers.asked();
  await edited().press('Escape');
  await edit('Levo os papéis');
  await edited().fill('Levo os papéis e a chave');
  await answers.letGo();
  await bubbleOf(page, 'Chego às dez').waitFor();
  expect(await edited().inputValue()).toBe('Levo os papéis e a chave');
  await edited().press('Escape');
});

test('A message refused after its conversation was left is shown in its row, and its contact is named', async () => {
  await open(page, pedro);
  const sending = new RegExp(`/api/messages/${pedro.id}$`);
  const gate = Promise.withResolvers<void>();
  await page.route(sending, async (route) => {
    await gate.promise;
    await route.fulfill({ status: 400, json: { error: 'ERR_SENDING_WAPP_MSG' } });
  });
  await composer().fill('Segue a senha do portão');
  await composer().press('Enter');
  await page.getByRole('log').getByText('Segue a senha do portão').waitFor();
  await go(josefa);
  gate.resolve();
  await page.getByText('Uma mensagem para Pedro Outro não foi enviada.').first().waitFor();
  const row = page.locator('[data-ticket]', { hasText: pedro.name }).first();
  await soon(() => row.innerText()).toMatch(/Não enviada:?\s*Segue a senha do portão/);
  await go(pedro);
  await page.getByRole('button', { name: 'Voltar a editar' }).click();
  await page.unroute(sending);
  await composer().fill('');
  await go(josefa);
  await expect.poll(() => row.innerText()).not.toContain('Não enviada');
});

test('A transfer note and an edited message are still there after the session ended and the same person signed in again', async () => {
  await open(page, josefa);
  await say('Passo aí amanhã');
  await edit('Passo aí amanhã');
  await edited().fill('Passo aí amanhã cedo');
  await threadOf(page, josefa).getByRole('button', { name: 'Transferir' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' });
  await dialog.getByLabel('Nota para quem recebe').fill('Prefere de manhã');
  await page.route('**/api/auth/refresh_token', (route) =>
    route.fulfill({ status: 401, json: { error: 'ERR_SESSION_EXPIRED' } }),
  );
  await page.evaluate(`import('@balcao/sdk/client').then((sdk) => sdk.hostSide.refreshSession())`);
  await page.waitForURL('**/login');
  await page.getByLabel('E-mail').waitFor();
  expect(await dialog.isVisible()).toBe(false);
  await page.unroute('**/api/auth/refresh_token');
  await logIn(page, marina.email, marina.password);
  await page.waitForURL(`**/tickets/${josefa.uuid}`);
  await soon(() => dialog.getByLabel('Nota para quem recebe').inputValue()).toBe('Prefere de manhã');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await soon(() => edited().inputValue()).toBe('Passo aí amanhã cedo');
  await edited().press('Escape');
});

test('An unsent message is not sent by the next person who signs in, but by its author later', async () => {
  await open(page, josefa);
  const sending = new RegExp(`/api/messages/${josefa.id}$`);
  await page.route(sending, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await composer().fill('Da parte de Marina');
  await composer().press('Enter');
  await page.getByRole('log').getByText('Da parte de Marina').waitFor();
  const signIn = async ({ email, password }: Person): Promise<void> => {
    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.waitForURL('**/login');
    await logIn(page, email, password);
    // Back to where the page was.
    await page.waitForURL(`**/tickets/${josefa.uuid}`);
  };
  await signIn(bia);
  await page.unroute(sending);
  await page.evaluate(`dispatchEvent(new Event('online'))`);
  await composer().fill('Da parte de Bia');
  await composer().press('Enter');
  await soon(async () => (await saidIn(josefa)).at(-1)?.body).toBe('Da parte de Bia');
  await signIn(marina);
  await soon(async () => (await saidIn(josefa)).find(({ body }) => body === 'Da parte de Marina')?.user?.name).toBe(
    'Marina Azevedo',
  );
});

test('No window reported an error during these tests', () => {
  expect(screen.troubles).toEqual([]);
});
