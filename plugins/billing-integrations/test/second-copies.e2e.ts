import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFaults, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { signIn } from '../../../scripts/test/product/product.ts';
import { startIxc, type IxcSimulator } from './simulators.ts';

let host: TestHost;
let browser: Browser;
let page: Page;
let company: TestCompany;
let ixc: IxcSimulator;
const troubles: string[] = [];
const plugins = [
  'users',
  'queues',
  'contacts',
  'connections',
  'channel-sandbox',
  'tickets',
  'security',
  'billing-integrations',
];
const window = async ({ email, password }: { email: string; password: string }): Promise<Page> => {
  const context = await browser.newContext({
    locale: 'pt-BR',
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const opened = await context.newPage();
  opened.on('pageerror', (error) => troubles.push(error.message));
  await signIn(opened, host.url, email, password, '/');
  return opened;
};

const isSet = (companyId: number): boolean | undefined =>
  host.kernel.identity.settings.shownOne(companyId, 'ipixc', true).isSet;

beforeAll(async () => {
  [ixc, host, browser] = await Promise.all([
    startIxc(),
    startTestHost({ databaseUrl: inject('databaseUrl'), plugins }),
    launchBrowser(),
  ]);
  company = await host.company({ settings: { billingIntegrationsEnabled: 'enabled' } });
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
  await ixc?.close();
});

test('a super user enters the access data, which is shown masked afterwards', async () => {
  const root = await host.superUser();
  expect((await root.put('/settings/billingIntegrationsEnabled', { value: 'enabled' })).status).toBe(200);
  const home = (await root.get<{ companyId: number }>('/auth/me')).body.companyId;
  page = await window(root);
  await page.goto(`${host.url}/settings`);
  const address = page.getByLabel('IXC: endereço');
  await page.getByText('Só a plataforma').first().waitFor();
  await address.fill('https://ixc.provedor.example');
  await address.blur();
  await expect.poll(() => isSet(home)).toBe(true);
  await page.reload();
  await address.waitFor();
  expect(await address.getAttribute('type')).toBe('password');
  expect(
    await page.locator('input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
  ).not.toContain('https://ixc.provedor.example');
  await address.locator('..').getByRole('button', { name: 'Apagar o valor guardado' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apagar', exact: true }).click();
  await expect.poll(() => isSet(home)).toBe(false);
  await page.context().close();
});

test('an attendant finds second copies of invoices beside a conversation and copies the Pix code', async () => {
  const { settings } = company.scope('billing-integrations');
  await settings.set('ipixc', ixc.url);
  await settings.set('tokenixc', ixc.token);
  const { admin } = company;
  const queue = (await admin.post<{ id: number }>('/queue', { name: 'Financeiro', color: '#803b83' })).body;
  const line = { name: 'Loja', channel: 'sandbox', keyWordQueueId: queue.id };
  const connection = (await admin.post<{ id: number }>('/whatsapp', line)).body;
  const contact = (await admin.post<{ id: number }>('/contacts', { name: 'Helena Souza', number: '5511987654321' }))
    .body;
  const started = { contactId: contact.id, queueId: queue.id, whatsappId: connection.id, status: 'open' };
  const ticket = (await admin.post<{ uuid: string }>('/tickets', { ...started, userId: admin.id })).body;
  page = await window(admin);
  await page.goto(`${host.url}/tickets/${ticket.uuid}`);
  const panel = page.getByRole('complementary', { name: 'Contato' }).getByRole('region', { name: 'Segunda via' });
  await panel.getByLabel('CPF ou CNPJ').fill('1234');
  await panel.getByRole('button', { name: 'Buscar' }).click();
  await panel.getByText('Informe um CPF ou CNPJ.').waitFor();
  await panel.getByLabel('CPF ou CNPJ').fill('123.456.789-09');
  await panel.getByRole('button', { name: 'Buscar' }).click();
  await expect.poll(() => panel.getByRole('listitem').count()).toBe(2);
  await panel.getByText(/R\$\s104,35/).waitFor();
  await panel.getByRole('button', { name: /Pix/ }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('00020126PIX1002');
  expect(await axeFaults(page)).toEqual([]);
  ixc.broken = { status: 500, body: '' };
  await panel.getByRole('button', { name: 'Buscar' }).click();
  await panel.getByText(/não respondeu/).waitFor();
  expect(troubles).toEqual([]);
});
