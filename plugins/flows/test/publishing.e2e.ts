import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaultsInBothThemes } from '@balcao/testing';
import { EditorWindow } from './editor-window.ts';
import { drawing, say } from './flow-office.ts';
import type { FlowNumbers } from '../graph/wire.ts';

let editor: EditorWindow;
beforeAll(async () => {
  editor = await EditorWindow.open();
});
afterAll(() => editor?.product.close());

const sound = async (): Promise<void> => {
  await expect.poll(() => axeFaultsInBothThemes(editor.page), { interval: 500 }).toEqual([]);
};

test('The list says in whole words how each flow stands and what became of its conversations', async () => {
  const { page } = editor;
  await page.goto(`${editor.product.host.url}/flows`);
  const row = page.getByRole('row').filter({ hasText: 'No ar, v1' });
  await row.waitFor();
  await expect.poll(() => row.innerText()).toMatch(/\d+ %/);
  const clipped = await page.getByRole('tab').evaluateAll((tabs) =>
    tabs
      .flatMap((tab) => [...tab.querySelectorAll('span')])
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent),
  );
  expect(clipped).toEqual([]);
  await sound();
});

test('The list is walked through and opened by keys', async () => {
  const { page } = editor;
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('e');
  await page.waitForURL(/\/flow-chart\/\d+/);
});

const write = async (text: string): Promise<void> => {
  const { page } = editor;
  await page.getByRole('complementary', { name: 'Componente' }).getByRole('textbox', { name: 'Texto' }).fill(text);
  await page.getByText('1 alteração no rascunho').waitFor();
};

test('Saving a flow puts it on the air at once: no question is in the way', async () => {
  const { page } = editor;
  const { id } = await editor.live();
  await editor.edit(id);
  const publish = page.getByRole('button', { name: 'Sem alterações' });
  await publish.waitFor();
  expect(await publish.getAttribute('aria-disabled')).toBe('true');

  await editor.nodes.filter({ hasText: 'Aqui é' }).click();
  await write('Olá! Somos o escritório Prado.');
  await page.getByRole('button', { name: 'Salvar Fluxo e publicar v2' }).click();
  await page.getByText('v2 no ar').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect((await editor.versions(id))[0]).toMatchObject({ number: 2, note: '' });
});

test('A version is published with a word about what changed, which the list of versions shows', async () => {
  const { page } = editor;
  const { id } = await editor.live();
  await write('Olá! Somos o escritório.');
  await page.getByRole('button', { name: 'Mais ações' }).first().click();
  await page.getByRole('menuitem', { name: 'Publicar dizendo o que mudou' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 componente alterado').waitFor();
  await sound();
  await dialog.getByLabel('O que mudou?').fill('Saudação mais curta');
  await page.keyboard.press('Enter');
  await page.getByText('v3 no ar').waitFor();
  expect((await editor.versions(id))[0]).toMatchObject({ number: 3, note: 'Saudação mais curta' });
  await page.getByRole('button', { name: 'Sem alterações' }).waitFor();

  await page.goto(`${editor.product.host.url}/flow-chart/${id}?versions=1`);
  await page.getByText('Saudação mais curta').waitFor();
  await page.getByRole('button', { name: 'O que mudou nela' }).first().click();
  await page.getByRole('dialog').getByText('Olá! Somos o escritório.').waitFor();
  await sound();
  await page.keyboard.press('Escape');
});

test('A flow that was taken down is published again with the next number', async () => {
  const { page } = editor;
  const id = await editor.create('Recesso', drawing([say('a', 'Voltamos dia 7.')], [['start', 'a']]), true);
  await editor.edit(id);
  await editor.manager.post(`/flow/${id}/unpublish`, {});
  await page.getByRole('button', { name: 'Salvar Fluxo e publicar v2' }).click();
  await page.getByText('v2 no ar').waitFor();
  await editor.manager.post(`/flow/${id}/unpublish`, {});
});

test('The numbers of a question are those of a version and its days, with the attempts it took', async () => {
  const { page } = editor;
  const { id } = await editor.live();
  await editor.edit(id);
  await page.getByRole('tab', { name: 'Números' }).click();
  await page.getByRole('combobox', { name: 'Versão' }).click();
  await page.getByRole('option', { name: 'v1' }).click();
  await page.getByRole('combobox', { name: 'Período' }).click();
  await page.getByRole('option', { name: 'Últimos 30 dias' }).click();
  const question = editor.nodes.filter({ hasText: 'Qual é o assunto?' });
  // Where people stop is written on the drawing, as the log counts it.
  const { from, to } = { from: '2020-01-01', to: '2099-12-31' };
  const { nodes } = (await editor.manager.get(`/flow/${id}/numbers?from=${from}&to=${to}`)).body as FlowNumbers;
  const asked = Object.values(nodes).filter(({ dropped }) => dropped > 0);
  expect(asked.length).toBeGreaterThan(0);
  const inOrder = (counts: readonly number[]) => counts.toSorted((one, other) => one - other);
  const pills = editor.nodes.getByText(/^\d+ par(?:ou|aram)$/);
  await expect
    .poll(async () => inOrder((await pills.allInnerTexts()).map((text) => Number.parseInt(text))))
    .toEqual(inOrder(asked.map(({ dropped }) => dropped)));
  await question.click();
  const panel = page.getByRole('complementary', { name: 'Números' });
  await panel.getByText(/^v1, \d{2}\/\d{2}/).waitFor();
  await panel.getByRole('region', { name: 'Tentativas até acertar' }).waitFor();
  await sound();
});

test('The numbers are of any days one chooses', async () => {
  const { page } = editor;
  await page.getByRole('combobox', { name: 'Período' }).click();
  await page.getByRole('option', { name: 'Escolher dias' }).click();
  await page.getByLabel('de', { exact: true }).fill('01/01/2026');
  await page
    .getByRole('complementary', { name: 'Números' })
    .getByText(/^v1, 01\/01\/2026/)
    .waitFor();
  // An emptied field shows the day again, as numbers are always of some days.
  await page.getByLabel('de', { exact: true }).fill('');
  await page.getByLabel('até', { exact: true }).focus();
  expect(await page.getByLabel('de', { exact: true }).inputValue()).toBe('01/01/2026');
});

test('The report tells what starts the conversations and how often a question is answered until it understands', async () => {
  const { page } = editor;
  await page.getByRole('button', { name: 'Relatório' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Versão' }).click();
  await page.getByRole('option', { name: 'v1' }).click();
  await dialog.getByRole('region', { name: 'Tentativas por pergunta' }).getByRole('row').nth(1).waitFor();
  await dialog.getByRole('region', { name: 'O que iniciou as conversas' }).waitFor();
  await sound();
});

test('The report and the answers of customers are spreadsheets for those who want one', async () => {
  const { page } = editor;
  const dialog = page.getByRole('dialog');
  const expectWorkbook = async (button: RegExp, name: RegExp): Promise<void> => {
    await dialog.getByRole('button', { name: button }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /Excel/ }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(name);
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
  };
  await expectWorkbook(/Exportar/, /^fluxo.*\.xlsx$/);
  await expectWorkbook(/Baixar respostas/, /^respostas.*\.xlsx$/);
});

test('No error was reported', () => {
  expect(editor.product.troubles).toEqual([]);
});
