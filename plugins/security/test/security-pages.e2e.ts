import { readFile } from 'node:fs/promises';
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  axeFaults,
  startTestHost,
  type AxeOptions,
  type Person,
  type TestCompany,
  type TestHost,
} from '@balcao/testing';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { logIn, signIn } from '../../../scripts/test/product/product.ts';

let host: TestHost;
let browser: Browser;
let company: TestCompany;
const troubles: string[] = [];
/** Chromium logs every refused request as an error; requests that a test refuses on purpose are not counted. */
const expected = /status of 4\d\d|ERR_FAILED/;

beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['users', 'queues', 'contacts', 'connections', 'tickets', 'security'],
  });
  browser = await launchBrowser();
  company = await host.company({ name: 'Prado & Menezes' });
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

const openWindow = async (): Promise<Page> => {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) troubles.push(message.text());
  });
  return page;
};
/** Opens a window in which somebody fills in the login page. */
const loginOf = async ({ email, password }: Person): Promise<Page> => {
  const page = await openWindow();
  await page.goto(`${host.url}/login`);
  await logIn(page, email, password);
  return page;
};
const windowOf = async ({ email, password }: Person, at = '/tickets'): Promise<Page> => {
  const page = await openWindow();
  await signIn(page, host.url, email, password, at);
  return page;
};
const codeOf = (key: string, offset = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + offset * 30_000,
  });

/** All looks when SHOTS=folder is set, which saves a picture of each. */
const variants = process.env['SHOTS']
  ? [1440, 1050, 390].flatMap((width) => (['light', 'dark'] as const).map((theme) => [width, theme] as const))
  : ([
      [1440, 'light'],
      [390, 'dark'],
    ] as const);
/** Returns axe's findings in light and dark, and whether the page is wider than the window. */
const faultsOf = async (page: Page, name: string, options?: AxeOptions): Promise<string[]> => {
  const found: string[] = [];
  for (const [width, colorScheme] of variants) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[style*="${colorScheme}"]`).waitFor({ state: 'attached' });
    await page.mouse.move(0, 0);
    const { SHOTS: folder } = process.env;
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
    found.push(...(await axeFaults(page, options)).map((fault) => `${name}, ${width}, ${colorScheme}: ${fault}`));
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'), { message: name })
      .toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
};
/** For a dialog over a page that was checked before. */
const dialogOnly: AxeOptions = { part: '[role="dialog"]' };
const openSecurity = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^Conta de|^Conta/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: /perfil/i }).click();
  await page.getByRole('dialog').getByRole('tab', { name: 'Segurança' }).click();
  await page.getByRole('heading', { name: 'Verificação em duas etapas' }).waitFor();
};

test('a person enables two-step login in the profile by keyboard, and the next login asks for a code', async () => {
  const person = await company.person('user', 'Marina Prado');
  const page = await windowOf(person);
  await openSecurity(page);
  expect(await faultsOf(page, 'profile-off')).toEqual([]);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ativar' }).focus();
  await page.keyboard.press('Enter');
  const key = await dialog.getByLabel('Chave').inputValue();
  await dialog.getByRole('img', { name: /^Código QR/ }).waitFor();
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await dialog.getByText('Código incorreto ou já usado.').waitFor();
  expect(await faultsOf(page, 'profile-set-up', dialogOnly)).toEqual([]);
  await dialog.getByLabel('Código', { exact: true }).fill(codeOf(key, -1));
  await page.keyboard.press('Enter');
  const codes = dialog.getByRole('list', { name: 'Códigos de recuperação' });
  await codes.waitFor();
  const shown = await codes.getByRole('listitem').allTextContents();
  expect(shown).toHaveLength(10);
  expect(await faultsOf(page, 'profile-codes', dialogOnly)).toEqual([]);
  await dialog.getByRole('button', { name: 'Guardei os códigos' }).click();
  await dialog.getByText('Restam 10 códigos de recuperação.').waitFor();
  expect(await faultsOf(page, 'profile-on', dialogOnly)).toEqual([]);

  const second = await loginOf(person);
  await second.getByRole('heading', { name: 'Verificação em duas etapas' }).waitFor();
  await expect.poll(() => second.getByLabel('Código').evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await faultsOf(second, 'login-code')).toEqual([]);
  await second.getByLabel('Código').fill('1');
  await second.keyboard.press('Enter');
  await second.getByRole('alert').getByText('Restam 4 tentativas.').waitFor();
  await second.getByLabel('Código').fill(shown[0] ?? '');
  // One session at a time: the first window is notified, and reloads a second later.
  await Promise.all([
    page.getByText('Sua conta foi acessada em outro computador').waitFor(),
    second.keyboard.press('Enter'),
  ]);
  await second.waitForURL('**/tickets');
});

test('where the company requires two-step login, the login leads through its set-up', async () => {
  const other = await host.company({ name: 'Rigor' });
  const person = await other.person('user', 'Bento');
  await other.admin.put('/settings/twoStepRequired', { value: 'enabled' });
  const page = await loginOf(person);
  await page.getByRole('heading', { name: 'Proteja sua conta' }).waitFor();
  expect(await faultsOf(page, 'login-set-up')).toEqual([]);
  const key = (await page.getByRole('list', { name: 'Chave' }).textContent()) ?? '';
  await page.getByLabel('Código').fill(codeOf(key));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Guarde os códigos de recuperação' }).waitFor();
  expect(await page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem').count()).toBe(10);
  expect(await faultsOf(page, 'login-codes')).toEqual([]);
  await page.getByRole('button', { name: 'Guardei, continuar' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
});

test('after too many wrong codes the login page starts again and shows the reason', async () => {
  const person = await company.person('user', 'Caio');
  const { body } = await person.post<{ key: string }>('/security/two-step');
  await person.post('/security/two-step/confirm', { code: codeOf(body.key, -1) });
  const page = await loginOf(person);
  const field = page.getByLabel('Código');
  for (let tries = 1; tries <= 5; tries += 1) {
    await field.fill('1');
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .getByText(tries < 5 ? new RegExp(`${5 - tries} tentativa`) : /Código incorreto/)
      .waitFor();
  }
  await field.fill('1');
  await page.keyboard.press('Enter');
  await page.getByText('O tempo acabou ou houve tentativas demais. Entre de novo com sua senha.').waitFor();
  await page.getByLabel('Senha', { exact: true }).waitFor();
});

test('an admin ends somebody’s session, and that window shows the login at once', async () => {
  const admin = await company.person('admin', 'Rita');
  const person = await company.person('user', 'Bruno Alves');
  const theirs = await windowOf(person);
  const page = await windowOf(admin, '/audit?view=people');
  await page.getByRole('row', { name: /Bruno Alves/ }).waitFor();
  expect(await faultsOf(page, 'people')).toEqual([]);
  await page.getByRole('button', { name: 'Encerrar a sessão de Bruno Alves' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar sessão' }).click();
  await page.getByText('Sessão de Bruno Alves encerrada.').waitFor();
  await theirs.getByRole('button', { name: 'Entrar', exact: true }).waitFor();
});

test('the audit log is read, searched, opened and exported', async () => {
  const admin = await company.person('admin', 'Helena');
  await company.admin.post('/queue', { name: 'Previdenciário', color: '#4e8ce6' });
  const queue = await company.admin.post<{ id: number }>('/queue', { name: 'Família', color: '#a34fa3' });
  await company.admin.put(`/queue/${queue.body.id}`, { name: 'Família e sucessões', color: '#a34fa3' });
  await company.admin.put('/settings/auditMonths', { value: 36 });
  const page = await windowOf(admin);
  await page.getByRole('navigation').getByRole('link', { name: 'Auditoria' }).first().click();
  await page.getByRole('row', { name: /Família e sucessões/ }).waitFor();
  expect(await faultsOf(page, 'record')).toEqual([]);
  await page
    .getByRole('searchbox', { name: 'Buscar no registro' })
    .or(page.getByPlaceholder('Buscar no registro'))
    .first()
    .fill('sucessoes');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByRole('row', { name: /Família e sucessões/ }).focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('cell', { name: 'Família', exact: true }).waitFor();
  await sheet.getByRole('cell', { name: 'Família e sucessões' }).waitFor();
  await sheet.getByRole('heading', { name: 'Departamento · alterado' }).waitFor();
  expect(await sheet.innerText()).not.toMatch(/queues\.queue|[{}"]/);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Família e sucessões/ }).click();
  await sheet.getByRole('cell', { name: 'Família e sucessões' }).waitFor();
  expect(await faultsOf(page, 'record-sheet', dialogOnly)).toEqual([]);
  await sheet.getByRole('button', { name: 'Fechar' }).first().click();
  await sheet.waitFor({ state: 'detached' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('auditoria.csv');
  expect(await readFile(await download.path(), 'utf8')).toContain('Família e sucessões');
});

test('a contact’s data is exported, and erased once the name was typed', async () => {
  const admin = await company.person('admin', 'Otávio');
  await company.admin.post('/contacts', { name: 'Dalva Antunes', number: '5511970001234' });
  const page = await windowOf(admin, '/audit?view=privacy');
  await page.getByPlaceholder('Nome, número ou e-mail').fill('dalva');
  await page.getByRole('row', { name: /Dalva Antunes/ }).waitFor();
  expect(await faultsOf(page, 'privacy')).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar os dados de Dalva Antunes' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^contato-\d+\.zip$/);
  await page.getByRole('button', { name: 'Apagar os dados de Dalva Antunes' }).click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).first();
  await dialog.getByRole('button', { name: 'Apagar', exact: true }).click();
  await dialog.getByRole('alert').or(dialog.getByText('Digite Dalva Antunes para confirmar').nth(1)).first().waitFor();
  expect(await faultsOf(page, 'privacy-erase')).toEqual([]);
  await dialog.getByLabel('Digite Dalva Antunes para confirmar').fill('dalva antunes');
  await dialog.getByRole('button', { name: 'Apagar', exact: true }).click();
  await page.getByText('Dados apagados.').waitFor();
  await page.getByText('Nenhum contato encontrado').waitFor();
});

test('an invalid list of addresses is refused at its field, and stays there for correction', async () => {
  const admin = await company.person('admin', 'Otília');
  const page = await windowOf(admin, '/settings');
  const field = page.getByLabel('Endereços que podem usar a API');
  await field.fill('203.0.113.7\nescritório');
  await field.blur();
  await page.getByText('Há um endereço que não pode ser lido.').first().waitFor();
  expect(await field.inputValue()).toBe('203.0.113.7\nescritório');
  await field.fill('203.0.113.7\n2001:db8::/32');
  await field.blur();
  await page.getByText('Há um endereço que não pode ser lido.').first().waitFor({ state: 'hidden' });
  await expect
    .poll(async () => (await company.admin.get('/companySettingOne?column=apiAllowedAddresses')).body)
    .toEqual({ apiAllowedAddresses: '203.0.113.7\n2001:db8::/32' });
});

test('attendants have no audit page', async () => {
  const person = await company.person('user', 'Nina');
  const page = await windowOf(person, '/audit');
  await page
    .getByText(/Acesso Negado/)
    .first()
    .waitFor();
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Auditoria' }).count()).toBe(0);
});

test('no window of these tests logged an error', () => {
  expect(troubles).toEqual([]);
});
