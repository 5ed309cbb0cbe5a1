import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFaults, type TestCompany } from '@balcao/testing';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { signIn, visit } from '../../../scripts/test/product/product.ts';
import { billing, openBillingSetup, staticSetup, type BillingSetup, type Plan } from './billing-setup.ts';

let setup: BillingSetup;
let browser: Browser;
let page: Page;
let company: TestCompany;
const errors: string[] = [];

const windowOf = async ({ email, password }: { email: string; password: string }, at: string): Promise<Page> => {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  const opened = await context.newPage();
  opened.on('pageerror', (error) => errors.push(error.message));
  await signIn(opened, setup.host.url, email, password, at);
  return opened;
};
const addressOf = (tab: string) => `/settings?tab=${encodeURIComponent(tab)}`;
const tab = (name: string) => visit(page, addressOf(name));
/** Reads everything anew. */
const loadTab = (name: string) => page.goto(setup.host.url + addressOf(name));
const dialog = () => page.getByRole('dialog');
const question = () => page.getByRole('alertdialog');
const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const toast = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeAll(async () => {
  [setup, browser] = await Promise.all([
    openBillingSetup(inject('databaseUrl'), ['tickets', 'kanban']),
    launchBrowser(),
  ]);
  const plan = await setup.plan({ name: 'Essencial', value: 99 as never });
  await setup.platform.put<unknown>('/payments/setup', staticSetup);
  company = await setup.customer({ plan, name: 'Padaria São João' });
  for (let number = 1; number <= 10; number += 1) await setup.host.company({ name: `Zelo Filial ${number}` });
  page = await windowOf(setup.platform, addressOf('finance/plans'));
});
afterAll(async () => {
  await browser?.close();
  await setup?.host.close();
});

test('A super user creates, changes and removes a plan; its value is typed as in Brazil, and colleagues who edit one plan lose nothing', async () => {
  await button('Novo plano').click();
  await dialog().getByLabel('Nome').fill('Profissional');
  const value = dialog().getByLabel('Valor');
  await value.fill('');
  await value.pressSequentially('1.234,56');
  await dialog().getByLabel('Usuários').fill('1.500');
  expect(await value.inputValue()).toBe('1.234,56');
  await dialog().getByLabel('Conexões').focus();
  expect(await dialog().getByLabel('Usuários').inputValue()).toBe('1500');
  await dialog().getByText('R$').waitFor();
  await dialog().getByRole('button', { name: 'Cadastrar' }).click();
  await toast('Operação realizada com sucesso!');
  await row('Profissional')
    .getByText(/1\.234,56/)
    .waitFor();
  await button('Novo plano').click();
  await dialog().getByLabel('Nome').fill('profissional');
  await dialog().getByRole('button', { name: 'Cadastrar' }).click();
  await dialog().getByText('Já existe um plano com este nome.').waitFor();
  await page.keyboard.press('Escape');
  await question().getByRole('button', { name: 'Descartar' }).click();
  await dialog().waitFor({ state: 'hidden' });
  const colleague = await setup.host.superUser();
  const made = (await colleague.get<Plan[]>('/plans/all')).body.find(({ name }) => name === 'Profissional');
  await button('Editar Profissional').click();
  await colleague.put(`/plans/${made?.id}`, { value: '99,00', users: 9 });
  await value.fill('120');
  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await dialog().getByRole('radio', { name: /99,00/ }).waitFor();
  await dialog()
    .getByRole('radio', { name: /120,00/ })
    .click();
  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await dialog().waitFor({ state: 'hidden' });
  await row('Profissional')
    .getByText(/120,00/)
    .waitFor();
  await row('Profissional').getByText('9', { exact: true }).waitFor();
  await button('Excluir Essencial').click();
  await question().getByRole('button', { name: 'Excluir plano' }).click();
  await question().getByText('Há empresas neste plano: mude o plano delas antes de excluir.').waitFor();
  await question().getByRole('button', { name: 'Cancelar' }).click();
  await question().waitFor({ state: 'hidden' });
  // The page is visible to screen readers again a moment after the dialog is closed.
  await page.locator('#root:not([aria-hidden])').waitFor();
  expect(await axeFaults(page)).toEqual([]);
});

test('A company is created with plan and due date; all faults are shown at once, each at its field', async () => {
  await tab('companies/companies');
  await button('Nova empresa').click();
  await dialog().getByLabel('E-mail de cobrança').fill('contas');
  await dialog().getByRole('button', { name: 'Cadastrar' }).click();
  // The fields with an asterisk only: name, e-mail, password and plan.
  await dialog().getByText('Campo obrigatório', { exact: true }).nth(3).waitFor();
  expect(await dialog().locator('[aria-invalid="true"]').count()).toBe(5);
  expect(await dialog().locator('[aria-required="true"], [required]').count()).toBe(4);
  expect(await page.getByText('Não foi possível realizar a operação', { exact: false }).count()).toBe(0);
  await dialog().getByLabel('E-mail de cobrança').fill('');
  await dialog().getByRole('textbox', { name: 'Nome', exact: true }).fill('Clínica Vitale');
  await dialog().getByRole('textbox', { name: 'E-mail', exact: true }).fill(company.admin.email);
  await dialog().getByLabel('Senha do administrador').fill('segredo-9');
  await dialog().getByRole('combobox', { name: 'Plano' }).click();
  await page.getByRole('option', { name: 'Profissional' }).click();
  await dialog().getByRole('textbox', { name: 'Vencimento' }).fill('31012027');
  await dialog().getByRole('button', { name: 'Cadastrar' }).click();
  await dialog().getByText('Já existe um usuário com este e-mail.').waitFor();
  await dialog().getByRole('textbox', { name: 'E-mail', exact: true }).fill('contato@vitale.example');
  await dialog().getByRole('button', { name: 'Cadastrar' }).click();
  await toast('Operação realizada com sucesso!');
  await row('Clínica Vitale').getByText('31/01/2027').waitFor();
});

test('+ Vencimento moves the due date in the list, 31 January to 28 February, and one click undoes it', async () => {
  await button('Adiar o vencimento de Clínica Vitale em 1 mês').click();
  await page.getByText('Vencimento em 28/02/2027').first().waitFor();
  await row('Clínica Vitale').getByText('28/02/2027').waitFor();
  await button('Desfazer').click();
  await row('Clínica Vitale').getByText('31/01/2027').waitFor();
  await button('Adiar o vencimento de Clínica Vitale em 1 mês').click();
  await row('Clínica Vitale').getByText('28/02/2027').waitFor();
});

test('A module is switched for one company, and takes effect at once', async () => {
  const lanes = async (): Promise<number> => (await company.admin.get('/kanban-lanes')).status;
  await button('Editar Padaria São João').click();
  const kanban = dialog().getByRole('switch', { name: 'Kanban' });
  await kanban.click();
  await toast('Kanban ligado');
  expect(await lanes()).toBe(200);
  await kanban.click();
  await toast('Kanban desligado');
  expect(await lanes()).toBe(404);
  await dialog().getByRole('button', { name: 'Cancelar' }).click();
  await dialog().waitFor({ state: 'hidden' });
});

test('Ten companies are on a page, the search finds by name, and the list is exported as CSV', async () => {
  await expect.poll(() => page.getByRole('row').count()).toBe(11);
  await button('Próxima página').click();
  await page.getByText('Página 2').waitFor();
  await row('Zelo Filial 9').waitFor();
  await page.getByPlaceholder('Buscar por nome, e-mail ou telefone').fill('VITALE');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  const [file] = await Promise.all([page.waitForEvent('download'), button('Exportar CSV').click()]);
  expect(file.suggestedFilename()).toBe('empresas.csv');
  expect(await axeFaults(page)).toEqual([]);
});

test('A super user who enters a company sees it under a banner, and returns to the list of companies', async () => {
  await loadTab('companies/companies');
  await button('Entrar em Padaria São João para ajudar').click();
  await question().getByRole('button', { name: 'Entrar', exact: true }).click();
  await page
    .getByText('Você está em Padaria São João, como administrador da plataforma. O que fizer fica registrado.')
    .waitFor();
  await page.goto(`${setup.host.url}/users`);
  await row(company.admin.email).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await button('Sair da empresa').click();
  await row('Padaria São João').waitFor();
  await button('Sair da empresa').waitFor({ state: 'detached' });
});

test('Two super users at the payment settings keep each other’s changes, and choose where both changed one field', async () => {
  await tab('finance/payments');
  const field = (name: string) => page.getByRole('textbox', { name });
  await expect.poll(() => field('Cidade').inputValue()).toBe('São Paulo');
  const colleague = await setup.host.superUser();
  const settings = { ...staticSetup.settings, name: 'Balcão Pagamentos', city: 'Campinas' };
  await colleague.put('/payments/setup', { provider: 'static', settings });
  await field('Cidade').fill('Santos');
  await button('Salvar').click();
  await page.getByRole('radio', { name: /Campinas/ }).waitFor();
  await page.getByRole('radio', { name: /Santos/ }).click();
  await button('Salvar').click();
  await toast('Dados atualizados com sucesso!');
  expect(await field('Cidade').inputValue()).toBe('Santos');
  await page.getByRole('radio').first().waitFor({ state: 'detached' });
  const { body } = await colleague.get('/payments/setup');
  expect(JSON.stringify(body)).toContain('Balcão Pagamentos');
  expect(JSON.stringify(body)).toContain('Santos');
});

test('A super user confirms the payment of a static code, and the licence is renewed', async () => {
  await company.admin.post<unknown>('/subscription', billing);
  await loadTab('finance/payments');
  await button('Confirmar o pagamento de Padaria São João').click();
  await question()
    .getByText(/R\$\s99,00/)
    .waitFor();
  await question().getByRole('button', { name: 'Confirmar' }).click();
  await toast('Operação realizada com sucesso!');
  await page.getByText('Nada aguardando confirmação').waitFor();
  await question().waitFor({ state: 'hidden' });
  // The page is visible to screen readers again a moment after the dialog is closed.
  await page.locator('#root:not([aria-hidden])').waitFor();
  expect(await axeFaults(page)).toEqual([]);
});

test('A company is removed only after a confirmation', async () => {
  await tab('companies/companies');
  await button('Excluir Clínica Vitale').click();
  await dialog()
    .getByText(/Não é possível desfazer/)
    .waitFor();
  await dialog().getByRole('listitem').getByText('1 pessoa').waitFor();
  const remove = dialog().getByRole('button', { name: 'Excluir empresa' });
  expect(await remove.isDisabled()).toBe(true);
  await dialog().getByRole('textbox').fill('Clínica Vitale');
  await remove.click();
  await toast('Operação realizada com sucesso!');
  await row('Clínica Vitale').waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});

test('Without any plan the company’s form reports that, and creates the first one', async () => {
  const plans: object[] = [];
  await page.route(/\/api\/plans\/all/, (route) => route.fulfill({ json: plans }));
  await loadTab('companies/companies');
  await button('Nova empresa').click();
  await dialog().getByText('Nenhum plano cadastrado. Crie o primeiro abaixo.').waitFor();
  await dialog().getByRole('button', { name: 'Novo plano' }).click();
  const inner = page.getByRole('dialog', { name: 'Novo plano' });
  await inner.getByLabel('Nome').fill('Primeiro');
  plans.push({ id: 77, name: 'Primeiro', users: 1, connections: 1, queues: 1, value: 10, hidden: false });
  await page.route(/\/api\/plans$/, (route) => route.fulfill({ json: plans[0] }));
  await inner.getByRole('button', { name: 'Cadastrar' }).click();
  await inner.waitFor({ state: 'hidden' });
  await expect.poll(() => dialog().getByRole('combobox', { name: 'Plano' }).innerText()).toContain('Primeiro');
  await page.unrouteAll();
});

test('A list that cannot be loaded shows that, and appears after the next attempt', async () => {
  const broken = /\/api\/(companies|plans)(\/all)?(\?|$)/;
  for (const [name, inside] of [
    ['companies/companies', 'Padaria São João'],
    ['finance/plans', 'Essencial'],
  ] as const) {
    await page.route(broken, (route) => route.fulfill({ status: 503, json: { error: 'ERR_DATABASE_UNAVAILABLE' } }));
    await loadTab(name);
    await page.getByText('Não foi possível carregar a lista de registros').waitFor();
    await page.unroute(broken);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await row(inside).waitFor();
  }
});
