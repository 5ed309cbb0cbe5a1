import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaultsInBothThemes, type Person } from '@balcao/testing';
import { launchBrowser } from '../../../../scripts/test/browser.ts';
import { signIn } from '../../../../scripts/test/product/product.ts';
import { openAiOffice, type AiOffice } from '../ai-office.ts';

let office: AiOffice;
let browser: Browser;
let page: Page;
let ana: Person;
const description =
  'Você é advogado previdenciário. Redija recurso ordinário em nome de [Nome do cliente], benefício [Número do benefício].\n\nUse linguagem clara.';

beforeAll(async () => {
  office = await openAiOffice();
  const shop = await office.host.company({ name: 'Prado & Menezes Advocacia' });
  ana = await shop.person('admin', 'Marina Azevedo');
  await office.root.post('/prompts', { title: 'Recurso administrativo', type: 2, description });
  browser = await launchBrowser();
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  page = await context.newPage();
  await signIn(page, office.host.url, ana.email, ana.password, '/chatsAi');
});
afterAll(async () => {
  await browser?.close();
  await office?.close();
});

const log = () => page.getByRole('log', { name: 'Mensagens' });
const field = () => page.getByRole('textbox', { name: 'Pergunta ao assistente' });

test('a person begins a chat with a template, sees the filled prompt, and reads the answer while it is written', async () => {
  await page.getByRole('button', { name: 'Nova Conversa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nova Conversa' });
  await dialog.getByRole('textbox', { name: 'Título' }).fill('Recurso ao CRPS, dona Maria');
  await dialog.getByRole('combobox', { name: 'Escolha um Template' }).click();
  await page.getByRole('option', { name: /Recurso administrativo/ }).click();
  await dialog.getByRole('textbox', { name: 'Nome do cliente' }).fill('Maria Aparecida dos Santos Oliveira');
  await dialog.getByText('1 de 2 preenchidos').waitFor();
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Número do benefício' }).fill('42/198.334.127-0');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.waitForURL(/chatsai\/[0-9a-f-]{36}/);
  await field().fill(
    '#slow 150\n#text O prazo é de **30 dias** contados da ciência da decisão de 05/11/2026 e termina em 07/12/2026.',
  );
  await page.keyboard.press('Enter');
  await log().getByText('O prazo é', { exact: false }).last().waitFor();
  await page.getByRole('button', { name: 'Parar' }).waitFor();
  await page.reload();
  // Nothing that was written before or during the reload is missing.
  await log()
    .getByText('O prazo é de 30 dias contados da ciência da decisão de 05/11/2026 e termina em 07/12/2026.')
    .waitFor();
  await log().getByRole('button', { name: 'Copiar' }).click();
  await page.getByText('Texto copiado para a área de transferência!').waitFor();
  await log().getByRole('button', { name: 'Levar à conversa' }).click();
  const conversations = page.getByRole('dialog', { name: 'Levar à conversa' });
  await conversations.getByText('Nenhuma conversa em atendimento').waitFor();
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await conversations.waitFor({ state: 'hidden' });
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
});

test('a failed answer is a quiet row with its reason and a button, and the question stays', async () => {
  await field().fill('#quota');
  await page.keyboard.press('Enter');
  await log().getByText('A conta no provedor de IA está sem crédito.').waitFor();
  await log().getByRole('button', { name: 'Tentar de novo' }).waitFor();
});

test('without a provider the texts stay and the composer says what is missing and where it is configured', async () => {
  await office.root.delete(`/ai/platform-providers/${office.providerId}`);
  await page.reload();
  await page.getByText('Nenhum provedor de IA configurado').waitFor();
  await log().getByText('07/12/2026', { exact: false }).last().waitFor();
  await page.getByRole('link', { name: 'Configurar' }).click();
  await page.getByRole('tab', { name: 'Inteligência artificial', selected: true }).waitFor();
});
