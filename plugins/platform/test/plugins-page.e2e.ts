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
import { signIn, visit } from '../../../scripts/test/product/product.ts';
import { plantOutside, type OutsidePlugins } from './outside.ts';

let outside: OutsidePlugins;
let host: TestHost;
let browser: Browser;
let company: TestCompany;
/** Another administrator of it: a session ends when the same person logs in elsewhere. */
let colleague: Person;
/** Page of the platform's super user, and of a company's admin. */
let page: Page;
let theirs: Page;
const troubles: string[] = [];

const notes = 'Notas da Acme';
const stamps = 'Carimbos da Acme';

const windowOf = async ({ email, password }: Person): Promise<Page> => {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  const opened = await context.newPage();
  opened.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
  await signIn(opened, host.url, email, password, '/');
  return opened;
};
const plugins = () => page.goto(`${host.url}/platform/plugins`);
const sheet = () => page.getByRole('dialog');
const card = (name: string) => page.getByRole('article', { name });
const tab = (name: string) => sheet().getByRole('tab', { name });
const companySwitch = () => sheet().getByRole('switch', { name: 'Clínica São Lucas' });
const theirMenu = (name: string) => theirs.getByRole('navigation').getByRole('link', { name, exact: true });

beforeAll(async () => {
  outside = await plantOutside(['acme-notes', 'acme-stamps', 'acme-mailer', 'acme-digest'], ['acme-notes']);
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['users', 'companies', 'platform', ...outside.folders],
  });
  browser = await launchBrowser();
  company = await host.company({ name: 'Clínica São Lucas' });
  colleague = await company.person('admin', 'Renata Lima');
  for (let number = 1; number <= 19; number += 1) {
    const admin = { name: 'Administrador', email: `filial${number}@teste.local`, password: 'Senha-123' };
    await host.kernel.identity.tenants.create({ name: `Filial ${number}`, admin });
  }
  page = await windowOf(await host.superUser());
  theirs = await windowOf(company.admin);
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
  await outside?.remove();
});

test('a super user sees failed plugins and those they block first, with reason and fix', async () => {
  await page.getByRole('navigation').getByRole('link', { name: 'Plugins' }).first().click();
  await page.getByRole('heading', { name: '2 precisam de atenção' }).waitFor();
  const failed = await card('Correio da Acme').textContent();
  expect(failed).toContain('Com falha');
  expect(failed).toContain('O código do servidor não pôde ser carregado.');
  expect(failed).toContain('ACME_MAIL_HOST is not set');
  expect(failed).toContain('Como resolver: In the folder of acme-mailer, npm run check');
  const blocked = await card('Resumo diário da Acme').textContent();
  expect(blocked).toContain('Bloqueado');
  expect(blocked).toContain('Precisa de um plugin que não está funcionando.');
  expect(blocked).toContain('it requires acme-mailer');

  const table = page.getByRole('table', { name: 'Plugins' });
  expect(await table.getByRole('row', { name: /Notas da Acme/ }).textContent()).toMatch(
    /Desligado em todas1\.4\.0Acme Software.*0 de 21/,
  );
  await expect
    .poll(() => table.getByRole('row', { name: /Usuários/ }).textContent())
    .toMatch(/Funcionando.*Sempre ligado/);
});

test('plugins are found by state and by words about them, and the address keeps both filters', async () => {
  await page.getByRole('tab', { name: /^Bloqueados/ }).click();
  await card('Correio da Acme').waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  await page.getByRole('tab', { name: /^Todos/ }).click();
  await page.getByRole('searchbox').fill('anotacoes api.acme');
  await page.getByRole('row', { name: /Notas da Acme/ }).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.reload();
  await page.getByRole('row', { name: /Notas da Acme/ }).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByRole('searchbox').fill('zebra');
  await page.getByText('Nenhum plugin encontrado para “zebra”').waitFor();
  await page.getByRole('button', { name: 'Mostrar todos' }).click();
  await card('Correio da Acme').waitFor();
});

test('a plugin is opened and closed by keyboard, and the focus returns to its row', async () => {
  const row = page.getByRole('row', { name: /Notas da Acme/ });
  await row.focus();
  await page.keyboard.press('Enter');
  await sheet().getByRole('heading', { name: notes }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/platform/plugins/acme-notes');
  await page.keyboard.press('Escape');
  await sheet().waitFor({ state: 'detached' });
  await expect.poll(() => row.evaluate((element) => element.matches(':focus'))).toBe(true);
});

test('all access that a plugin requests is shown before any company has it', async () => {
  await page.getByRole('row', { name: /Notas da Acme/ }).click();
  await tab('O que pede').click();
  await sheet().getByText('api.acme.example').waitFor();
  const asked = await sheet().textContent();
  expect(asked).toContain('api.acme.example');
  expect(asked).toContain('GET /acme-notes/helloA provider asks whether anybody is at home.');
  expect(asked).toContain('Ver as notasacme-notes:viewAdministrador, Gestor');
  expect(asked).toContain('Chave de acessoacmeNotesKeySecreta');
  await tab('Sobre').click();
  await sheet().getByText('Apache-2.0').waitFor();
  await sheet().getByText('Instalado de fora').waitFor();
  await sheet().getByRole('link', { name: stamps }).click();
  await sheet().getByRole('heading', { name: stamps }).waitFor();
});

test('a switch refused because of a missing requirement names it, and goes back', async () => {
  await visit(page, '/platform/plugins/acme-stamps?tab=companies');
  await companySwitch().click();
  await sheet().getByText('Não foi ligado. Ligue antes nesta empresa: Notas da Acme.').waitFor();
  await expect.poll(() => companySwitch().isChecked()).toBe(false);
});

test('a company is found among many, and its open browsers load the plugin as soon as it is switched on', async () => {
  await visit(page, '/platform/plugins/acme-notes?tab=companies');
  await sheet().getByRole('heading', { name: notes }).waitFor();
  await sheet().getByText('21 empresas', { exact: true }).waitFor();
  await expect.poll(() => sheet().getByRole('switch').count()).toBe(20);
  await sheet().getByRole('button', { name: 'Mostrar mais' }).click();
  await expect.poll(() => sheet().getByRole('switch').count()).toBe(21);
  await sheet().getByRole('searchbox').fill('sao lucas');
  await expect.poll(() => sheet().getByRole('switch').count()).toBe(1);

  await expect.poll(() => theirMenu(notes).count()).toBe(0);
  await companySwitch().click();
  await sheet().getByText('Ligado em 1 de 21 empresas').waitFor();
  await theirMenu(notes).click();
  await theirs.getByRole('heading', { level: 1, name: notes }).waitFor();
});

test('a plugin that another enabled plugin requires stays on, and is removed from open browsers once it is switched off', async () => {
  await company.enable('plugin:acme-stamps');
  await companySwitch().click();
  await sheet().getByText('Não foi desligado. Desligue antes nesta empresa: Carimbos da Acme.').waitFor();
  await expect.poll(() => companySwitch().isChecked()).toBe(true);
  await expect.poll(() => theirs.getByRole('heading', { level: 1, name: notes }).count()).toBe(1);

  await company.disable('plugin:acme-stamps');
  await companySwitch().click();
  await theirMenu(notes).waitFor({ state: 'detached' });
  await expect.poll(() => companySwitch().isChecked()).toBe(false);
  await companySwitch().click();
  await theirMenu(notes).waitFor();
});

test('a call site with an open circuit breaker is shown with its error', async () => {
  for (let call = 0; call < 7; call += 1) await colleague.get('/acme-notes/broken');
  await page.goto(`${host.url}/platform/plugins/acme-notes`);
  const health = sheet();
  await health.getByText('Em pausa desde').waitFor();
  await health.getByText('Para 1 empresa').waitFor();
  await expect.poll(() => health.getByText('acme-notes cannot list its notes').count()).toBeGreaterThanOrEqual(5);
  await page.keyboard.press('Escape');
  await expect.poll(() => card(notes).textContent()).toContain('Chamada GET /acme-notes/broken');
});

test('a plugin that does not run shows the effect on its companies, and an unknown plugin is not found', async () => {
  await visit(page, '/platform/plugins/acme-mailer?tab=companies');
  await sheet().getByText('Enquanto o plugin não funcionar').waitFor();
  await expect.poll(() => sheet().getByRole('switch').count()).toBe(0);
  await visit(page, '/platform/plugins/acme-nothing');
  await sheet().getByText('Este plugin não está instalado').waitFor();
});

test('the instructions for installing a plugin show the command and the folders', async () => {
  await visit(page, '/platform/plugins');
  await page.getByRole('button', { name: 'Como instalar' }).click();
  const shownText = await sheet().textContent();
  expect(shownText).toContain('npx balcao add <arquivo>.tgz');
  expect(shownText).toContain('DATA_DIR/plugins/<id>');
  await page.keyboard.press('Escape');
});

test('the admin of a company sees no link to the plugins page and is refused there', async () => {
  await expect.poll(() => theirMenu('Plugins').count()).toBe(0);
  await visit(theirs, '/platform/plugins/acme-notes');
  await theirs.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor();
  for (const path of ['/platform/installed', '/platform/installed/acme-notes/companies', '/platform/faults'])
    expect((await colleague.get(path)).body).toEqual({ error: 'ERR_NO_PERMISSION' });
});

test('each module of a company lists its requirements and dependents before a switch is refused', async () => {
  const module = (name: string) => theirs.getByRole('switch', { name, exact: true });
  await company.disable('plugin:acme-notes');
  await visit(theirs, '/settings');
  await theirs.getByText('Precisa de Notas da Acme: ligue antes.').waitFor();
  await module(stamps).click();
  await theirs.getByRole('alert').getByText('Ligue antes: Notas da Acme.').waitFor();
  await expect.poll(() => module(stamps).isChecked()).toBe(false);

  // A super user switches it meanwhile, and the page follows.
  await company.enable('plugin:acme-notes');
  await expect.poll(() => module(notes).isChecked()).toBe(true);
  await module(stamps).click();
  await theirs.getByText('Necessário para Carimbos da Acme: desligue antes para poder desligar este.').waitFor();
});

test('when the list cannot be fetched, an error is shown with a retry', async () => {
  // The page also fetches by itself, once it hears live changes: such a fetch must fail too, or the button would go.
  await page.route('**/api/platform/installed', async (route) =>
    (await page.evaluate('globalThis.isClicked'))
      ? route.fallback()
      : route.fulfill({ status: 404, json: { error: 'ERR_NOT_FOUND' } }),
  );
  await plugins();
  await page.getByRole('alert').getByText('Não foi possível carregar').waitFor();
  await page.evaluate(`addEventListener('click', () => { globalThis.isClicked = true; }, true)`);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await card('Correio da Acme').waitFor();
  await page.unroute('**/api/platform/installed');
});

const faults = async (name: string, options: AxeOptions): Promise<string[]> => {
  // A tooltip under the pointer is not part of the page.
  await page.mouse.move(0, 0);
  return (await axeFaults(page, options)).map((fault) => `${name}: ${fault}`);
};
const turn = async (colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.locator(`html[style*="${colorScheme}"]`).waitFor({ state: 'attached' });
};

test('the list and all parts of a plugin are accessible, in light and dark', async () => {
  const found: string[] = [];
  const check = async (name: string, part?: string): Promise<void> => {
    found.push(...(await faults(name, { part })));
    await turn('dark');
    found.push(...(await faults(`${name}, dark`, { part, only: ['color-contrast'] })));
    await turn('light');
  };
  await turn('light');
  await visit(page, '/platform/plugins');
  await card('Correio da Acme').waitFor();
  await check('list');
  await card(notes).getByRole('link', { name: 'Detalhes' }).click();
  for (const [name, text] of [
    ['Saúde', 'Últimos erros'],
    ['Empresas', 'Clínica São Lucas'],
    ['O que pede', 'api.acme.example'],
    ['Sobre', 'Apache-2.0'],
  ] as const) {
    await tab(name).click();
    await sheet().getByText(text).first().waitFor();
    await check(name, '[role="dialog"]');
  }
  expect(found).toEqual([]);
});

test('the list and all parts of a plugin are accessible on a phone, and nothing is wider than the narrowest screen', async () => {
  const found: string[] = [];
  await page.setViewportSize({ width: 320, height: 640 });
  const fits = async (name: string): Promise<void> => {
    const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
    if (overflow > 0) found.push(`${name} is ${overflow} px too wide`);
  };
  await plugins();
  await card('Correio da Acme').waitFor();
  await fits('list');
  // The colours are those of the wide screen, where their contrast was checked.
  found.push(...(await faults('list', { without: ['color-contrast'] })));
  await page.getByRole('row', { name: /Carimbos da Acme/ }).click();
  for (const name of ['Empresas', 'O que pede', 'Sobre', 'Saúde']) {
    await tab(name).click();
    await fits(name);
  }
  found.push(...(await faults('sheet', { part: '[role="dialog"]', without: ['color-contrast'] })));
  expect(found).toEqual([]);
  expect(troubles).toEqual([]);
});
