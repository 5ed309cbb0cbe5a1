import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFaultsInBothThemes, type Person } from '@balcao/testing';
import { accept, composerOf, threadOf } from '../../../scripts/test/product/ticket-actions.ts';
import { openPhone, type Phone } from '../../../scripts/test/product/phone.ts';
import { openProduct, visit, type Product } from '../../../scripts/test/product/product.ts';

let product: Product;
let page: Page;
let gestor: Person;
let phone: Phone;

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
  // These tests start without quick messages.
  await product.host.kernel.database.owner.query('delete from quick_messages.quick_message');
  page = await product.windowOf('admin@balcao.local', {}, '/quick-messages');
  gestor = await product.person('gestor@balcao.local');
  phone = await openPhone(gestor, 'Zilda Toledo', '5511900005678');
});
afterAll(() => product?.close());

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const dialog = () => page.getByRole('dialog');
const submit = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const composer = () => composerOf(page);
const replies = () => page.getByRole('listbox', { name: 'Respostas rápidas' });
const reply = (name: RegExp) => replies().getByRole('option', { name });
const chosen = () => replies().getByRole('option', { selected: true });
const go = async (): Promise<void> => {
  await visit(page, '/quick-messages');
  await page.getByRole('heading', { level: 1, name: 'Respostas rápidas' }).waitFor();
};
/** Waits until the dialog has closed and the page behind it is accessible again. */
const closed = async (): Promise<void> => {
  await dialog().waitFor({ state: 'detached' });
  await page.locator('#root:not([aria-hidden])').waitFor();
};

const fits = () => page.evaluate('document.documentElement.scrollWidth <= innerWidth');

test('a quick message is written with variables, previewed and added', async () => {
  await go();
  await page.getByText('Nenhuma resposta rápida ainda').waitFor();
  await page.getByRole('button', { name: 'Nova resposta' }).click();
  await submit('Adicionar');
  await dialog().getByText('Campo obrigatório').waitFor();
  await dialog().getByText('Escreva uma mensagem ou anexe um arquivo.').waitFor();

  await dialog().getByLabel('Atalho').fill('/boasvindas');
  await expect.poll(() => dialog().getByLabel('Atalho').inputValue()).toBe('boasvindas');
  await dialog().getByLabel('Mensagem').fill('Olá, ! Tudo bem?');
  await dialog()
    .getByLabel('Mensagem')
    .evaluate((text: HTMLTextAreaElement) => text.setSelectionRange(5, 5));
  await dialog().getByRole('button', { name: 'Primeiro nome' }).click();
  await expect.poll(() => dialog().getByLabel('Mensagem').inputValue()).toBe('Olá, {{primeiroNome}}! Tudo bem?');
  await dialog().getByRole('region', { name: 'Como o cliente vê' }).getByText('Olá, Maria! Tudo bem?').waitFor();
  await dialog().getByRole('radio', { name: 'Média' }).check();
  await submit('Adicionar');
  await page.getByText('Messagem adicionada com sucesso.').waitFor();
  await closed();
  await expect.poll(() => row('boasvindas').textContent()).toMatch(/Olá, \{\{primeiroNome\}\}.*Média/);
});

test('the file of a quick message is attached, shown, replaced and removed, and other types are refused', async () => {
  await page.getByRole('button', { name: 'Nova resposta' }).click();
  await dialog().getByLabel('Atalho').fill('tabela');
  await dialog().getByLabel('Mensagem').fill('Segue a tabela, {{naoexiste}}.');
  await dialog().getByText('{{naoexiste}} não é uma variável: o cliente verá as chaves.').waitFor();
  await dialog().getByLabel('Mensagem').fill('Segue a tabela, {{nome}}.');
  const file = dialog().locator('input[type=file]');
  await file.setInputFiles({ name: 'virus.exe', mimeType: 'application/octet-stream', buffer: picture });
  await page.getByText('Este tipo de arquivo não é aceito.').waitFor();
  await file.setInputFiles({ name: 'tabela.png', mimeType: 'image/png', buffer: picture });
  await dialog().getByRole('img', { name: 'tabela.png' }).waitFor();
  await dialog().getByRole('radio', { name: 'Alta' }).check();
  await submit('Adicionar');
  await closed();
  await row('tabela').getByText('tabela.png').waitFor();

  await page.getByRole('button', { name: 'Editar tabela' }).click();
  await dialog().getByRole('button', { name: 'Remover tabela.png' }).click();
  await submit('Salvar');
  await page.getByText('Messagem atualizada com sucesso.').waitFor();
  await closed();
  await expect.poll(() => row('tabela').getByText('tabela.png').count()).toBe(0);
  await page.getByRole('button', { name: 'Editar tabela' }).click();
  await file.setInputFiles({ name: 'tabela.png', mimeType: 'image/png', buffer: picture });
  await submit('Salvar');
  await closed();
  await row('tabela').getByText('tabela.png').waitFor();
});

test('a quick message is shared with at least one user, who sees it in their list at once', async () => {
  const colleague = await product.windowOf('ana@balcao.local', {}, '/quick-messages');
  await colleague.getByText('Nenhuma resposta rápida ainda').waitFor();
  await page.getByRole('button', { name: 'Compartilhar boasvindas' }).click();
  await submit('Compartilhar');
  await dialog().getByText('Selecione um usuário!').waitFor();
  await dialog().getByRole('textbox', { name: 'Buscar pessoa' }).fill('ANA B');
  await dialog().getByRole('checkbox', { name: 'Ana Beatriz Souza' }).check();
  expect(await axeFaultsInBothThemes(page, { part: '[role=dialog]' })).toEqual([]);
  await submit('Compartilhar');
  await page.getByText('Respostas compartilhadas com sucesso!').waitFor();
  await row('boasvindas').getByText('Compartilhada com 1 pessoa').waitFor();

  const theirs = colleague.getByRole('row', { name: /boasvindas/ });
  await theirs.getByText('De Marina Azevedo').waitFor();
  await expect.poll(() => theirs.getByRole('button', { name: /Compartilhar|Editar/ }).count()).toBe(0);
  await colleague.context().close();
});

test('the search ignores accents, and a quick message is deleted after a confirmation', async () => {
  await gestor.post('/quick-messages', { shortcode: 'alheia', message: 'De outra pessoa' });
  await page.getByRole('button', { name: 'Nova resposta' }).click();
  await dialog().getByLabel('Atalho').fill('honorários');
  await dialog().getByLabel('Mensagem').fill('Os honorários são de 30% ao final.');
  await submit('Adicionar');
  await closed();
  await page.getByRole('searchbox').fill('HONORARIOS');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByRole('button', { name: 'Excluir honorários' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir resposta' }).click();
  await page.getByText('Messagem excluída com sucesso.').waitFor();
  await page.getByText('Nada encontrado para “HONORARIOS”').waitFor();
  await page.getByRole('button', { name: 'Limpar busca' }).last().click();
  await expect.poll(() => page.getByRole('row').count()).toBe(3);
});

test('the quick messages page and its form are accessible, in light and dark, on a desktop and on a phone', async () => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await row('boasvindas').first().waitFor();
    expect(await axeFaultsInBothThemes(page)).toEqual([]);
    await expect.poll(() => fits()).toBe(true);
    await page.getByRole('button', { name: 'Editar tabela' }).click();
    await dialog().getByRole('img', { name: 'tabela.png' }).waitFor();
    expect(await axeFaultsInBothThemes(page, { part: '[role=dialog]' })).toEqual([]);
    await expect.poll(() => fits()).toBe(true);
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await closed();
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a slash at the start lists the replies by priority, and arrows and Enter insert one with its variables filled', async () => {
  await phone.write('Bom dia, quero saber dos valores.');
  await accept(page, phone);
  await composer().pressSequentially('/');
  await reply(/tabela/).waitFor();
  await expect
    .poll(() => replies().getByRole('option').allTextContents())
    .toEqual([expect.stringContaining('/tabela'), expect.stringContaining('/boasvindas')]);
  await expect.poll(() => chosen().textContent()).toContain('/tabela');
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await composer().press('ArrowDown');
  await expect.poll(() => chosen().textContent()).toBe('/boasvindas - Olá, Zilda! Tudo bem?');
  await page.getByRole('region', { name: 'Prévia da resposta' }).getByText('Olá, Zilda! Tudo bem?').waitFor();
  await composer().press('Enter');
  await replies().waitFor({ state: 'detached' });
  await expect.poll(() => composer().inputValue()).toBe('Olá, Zilda! Tudo bem?');
  await composer().press('Enter');
  await expect.poll(async () => (await phone.shows()).at(-1)?.body).toBe('Olá, Zilda! Tudo bem?');
});

test('typing filters the replies, Tab inserts one, and Esc closes the menu and keeps the text', async () => {
  await composer().pressSequentially('/BOAS');
  await expect.poll(() => replies().getByRole('option').count()).toBe(1);
  await composer().press('Tab');
  await expect.poll(() => composer().inputValue()).toBe('Olá, Zilda! Tudo bem?');
  await expect.poll(() => composer().evaluate((text) => text === document.activeElement)).toBe(true);

  await composer().fill('');
  await composer().pressSequentially('/boa');
  await replies().waitFor();
  await composer().press('Escape');
  await replies().waitFor({ state: 'detached' });
  await expect.poll(() => composer().inputValue()).toBe('/boa');

  await composer().fill('');
  await composer().pressSequentially('/nada disso');
  await page.getByText('Nada encontrado para “nada disso”').waitFor();
  await composer().press('Enter');
  await page.getByText('Nada encontrado').waitFor({ state: 'detached' });
  await composer().press('Enter');
  await expect.poll(async () => (await phone.shows()).at(-1)?.body).toBe('/nada disso');
});

test('Enter before the replies have loaded waits for them', async () => {
  await composer().fill('');
  const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const address = '**/api/quick-messages/list*';
  await page.route(address, async (route) => {
    asked.resolve();
    await gate.promise;
    await route.fallback();
  });
  await page.reload();
  await composer().pressSequentially('/boas');
  await asked.promise;
  await composer().press('Enter');
  gate.resolve();
  await expect.poll(() => chosen().textContent()).toContain('/boasvindas');
  await expect.poll(() => composer().inputValue()).toBe('/boas');
  await composer().press('Enter');
  await expect.poll(() => composer().inputValue()).toBe('Olá, Zilda! Tudo bem?');
  await composer().fill('');
  await page.unroute(address);
});

test('a reply with a file is marked, and is sent when it is chosen, with its text filled', async () => {
  await composer().pressSequentially('/tab');
  await reply(/tabela.*com arquivo|com arquivo/).waitFor();
  await page.getByText('O arquivo é enviado assim que você escolher.').waitFor();
  await composer().press('Enter');
  await threadOf(page).getByText('Segue a tabela, Zilda Toledo.').last().waitFor();
  await expect.poll(() => composer().inputValue()).toBe('');
  await expect
    .poll(async () => (await phone.shows()).at(-1))
    .toMatchObject({ body: 'Segue a tabela, Zilda Toledo.', media: { name: 'tabela.png' } });
});

test('the button inserts a reply into a message that is already begun, by keyboard alone', async () => {
  await composer().fill('Veja: ');
  await page.getByRole('button', { name: 'Respostas rápidas', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Buscar resposta' }).fill('boas');
  await expect.poll(() => replies().getByRole('option').count()).toBe(1);
  expect(await axeFaultsInBothThemes(page, { part: '[role=dialog]' })).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(() => composer().inputValue()).toBe('Veja: Olá, Zilda! Tudo bem?');
});

test('on a phone the menu fits, and a reply with a file is previewed before it is sent', async () => {
  await composer().fill('');
  await page.setViewportSize({ width: 390, height: 844 });
  await composer().pressSequentially('/');
  await replies().waitFor();
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await replies().waitFor();
  await expect.poll(() => fits()).toBe(true);
  await composer().press('ArrowDown');
  const before = (await phone.shows()).length;
  await reply(/tabela/).click();
  await expect.poll(() => chosen().textContent()).toContain('/tabela');
  expect((await phone.shows()).length).toBe(before);
  await reply(/tabela/).click();
  await expect.poll(async () => (await phone.shows()).length).toBe(before + 1);
  expect(product.troubles).toEqual([]);
});
