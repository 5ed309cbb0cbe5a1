import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql, type Scope } from '@balcao/sdk/server';
import { axeFaults, roomJoined } from '@balcao/testing';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { openNetworkLink } from '../../../scripts/test/network-link.ts';
import { dayFrom, openBillingSetup, type BillingSetup } from './billing-setup.ts';
import { startAsaas, type AsaasSimulator } from './simulators/asaas.ts';

let setup: BillingSetup;
let asaas: AsaasSimulator;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const notifyToken = 'token-do-webhook-asaas';
const errors: string[] = [];

beforeAll(async () => {
  [setup, asaas, browser] = await Promise.all([openBillingSetup(inject('databaseUrl')), startAsaas(), launchBrowser()]);
  await setup.plan({ name: 'Essencial', value: 99 as never, users: 3 });
  await setup.plan({ name: 'Profissional', value: 149.9 as never, users: 10 });
  await setup.platform.put<unknown>('/payments/setup', {
    provider: 'asaas',
    settings: { accessToken: asaas.accessToken, notifyToken, baseUrl: asaas.url },
  });
  context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: setup.host.url });
  page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
});
afterAll(async () => {
  await browser?.close();
  await setup?.host.close();
  await asaas?.close();
});

const email = 'helena@duarte.example';
const password = 'Segredo-123';
/** Presses Tab until the wanted element has the focus. */
const tabTo = async (wanted: ReturnType<Page['locator']>, key = 'Tab'): Promise<void> => {
  await wanted.waitFor();
  for (let step = 0; step < 60; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error('the keyboard does not reach the element');
};
const dialog = () => page.getByRole('dialog');
const waitForText = (text: string | RegExp) => page.getByText(text).first().waitFor();

test('A new person signs up by keyboard and reaches the login, then the product', async () => {
  await page.goto(`${setup.host.url}/signup?companyId=1`);
  await page.getByLabel('Senha', { exact: true }).waitFor();
  await tabTo(page.getByRole('textbox').first());
  await page.keyboard.type('Duarte Contabilidade');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Helena Duarte');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await tabTo(page.getByLabel('Senha', { exact: true }));
  await page.keyboard.type(password);
  const plan = page.getByRole('radio', { name: /^Essencial/ });
  await plan.waitFor();
  expect(await plan.isChecked()).toBe(true);
  await page.getByText('R$ 149,90 por mês').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
  await page.getByRole('heading', { name: 'Entrar' }).waitFor();
  await tabTo(page.getByLabel('Senha', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
});

test('The subscription page shows the days left of the trial, and leads to the checkout', async () => {
  await page.goto(`${setup.host.url}/subscription`);
  await page.getByText('Seu período de teste termina em 3 dias!').waitFor();
  await page.getByText(email).first().waitFor();
  // The page has no editable fields: facts are no form fields.
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
  const use = page.getByRole('list', { name: 'Uso do plano' });
  await use.getByText('1 de 3').waitFor();
  await page.getByRole('button', { name: 'Escolher o plano Profissional' }).waitFor();
  await page.getByRole('button', { name: 'Teste: faltam 3 dias' }).waitFor();
  await tabTo(page.getByRole('button', { name: 'Assine Agora!' }));
  await page.keyboard.press('Enter');
  await dialog().getByRole('heading', { name: 'Falta pouco!' }).waitFor();
});

test('The checkout begins with the plan, goes back and forth by keyboard, and reports missing fields', async () => {
  const now = () => dialog().locator('[aria-current="step"]').textContent();
  for (const step of ['Dados', 'Personalizar', 'Revisar'])
    await dialog().getByText(step, { exact: true }).first().waitFor();
  expect(await now()).toBe('Personalizar');
  const ticks = () => dialog().getByRole('list', { name: 'Passos da assinatura' }).locator('svg').count();
  expect(await ticks()).toBe(0);
  await dialog().getByRole('button', { name: 'PRÓXIMO' }).click();
  await expect.poll(now).toBe('Revisar');
  await dialog().getByText('Falta dizer quem paga.').waitFor();
  expect(await ticks()).toBe(1);
  await dialog().getByRole('button', { name: 'Preencher' }).click();
  await expect.poll(now).toBe('Dados');
  await dialog().getByText('Cidade é obrigatória').waitFor();
  await dialog().getByRole('combobox', { name: 'País' }).waitFor();
  await dialog().getByRole('button', { name: 'Fechar' }).click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Assine Agora!' }).click();
  await expect.poll(now).toBe('Personalizar');
  await tabTo(dialog().getByRole('radio').first());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await tabTo(dialog().getByRole('button', { name: 'VOLTAR' }));
  await page.keyboard.press('Enter');
  await expect.poll(now).toBe('Dados');
  await tabTo(dialog().getByRole('button', { name: 'PRÓXIMO' }));
  await page.keyboard.press('Enter');
  for (const text of [
    'O nome completo é obrigatório',
    'O Endereço é obrigatório',
    'Cidade é obrigatória',
    'CEP é obrigatório',
  ])
    await dialog().getByText(text).waitFor();
  await dialog().getByRole('combobox', { name: 'País' }).click();
  const countries = page.getByRole('option');
  await countries.first().waitFor();
  expect(await countries.allTextContents()).toEqual(['Brasil', 'Estados Unidos']);
  await page.getByRole('option', { name: 'Brasil' }).click();
  await countries.first().waitFor({ state: 'hidden' });
  const fields = {
    'Nome completo': 'Helena Duarte',
    'CPF ou CNPJ': '529.982.247-25',
    CEP: '01310-100',
    Endereço: 'Rua das Acácias, 12',
    Cidade: 'São Paulo',
  };
  for (const [name, value] of Object.entries(fields)) {
    await tabTo(dialog().getByRole('textbox', { name }));
    await page.keyboard.type(value);
  }
  await page.keyboard.press('Tab');
  await tabTo(dialog().getByRole('button', { name: 'PRÓXIMO' }));
  await page.keyboard.press('Enter');
  await expect.poll(now).toBe('Personalizar');
  expect(
    await dialog()
      .getByRole('radio', { name: /Profissional/ })
      .isChecked(),
  ).toBe(true);
  await tabTo(dialog().getByRole('button', { name: 'PRÓXIMO' }));
  await page.keyboard.press('Enter');
  await dialog().getByRole('heading', { name: 'Resumo da assinatura' }).waitFor();
  expect((await dialog().textContent())?.replaceAll('\u00A0', ' ')).toContain('TOTALR$ 149,90');
  expect(await axeFaults(page)).toEqual([]);
});

test('PAGAR shows the Pix code with its total, which one key copies, with a confirmation for a second', async () => {
  await tabTo(dialog().getByRole('button', { name: 'PAGAR' }));
  await page.keyboard.press('Enter');
  await waitForText('Assinatura realizada com sucesso!, aguardando a realização do pagamento');
  await dialog().getByRole('img', { name: 'Código QR do Pix' }).waitFor();
  await tabTo(dialog().getByRole('button', { name: 'Copiar código QR' }));
  await page.keyboard.press('Enter');
  await dialog().getByRole('button', { name: 'Copiado' }).waitFor();
  const code = await dialog().getByLabel('Código Pix copia e cola').inputValue();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(code);
  await dialog().getByRole('button', { name: 'Copiar código QR' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
});

/** Simulates the provider’s notification that the pending code was paid. */
const notifyPayment = async (scope: Scope): Promise<void> => {
  const { ref = '' } =
    (await scope.sql.one<{ ref: string }>(sql`select ref from finance.charge where status = 'pending'`)) ?? {};
  asaas.pay(ref);
  const answer = await setup.host.nobody.call<unknown>(
    'POST',
    '/payments/asaas/notify',
    { event: 'PAYMENT_RECEIVED', payment: { externalReference: ref } },
    { 'asaas-access-token': notifyToken },
  );
  expect(answer.status).toBe(200);
};

test('When the payment arrives the screen shows the new end of the licence, and leads back to work', async () => {
  const company = (await setup.platform.get<{ id: number }[]>('/companies/list-all?searchParam=duarte')).body[0];
  const scope = setup.host.kernel.scope(company?.id ?? 0, 'finance');
  // It is shown for some seconds only.
  const notice = page.getByText(/^Sua licença foi renovada até /).first();
  const [text] = await Promise.all([notice.textContent(), notifyPayment(scope)]);
  const { dueDate } = (await scope.sql.one<{ dueDate: string }>(
    sql`select to_char(due_date, 'DD/MM/YYYY') as "dueDate" from finance.account`,
  )) ?? { dueDate: '' };
  expect(text).toBe(`Sua licença foi renovada até ${dueDate}!`);
  await page.waitForURL((url) => url.pathname === '/');
});

test('Invoices show Pago, Vencido, Em Aberto and Cancelada; PAGAR opens the provider’s page in a new tab', async () => {
  const company = (await setup.platform.get<{ id: number }[]>('/companies/list-all?searchParam=duarte')).body[0];
  const scope = setup.host.kernel.scope(company?.id ?? 0, 'finance');
  await scope.sql.run(
    sql`insert into finance.invoice (plan_id, plan_name, value_cents, recurrence, due_date, status)
        select plan_id, 'Profissional', 14990, 'MENSAL', current_date - 30, 'cancelled' from finance.account`,
  );
  const due = (days: number) => setup.platform.put(`/companies/${company?.id}`, { dueDate: dayFrom(days) });
  await due(8);
  await page.goto(`${setup.host.url}/financeiro`);
  await page.getByRole('heading', { name: 'Faturas' }).waitFor();
  const heads = page.getByRole('columnheader');
  await heads.first().waitFor();
  expect(await heads.allTextContents()).toEqual(['Detalhes', 'Valor', 'Data Venc.', 'Status', 'Ação']);
  for (const state of ['Pago', 'Em Aberto', 'Cancelada'])
    await page.getByRole('row').getByText(state, { exact: true }).waitFor();
  // The page is open when the platform moves the due date.
  await due(-3);
  await page.getByRole('row').getByText('Vencido', { exact: true }).waitFor();
  await page.getByText('PAGO', { exact: true }).waitFor();
  const pay = page
    .getByRole('row')
    .filter({ hasText: 'Vencido' })
    .getByRole('link', { name: /^PAGAR/ });
  expect(await pay.getAttribute('target')).toBe('_blank');
  await pay.focus();
  const [opened] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')]);
  await opened.getByRole('img', { name: 'Código QR do Pix' }).waitFor();
  await opened.close();
  expect(await axeFaults(page)).toEqual([]);
});

test('A paid invoice has a receipt with the payment’s id', async () => {
  await page.goto(`${setup.host.url}/financeiro`);
  await page.getByRole('button', { name: /^Recibo de Profissional/ }).click();
  await page.getByRole('heading', { name: 'Recibo de pagamento' }).waitFor();
  await page.getByText('pay_1', { exact: true }).waitFor();
  await page.getByText('Helena Duarte', { exact: true }).first().waitFor();
  expect(await axeFaults(page)).toEqual([]);
});

test('A person of a blocked company sees that on the allowed page, with the button to pay', async () => {
  const company = (await setup.platform.get<{ id: number }[]>('/companies/list-all?searchParam=duarte')).body[0];
  await page.goto(`${setup.host.url}/subscription`);
  await page.getByRole('button', { name: 'Assine Agora!' }).waitFor();
  await setup.platform.put(`/companies/${company?.id}`, { dueDate: dayFrom(-21) });
  await page.getByRole('main').getByText('Sua assinatura está atrasada há 21 dias.').waitFor();
  await page.goto(`${setup.host.url}/financeiro`);
  await page.getByText(/O acesso está bloqueado por falta de pagamento/).waitFor();
  await page.getByRole('button', { name: 'Pagar', exact: true }).click();
  await page.getByRole('img', { name: 'Código QR do Pix' }).waitFor();

  // The payment arrives while another page of the company is open, which shows it, too.
  const other = await context.newPage();
  const isLive = roomJoined(other, 'finance.payment');
  await other.goto(`${setup.host.url}/subscription`);
  await other.getByRole('button', { name: 'Ver Pix' }).waitFor();
  await isLive;
  const scope = setup.host.kernel.scope(company?.id ?? 0, 'finance');
  await notifyPayment(scope);
  await other
    .getByText(/Sua licença foi renovada até/)
    .first()
    .waitFor();
  await other.getByText(/Licença válida até/).waitFor();
  await other.getByText('Aguardando o pagamento').waitFor({ state: 'detached' });
  await other.close();
});

test('A payment that arrived while the phone showed the bank’s app appears when the person returns', async () => {
  const company = (await setup.platform.get<{ id: number }[]>('/companies/list-all?searchParam=duarte')).body[0];
  await setup.platform.put(`/companies/${company?.id}`, { dueDate: dayFrom(-21) });
  const line = await openNetworkLink(setup.host.url);
  const phone = await context.newPage();
  await phone.goto(`${line.url}/financeiro`);
  await phone.getByRole('button', { name: 'Pagar', exact: true }).click();
  await phone.getByRole('img', { name: 'Código QR do Pix' }).waitFor();
  line.cut();
  await phone.getByText(/^Reconectando/).waitFor();
  await notifyPayment(setup.host.kernel.scope(company?.id ?? 0, 'finance'));
  line.mend();
  await phone.getByText(/Sua licença foi renovada até/).waitFor();
  await phone.waitForURL((url) => url.pathname === '/');
  await phone.close();
  line.close();
  expect(errors).toEqual([]);
});
