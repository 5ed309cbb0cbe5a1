import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaultsInBothThemes, type Person } from '@balcao/testing';
import { launchBrowser } from '../../../../scripts/test/browser.ts';
import { takePictures } from '../../../../scripts/test/pictures.ts';
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
  await takePictures(page, 'chat-new');
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
  await takePictures(page, 'chat-answered');
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

test('a page reloaded in the middle of an answer goes on with it piece by piece to its end, without losing or doubling a word', async () => {
  // Each sentence says its number, so that none can stand for another.
  const text = Array.from(
    { length: 14 },
    (_, n) => `Documento ${n + 1}: junte a cópia autenticada e confira a data da decisão antes de protocolar.`,
  ).join(' ');
  await field().fill(`#slow 150\n#text ${text}`);
  await page.keyboard.press('Enter');
  await log().getByText('Documento 1: junte', { exact: false }).last().waitFor();
  // Notes what the page shows of the answer, from its first drawing on.
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const answers = [...document.querySelectorAll('[role=log] *')].flatMap(({ childNodes }) =>
        [...childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent ?? ''),
      );
      const now = answers.findLast((one) => one.trim().startsWith('Documento 1:'))?.trim();
      if (now !== undefined && now !== seen.at(-1)) seen.push(now);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Parar' }).waitFor();
  await page.getByRole('button', { name: 'Parar' }).waitFor({ state: 'hidden' });
  await log().getByText(text, { exact: true }).waitFor();
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  // It came in many pieces, each of which continues the one before.
  expect(seen.length).toBeGreaterThan(5);
  expect(seen.at(-1)).toBe(text);
  expect(seen.filter((one) => !text.startsWith(one))).toEqual([]);
  const lengths = seen.map(({ length }) => length);
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
});

test('a failed answer is a quiet row with its reason and a button, and the question stays', async () => {
  await field().fill('#quota');
  await page.keyboard.press('Enter');
  await log().getByText('A conta no provedor de IA está sem crédito.').waitFor();
  await log().getByRole('button', { name: 'Tentar de novo' }).waitFor();
  await takePictures(page, 'chat-failed');
});

test('without a provider the texts stay and the composer says what is missing and where it is configured', async () => {
  await office.root.delete(`/ai/platform-providers/${office.providerId}`);
  await page.reload();
  await page.getByText('Nenhum provedor de IA configurado').waitFor();
  await log().getByText('07/12/2026', { exact: false }).last().waitFor();
  await takePictures(page, 'no-provider-chat');
  await page.getByRole('link', { name: 'Configurar' }).click();
  await page.getByRole('tab', { name: 'Inteligência artificial', selected: true }).waitFor();
});
