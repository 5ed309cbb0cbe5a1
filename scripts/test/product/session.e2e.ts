import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { holdSocket } from '@balcao/testing';
import { logIn, openProduct, type Product } from './product.ts';

let product: Product;
/** Windows that a test leaves open at the tickets for the next one of the same person. */
let windowOfAna: Page | undefined;
let windowOfCarlos: Page | undefined;
const at = (path: string): string => `${product.host.url}${path}`;
const alertOf = (page: Page): Promise<string | null> => page.getByRole('alert').first().textContent();
const placeOf = (page: Page): string => new URL(page.url()).pathname;

/** Positions of the form's parts, none of which moves when a message appears. */
const positions = (page: Page) =>
  Promise.all(
    [
      page.getByRole('heading', { name: 'Entrar' }),
      page.getByLabel('E-mail'),
      page.getByLabel('Senha', { exact: true }),
      page.getByRole('button', { name: 'Entrar', exact: true }),
    ].map((part) => part.boundingBox()),
  );

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
});
afterAll(() => product?.close());

test('a wrong password and an unknown address are refused with the same words', async () => {
  const page = await product.visitor();
  await page.goto(at('/login'));
  await logIn(page, 'ana@balcao.local', 'errada');
  await expect.poll(() => alertOf(page)).toBe('E-mail ou senha incorretos.');
  const answered = page.waitForResponse('**/api/auth/login');
  await logIn(page, 'ninguem@balcao.local', 'errada');
  expect((await answered).status()).toBe(401);
  await expect.poll(() => alertOf(page)).toBe('E-mail ou senha incorretos.');
  // Typing removes the message of the last attempt, and a check of the form's own does not restore it.
  const withFault = await positions(page);
  await page.getByLabel('E-mail').fill('');
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  const without = await positions(page);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByText('Informe seu e-mail').waitFor();
  expect(await page.getByText('E-mail ou senha incorretos.').count()).toBe(0);
  expect([withFault, await positions(page)]).toEqual([without, without]);
  await page.context().close();
});

test('a first visit sends no request that is refused', async () => {
  const page = await product.visitor();
  const failed: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  for (const path of ['/', '/login']) {
    await page.goto(at(path));
    await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor();
  }
  expect(failed).toEqual([]);
  await page.context().close();
});

test('people of a suspended company are referred to support', async () => {
  const { tenants } = product.host.kernel.identity;
  await tenants.update(2, { status: false });
  const page = await product.visitor();
  await page.goto(at('/login'));
  await page.getByLabel('E-mail').fill('admin@outra.local');
  const before = await positions(page);
  await logIn(page, 'admin@outra.local');
  expect(await alertOf(page)).toBe(
    'Opss! Não foi possível autenticar seu usuário. Entre em contato com o Suporte para mais informações!',
  );
  expect(await positions(page)).toEqual(before);
  await tenants.update(2, { status: true });
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL('**/tickets');
  await page.context().close();
});

test('a visitor of a private page logs in, is greeted, and returns to that page', async () => {
  const page = await product.visitor();
  await page.goto(at('/contacts'));
  await page.waitForURL('**/login');
  await logIn(page, 'ana@balcao.local');
  await page.getByText('Login efetuado com sucesso!').waitFor();
  await page.waitForURL('**/contacts');
  await page.getByRole('heading', { name: 'Contatos' }).waitFor();

  const walked: string[] = [];
  page.on('framenavigated', (frame) => walked.push(new URL(frame.url()).pathname));
  await page.goto(at('/login'));
  await page.waitForURL('**/tickets');
  expect([...new Set(walked)]).toEqual(['/login', '/', '/tickets']);
  await page.context().close();
});

test('a reload keeps the session, whose cookie no script can read and whose token is stored nowhere', async () => {
  const page = await product.windowOf('ana@balcao.local');
  await page.reload();
  await page.getByRole('tab', { name: /Aguardando/ }).waitFor();
  expect(placeOf(page)).toBe('/tickets');

  const cookies = (await page.context().cookies()).filter(({ name }) => name === 'jrt');
  expect(cookies).toMatchObject([{ name: 'jrt', httpOnly: true, sameSite: 'Strict', path: '/api/auth' }]);
  const storage = await page.evaluate('JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])');
  expect(storage).not.toMatch(/eyJ|token|jrt/i);
  windowOfAna = page;
});

test('an expired access token is renewed unnoticed', async () => {
  const page = windowOfAna ?? (await product.windowOf('ana@balcao.local'));
  let refused = 0;
  await page.route('**/api/contacts?*', (route) => {
    refused += 1;
    return refused === 1 ? route.fulfill({ status: 403, json: { error: 'ERR_SESSION_EXPIRED' } }) : route.continue();
  });
  const renewed = page.waitForResponse('**/api/auth/refresh_token');
  await page.getByRole('link', { name: 'Contatos' }).first().click();
  expect((await renewed).status()).toBe(200);
  await page.getByText('Adriano Marcondes Vieira').waitFor();
  expect(refused).toBe(2);
  expect(placeOf(page)).toBe('/contacts');
  await page.context().close();
});

test('a login elsewhere shows a message in the first window and signs it out', async () => {
  const first = await product.windowOf('carlos@balcao.local');
  // It is shown for a second, while the second window may still be opening.
  const message = first.getByText('Sua conta foi acessada em outro computador').waitFor();
  const second = await product.windowOf('carlos@balcao.local');
  await message;
  await first.waitForURL('**/login');
  await second.reload();
  await second.getByRole('tab', { name: /Aguardando/ }).waitFor();
  await first.context().close();
  windowOfCarlos = second;
});

test('a module switched off before the page receives live messages disappears all the same', async () => {
  const admin = await product.person('admin@balcao.local');
  const page = await product.visitor();
  const letThrough = await holdSocket(page);
  await page.goto(at('/login'));
  await logIn(page, 'gestor@balcao.local');
  await page.waitForURL('**/tickets');
  await page.getByRole('button', { name: /^Filtros/ }).click();
  const lane = page.locator('#ticket-filters').getByRole('combobox', { name: 'Etapa do CRM' });
  await lane.waitFor();
  expect((await admin.put('/companySettings', { column: 'kanbanEnabled', data: 'disabled' })).status).toBe(200);
  letThrough();
  await lane.waitFor({ state: 'detached' });
  expect((await admin.put('/companySettings', { column: 'kanbanEnabled', data: 'enabled' })).status).toBe(200);
  await lane.waitFor();
  await page.context().close();
});

test('after signing out the browser’s back button shows nothing private', async () => {
  const page = windowOfCarlos ?? (await product.windowOf('carlos@balcao.local'));
  await page.getByRole('link', { name: 'Contatos' }).first().click();
  await page.waitForURL('**/contacts');
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.waitForURL('**/login');
  await page.goBack();
  await page.waitForURL('**/login');
  await expect.poll(async () => (await page.context().cookies()).filter(({ name }) => name === 'jrt')).toEqual([]);
  await page.context().close();
});

test('a forgotten password is replaced with the code from the mail', async () => {
  const page = await product.visitor();
  await page.goto(at('/login'));
  await page.getByRole('link', { name: 'Esqueci a senha' }).click();
  await page.waitForURL('**/forgetpsw');
  const address = page.getByLabel('E-mail');
  const ask = page.getByRole('button', { name: 'Enviar E-mail' });
  await ask.click();
  await page.getByText('Campo obrigatório').waitFor();
  await address.fill('juliana');
  await ask.click();
  await page.getByText('E-mail inválido').waitFor();
  await address.fill('ninguem@balcao.local');
  await ask.click();
  await page.getByText('E-mail não encontrado').waitFor();
  await address.fill('juliana@balcao.local');
  await ask.click();
  await page.getByText('Solicitação Enviada com sucesso!').waitFor();

  const superUser = await product.person('super@balcao.local');
  const { body } = await superUser.get<{ mails: { to: string; text: string }[] }>('/mails');
  const mail = body.mails.find(({ to }) => to === 'juliana@balcao.local');
  const code = /\b\w{4}-\w{4}\b/.exec(mail?.text ?? '')?.[0] ?? '';
  const codeField = page.getByLabel('Código de Verificação');
  const password = page.getByLabel('Nova senha', { exact: true });
  const again = page.getByLabel('Confirme a senha', { exact: true });
  const submit = page.getByRole('button', { name: 'Redefinir Senha' });
  await submit.click();
  await expect.poll(() => page.getByText('Campo obrigatório').count()).toBe(3);
  await codeField.fill('AAAAAAAA');
  await password.fill('fraca');
  await again.fill('outra');
  await submit.click();
  await page
    .getByText('Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.')
    .waitFor();
  await page.getByText('As senhas não correspondem').waitFor();
  await password.fill('Nova-senha-9');
  await again.fill('Nova-senha-9');
  await submit.click();
  await page.getByText('Código inválido ou vencido. Peça um novo.').waitFor();
  await codeField.fill(code);
  await password.fill('Password123');
  await again.fill('Password123');
  await submit.click();
  await page.getByText('Esta senha é muito comum. Escolha outra.').waitFor();
  await password.fill('Nova-senha-9');
  await again.fill('Nova-senha-9');
  await submit.click();
  await page.getByText('Senha redefinida com sucesso.').waitFor();
  await page.waitForURL('**/login');
  await logIn(page, 'juliana@balcao.local', 'Nova-senha-9');
  await page.waitForURL('**/tickets');
  await page.context().close();
});

test('a newcomer signs up, and logs in to a new company without colleagues', async () => {
  const page = await product.visitor();
  await page.goto(at('/signup'));
  const create = page.getByRole('button', { name: 'Criar conta' });
  await create.click();
  await expect.poll(() => page.getByText('Campo obrigatório').count()).toBe(4);
  await page.getByLabel('Nome da empresa').fill('Padaria Flor do Ipê');
  await page.getByLabel('Seu nome').fill('L');
  await page.getByLabel('E-mail').fill('lia@padaria');
  await page.getByLabel('Senha', { exact: true }).fill('lia1');
  await create.click();
  await page.getByText('E-mail inválido').waitFor();
  await expect.poll(() => page.getByText('Muito curto').count()).toBe(2);
  await page.getByLabel('Seu nome').fill('Lia Prates');
  await page.getByLabel('E-mail').fill('lia@padaria.local');
  await page.getByLabel('Senha', { exact: true }).fill('padaria1');
  await create.click();
  await page.getByText('Usuário criado com sucesso! Faça seu login!!!.').waitFor();
  await page.getByRole('heading', { name: 'Entrar' }).waitFor();
  await logIn(page, 'lia@padaria.local', 'padaria1');
  // The first steps of a new company, before there is anybody to answer.
  await page.getByRole('heading', { name: 'Boas-vindas, Lia' }).waitFor();
  await page.goto(at('/tickets'));
  await page.getByText('Padaria Flor do Ipê').first().waitFor();
  await expect.poll(() => page.getByRole('option').count()).toBe(0);
  expect(product.troubles).toEqual([]);
  await page.context().close();
});
