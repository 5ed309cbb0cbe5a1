import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { axeFaults, startTestHost, type TestHost } from '@balcao/testing';
import { launchBrowser } from '../browser.ts';
import { composerOf, openRow, threadOf } from './ticket-actions.ts';

const plugins = [
  'first-steps',
  'users',
  'queues',
  'contacts',
  'connections',
  'tickets',
  'quick-messages',
  'companies',
  'channel-sandbox',
];
/** Budget of clicks: more means that a step was added for newcomers. */
const maxClicks = 19;
const secret = 'segredo-da-padaria';
const invitedSecret = 'Pão-quente-às-6';
const email = 'helena@padaria.example';

let host: TestHost;
let browser: Browser;
let page: Page;
let clicks = 0;
const troubles: string[] = [];

const click = async (what: Locator): Promise<void> => {
  await what.click();
  clicks += 1;
};
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const add = () => dialog().getByRole('button', { name: 'Adicionar', exact: true });
/** Locates the button in the top bar while steps are undone. */
const pill = () => page.getByRole('button', { name: /^Primeiros passos. \d de \d/ });
const home = () => page.getByRole('link', { name: 'Padaria São João' });
const step = (name: string) =>
  page.getByRole('list', { name: 'Primeiros passos' }).getByRole('listitem').filter({ hasText: name });
/** Clicks through to the next step from the page of the last one. */
const nextStep = (action: string): Promise<void> =>
  click(page.getByRole('button', { name: new RegExp(`^Primeiros passos, \\d de \\d: ${action}$`) }));

beforeAll(async () => {
  [host, browser] = await Promise.all([
    startTestHost({ databaseUrl: inject('databaseUrl'), plugins }),
    launchBrowser(),
  ]);
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  page.on('pageerror', (error) => troubles.push(error.message));
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

/** Accepts an invitation in a browser of the invited person's own. */
const acceptInvitation = async (link: string): Promise<void> => {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 390, height: 800 } });
  const theirs = await context.newPage();
  await theirs.goto(link.replace(/^https?:\/\/[^/]+/, host.url));
  await theirs.getByRole('heading', { name: 'Olá, Ana Lima!' }).waitFor();
  await theirs.getByText('Padaria São João').waitFor();
  expect(await axeFaults(theirs)).toEqual([]);
  await theirs.getByLabel('Sua senha').fill('fraca');
  await theirs.getByRole('button', { name: 'Criar senha e entrar' }).click();
  await theirs.getByText('Sua senha precisa ter no mínimo 8 caracteres').waitFor();
  await theirs.getByLabel('Sua senha').fill(invitedSecret);
  await theirs.getByLabel('Confirme a senha').fill(invitedSecret);
  await theirs.getByRole('button', { name: 'Criar senha e entrar' }).click();
  await theirs.getByRole('heading', { name: 'Olá, Ana Lima!' }).waitFor({ state: 'detached' });
  await theirs.waitForURL((url) => !['/login', '/password'].includes(url.pathname));
  await theirs.goto(link.replace(/^https?:\/\/[^/]+/, host.url));
  await theirs.getByText('Este link não vale mais').waitFor();
  await context.close();
};

test('a newcomer gets from sign-up to the first answered customer by the list of first steps', async () => {
  await page.goto(`${host.url}/signup`);
  await page.getByLabel('Nome da empresa').fill('Padaria São João');
  await page.getByLabel('Seu nome').fill('Helena Duarte');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(secret);
  await click(page.locator('form').getByRole('button').last());
  await page.waitForURL('**/login');
  await page.getByRole('heading', { name: 'Entrar' }).waitFor();
  expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
  await page.getByLabel('Senha', { exact: true }).fill(secret);
  await click(button('Entrar'));

  await page.getByRole('heading', { name: 'Boas-vindas, Helena' }).waitFor();
  await page.getByText('0 de 5 feitos').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await click(button('Criar departamento'));
  await dialog().getByLabel('Nome').fill('Encomendas');
  await click(add());
  await page.getByRole('row').filter({ hasText: 'Encomendas' }).waitFor();

  // Steps can be done in any order: the list is a click away.
  await click(home());
  await click(button('Convidar pessoa'));
  await dialog().getByLabel('Nome').fill('Ana Lima');
  await dialog().getByLabel('E-mail').fill('ana@padaria.example');
  // The link can be used at once, however long the refetch of the list takes.
  let readAgain = (): void => undefined;
  const delayed = new Promise<void>((resolve) => (readAgain = resolve));
  const lists = (url: URL): boolean => url.pathname === '/api/users/';
  await page.route(lists, async (route) => {
    await delayed;
    await route.continue();
  });
  await click(dialog().getByRole('button', { name: 'Convidar', exact: true }));
  // Without a mail server the link is handed over.
  const link = await page.getByLabel('Link para criar a senha').first().inputValue();
  await click(button('Pronto'));
  readAgain();
  await page.unroute(lists);
  await page.getByRole('row').filter({ hasText: 'Ana Lima' }).filter({ hasText: 'Convidada' }).waitFor();
  await acceptInvitation(link);
  await page
    .getByRole('row')
    .filter({ hasText: 'Ana Lima' })
    .filter({ hasText: 'Convidada' })
    .waitFor({ state: 'detached' });

  await nextStep('Conectar canal');
  await click(page.getByRole('menuitem', { name: 'Simulador' }));
  await dialog().getByLabel('Nome').fill('Balcão da padaria');
  await click(dialog().getByRole('combobox', { name: 'Departamento de entrada' }));
  await click(page.getByRole('option', { name: 'Encomendas' }));
  await click(add());
  await page.getByRole('img', { name: 'QR code para conectar Balcão da padaria' }).waitFor();
  // The colleague holds the telephone that reads the code.
  const ana = await host.logIn('ana@padaria.example', invitedSecret);
  const [line] = (await ana.get<{ id: number }[]>('/sandbox')).body;
  expect((await ana.post(`/sandbox/${line?.id}/pair`)).status).toBeLessThan(300);
  await dialog().waitFor({ state: 'hidden' });

  await nextStep('Escrever resposta');
  await dialog().getByLabel('Atalho').fill('ola');
  await dialog()
    .getByRole('textbox', { name: /^Mensagem/ })
    .fill('Olá! Já vou olhar.');
  await click(add());
  await page.getByRole('row').filter({ hasText: 'ola' }).waitFor();

  await ana.post(`/sandbox/${line?.id}/messages`, {
    from: '5511970001111',
    name: 'Rosa Prado',
    body: 'Tem pão de queijo?',
  });
  await nextStep('Abrir atendimentos');
  await click(page.getByRole('tab', { name: /^Aguardando/ }));
  await openRow(page, 'Rosa Prado');
  clicks += 1;
  await click(page.getByRole('button', { name: 'Aceitar' }).last());
  await composerOf(page).fill('Tem, e está quentinho!');
  await composerOf(page).press('Enter');
  await threadOf(page).getByText('Tem, e está quentinho!').waitFor();
  await expect
    .poll(async () => {
      const shown = await ana.get<{ body: string }[]>(`/sandbox/${line?.id}/messages?with=5511970001111`);
      return shown.body.map(({ body }) => body);
    })
    .toContain('Tem, e está quentinho!');
  console.log(`from sign-up to the first answered customer: ${clicks} clicks`);
  expect(clicks).toBeLessThanOrEqual(maxClicks);
});

test('done steps are shown by themselves, and after the last one the newcomer sees a message and the list is gone', async () => {
  await home().click();
  await page.getByRole('heading', { name: 'Tudo pronto!' }).waitFor();
  await page.getByText('5 de 5 feitos').waitFor();
  await step('Conecte um canal').getByText('Feito').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await button('Ir para os atendimentos').click();
  await page.waitForURL('**/tickets**');
  expect(await pill().count()).toBe(0);
  expect(troubles).toEqual([]);
});

test('the open list of first steps updates itself, and can be hidden', async () => {
  const { admin, person, scope } = await host.company({ name: 'Clínica Vitale' });
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 390, height: 844 } });
  await context.request.post(`${host.url}/api/auth/login`, { data: { email: admin.email, password: admin.password } });
  const phone = await context.newPage();
  await phone.goto(host.url);
  await phone.getByText('0 de 5 feitos').waitFor();
  await person('user', 'Bia');
  await phone.getByText('1 de 5 feitos').waitFor();
  await scope('queues').sql.run(sql`insert into queues.queue (name, color) values ('Recepção', '#112233')`);
  await phone.getByText('2 de 5 feitos').waitFor();
  expect(await axeFaults(phone)).toEqual([]);
  await phone.getByRole('button', { name: 'Ocultar' }).click();
  await phone.getByRole('menuitem', { name: 'Ocultar para mim' }).click();
  await phone.waitForURL('**/tickets');
  await phone.goto(host.url);
  await phone.waitForURL('**/tickets');
  await context.close();
});
