import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Person } from '@balcao/testing';
import { switchPlugin, type InstalledProduct } from './installed.ts';
import { openRow } from './product/ticket-actions.ts';
import { openPhone } from './product/phone.ts';

/** An external delivery desk, written from the guide alone: the conversation is shown in a dialog of its own page. */
const plugin = 'acme-deliveries';
const picture = {
  name: 'fachada.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgGNsBAAI0AYGv6gvYAAAAAElFTkSuQmCC',
    'base64',
  ),
};
const customer = { name: 'Lúcia Prates', number: '5511944440001' };
const other = { name: 'Heitor Vasques', number: '5511944440002' };

let product: InstalledProduct;
let admin: Person;
/** The page of the manager, at the desk of deliveries. */
let page: Page;

const dialogOf = (code: string) => page.getByRole('dialog', { name: `Conversa do pedido ${code}` });
const open = (code: string) => page.getByRole('button', { name: `Abrir a conversa do pedido ${code}` }).click();
const write = async (code: string, text: string): Promise<void> => {
  const field = dialogOf(code).getByRole('textbox', { name: /^Mensagem para/ });
  await field.fill(text);
  await field.press('Enter');
};
const address = () => new URL(page.url()).pathname + new URL(page.url()).search;

/** Declares the tests of it in a running product, with an open window of the manager. */
export function declareDeliveryDesk(opened: () => InstalledProduct, window: () => Promise<Page>): void {
  beforeAll(async () => {
    product = opened();
    admin = await product.person('admin@balcao.local');
  });

  test('an external delivery desk written from the guide alone has no faults, and is installed into a running product', async () => {
    const source = await product.sourceOf(plugin);
    expect(await product.balcao(source, 'check')).toContain(`${plugin} 1.0.0 is sound`);
    expect(await product.install(plugin, source)).toContain('the running product has taken it up');
    await switchPlugin(admin, plugin, true);
    page = await window();
    await page.getByRole('navigation').getByRole('link', { name: 'Entregas' }).click();
    await page.getByText('Nenhuma entrega ainda').waitFor();
  });

  test('the delivery form chooses the customer with the contact picker', async () => {
    for (const { name, number } of [customer, other])
      await (await openPhone(admin, name, number)).write('Bom dia! Quando chega o meu pedido?');
    for (const [code, item, { name }] of [
      ['4821', 'Cadeira de escritório preta', customer],
      ['4822', 'Luminária de mesa', other],
    ] as const) {
      await page.getByRole('button', { name: 'Nova entrega' }).click();
      const form = page.getByRole('dialog', { name: 'Nova entrega' });
      await form.getByLabel('Pedido').fill(code);
      await form.getByLabel('Item').fill(item);
      await form.getByLabel('Endereço').fill('Rua das Acácias, 120, Vila Mariana');
      await form.getByRole('combobox', { name: 'Cliente' }).click();
      await form.getByRole('combobox', { name: 'Cliente' }).fill(name);
      await page.getByRole('option', { name: new RegExp(name) }).click();
      await form.getByRole('button', { name: 'Adicionar' }).click();
      await page.getByRole('row', { name: new RegExp(`${code}.*${name}`) }).waitFor();
    }
  });

  test('a conversation is accepted, answered and replied in, with a picture, in a dialog of the delivery page, whose address never changes', async () => {
    await open('4821');
    const dialog = dialogOf('4821');
    await dialog.getByRole('button', { name: 'Aceitar' }).click();
    await write('4821', 'Bom dia, dona Lúcia. Sai hoje no caminhão das 14h.');
    const log = dialog.getByRole('log');
    await log.getByText('Sai hoje no caminhão das 14h.').waitFor();

    await log.getByText('Quando chega o meu pedido?').hover();
    await log.getByRole('button', { name: 'Responder' }).first().click();
    await write('4821', 'Chega até as 18h.');
    const reply = log.getByText('Chega até as 18h.');
    await reply.waitFor();
    // The quoted message is shown above the reply.
    await expect.poll(() => log.getByText('Quando chega o meu pedido?').count()).toBe(2);

    await dialog.locator('input[type=file]').first().setInputFiles(picture);
    await write('4821', 'É esta a fachada?');
    await log.getByText('É esta a fachada?').waitFor();
    const phone = await openPhone(admin, customer.name, customer.number);
    await expect
      .poll(async () => (await phone.shows()).filter(({ fromPhone }) => !fromPhone).map(({ body }) => body))
      .toEqual(expect.arrayContaining([expect.stringContaining('Chega até as 18h.')]));
    await expect.poll(async () => (await phone.shows()).some(({ media }) => media?.name === picture.name)).toBe(true);
    expect(address()).toBe('/entregas');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(address()).toBe('/entregas');
  });

  test('a customer taps an option of the menu sent by the delivery desk, whose page shows the choice', async () => {
    await page.getByRole('button', { name: 'Perguntar se o pedido 4821 pode ser entregue' }).click();
    await page.getByRole('row', { name: /4821.*Aguardando resposta/ }).waitFor();
    const phone = await product.windowOf('admin@balcao.local');
    await phone.goto(`${product.url}/sandbox`);
    await phone.getByRole('button', { name: 'Adicionar pessoa' }).click();
    await phone.getByLabel('Nome').fill(customer.name);
    await phone.getByRole('textbox', { name: /^Número/ }).fill(customer.number);
    await phone.getByRole('dialog').getByRole('button', { name: 'Adicionar' }).click();
    await phone.getByRole('log').getByText('Confirma a entrega do pedido 4821 hoje, até as 18h?').waitFor();
    await phone.getByRole('button', { name: 'Pode entregar hoje' }).click();
    await page.getByRole('row', { name: /4821.*Pode entregar hoje/ }).waitFor();
    await phone.context().close();
    admin = await product.person('admin@balcao.local');
  });

  test('a proof of delivery has its own bubble, in the dialog and on the page of conversations, and a text in the list', async () => {
    await page.getByRole('button', { name: 'Enviar o comprovante do pedido 4821' }).click();
    await page.getByLabel('Recebido por').fill('Porteiro Anselmo');
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await page.getByRole('row', { name: /4821.*Entregue/ }).waitFor();
    await open('4821');
    const bubble = (within: Page | ReturnType<typeof dialogOf>) =>
      within.getByRole('region', { name: 'Comprovante do pedido 4821' }).getByText(/Recebido por Porteiro Anselmo/);
    await bubble(dialogOf('4821')).waitFor();
    await page.keyboard.press('Escape');

    await page
      .getByRole('link', { name: /^Atendimentos/ })
      .first()
      .click();
    await page.getByRole('tab', { name: /^Atendendo/ }).click();
    await page
      .getByRole('option', { name: new RegExp(customer.name) })
      .getByText(/^Comprovante de entrega: pedido/)
      .waitFor();
    await openRow(page, customer.name);
    await bubble(page).waitFor();
    const phone = await openPhone(admin, customer.name, customer.number);
    await expect
      .poll(async () => (await phone.shows()).at(-1)?.body)
      .toContain('Comprovante de entrega: pedido 4821, recebido por Porteiro Anselmo');
  });

  test('in the delivery dialog one conversation is resolved and another transferred, and the dialog closes over the same page', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Entregas' }).click();
    await open('4821');
    await dialogOf('4821').getByRole('button', { name: 'Resolver' }).click();
    await dialogOf('4821').waitFor({ state: 'detached' });
    expect(address()).toBe('/entregas');

    await open('4822');
    await dialogOf('4822').getByRole('button', { name: 'Aceitar' }).click();
    await dialogOf('4822')
      .getByRole('textbox', { name: /^Mensagem para/ })
      .waitFor();
    await dialogOf('4822')
      .getByRole('button', { name: /^Transferir/ })
      .click();
    const transfer = page.getByRole('dialog', { name: 'Transferir atendimento' });
    await transfer.getByRole('combobox', { name: /^Departamento/ }).click();
    await page.getByRole('option', { name: 'Trabalhista' }).click();
    await transfer.getByRole('button', { name: 'Transferir' }).click();
    await page.getByText(`Atendimento de ${other.name} transferido`).waitFor();
    // The dialog under the confirmation is hidden from roles: both are gone once no dialog is left.
    await transfer.waitFor({ state: 'detached' });
    await dialogOf('4822').waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /4822/ }).waitFor();
    expect(address()).toBe('/entregas');
    const { body } = await admin.get<{ tickets: { status: string; queue: { name: string } | null }[] }>(
      `/tickets?showAll=true&searchParam=${encodeURIComponent(other.name)}`,
    );
    expect(body.tickets[0]).toMatchObject({ status: 'pending', queue: { name: 'Trabalhista' } });
  });

  test('a courier is identified by an identity kind of the plugin: writing again is the same contact, who gets the answer', async () => {
    const queues = (await admin.get<{ queues: { id: number }[] }>('/queue')).body;
    const made = await admin.post<{ id: number }>('/whatsapp', {
      name: 'App do entregador',
      channel: plugin,
      keyWordQueueId: (Array.isArray(queues) ? queues : queues.queues)[0]?.id,
    });
    expect(made.status).toBe(200);
    const path = (await admin.get<{ path: string }>(`/acme-deliveries/connections/${made.body.id}/address`)).body.path;
    const writes = async (id: string, courier: string, name: string, text: string): Promise<void> => {
      const answer = await fetch(product.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id, courier, name, text }),
      });
      expect(answer.status).toBe(200);
    };
    interface Talk {
      id: number;
      contactId: number;
      status: string;
    }
    const talks = async (): Promise<Talk[]> =>
      (await admin.get<{ tickets: Talk[] }>('/tickets?showAll=true&searchParam=Rafael')).body.tickets;
    /** Returns the contacts with an open conversation. */
    const running = async (): Promise<number[]> =>
      (await talks()).filter(({ status }) => status !== 'closed').map(({ contactId }) => contactId);

    await writes('a-1', 'moto-17', 'Rafael Duarte', 'Portaria fechada na Rua das Acácias.');
    // Another courier of the same name is another contact.
    await writes('a-2', 'moto-18', 'Rafael Duarte', 'Já saí do depósito.');
    await expect.poll(async () => new Set((await talks()).map(({ contactId }) => contactId)).size).toBe(2);
    const first = (await talks()).toSorted((a, b) => a.id - b.id)[0]!;
    await admin.put(`/tickets/${first.id}`, { status: 'open', userId: admin.id });
    await admin.post(`/messages/${first.id}`, { body: 'Toque o interfone 12.' });
    const fetched = async (courier: string): Promise<string[]> =>
      (await (await fetch(`${product.url}${path}?courier=${courier}`)).json()) as string[];
    await expect.poll(() => fetched('moto-17')).toEqual([expect.stringContaining('Toque o interfone 12.')]);
    expect(await fetched('moto-18')).toEqual([]);

    await admin.put(`/tickets/${first.id}`, { status: 'closed' });
    await expect.poll(async () => (await running()).includes(first.contactId)).toBe(false);
    await writes('a-3', 'moto-17', 'Rafael D.', 'Consegui entregar, obrigado.');
    await expect.poll(async () => (await running()).includes(first.contactId)).toBe(true);
    expect(new Set((await talks()).map(({ contactId }) => contactId)).size).toBe(2);
  });
}
