import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { axeFaultsInBothThemes, eventually, type Person } from '@balcao/testing';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { takePicture } from '../../../scripts/test/pictures.ts';
import { signIn } from '../../../scripts/test/product/product.ts';
import { Office, openStage, type Stage } from './office.ts';

let stage: Stage;
let firm: Office;
let marina: Person;
let browser: Browser;
let desk: Page;
beforeAll(async () => {
  stage = await openStage(undefined, ['channel-sandbox']);
  firm = await Office.of(stage, {}, '');
  // A channel that the page knows, so that there is a field to write in.
  await firm.company
    .scope('connections')
    .sql.run(sql`update connections.connection set channel = 'sandbox' where id = ${firm.connectionId}`);
  marina = await firm.company.person('admin', 'Marina Azevedo');
  await firm.teach(
    'E o prazo do recurso, até quando vai?',
    'O prazo é de 30 dias da ciência da decisão, dona Maria. Quando recebeu a carta, a senhora deve conferir a data. A taxa varia.',
  );
  browser = await launchBrowser();
  desk = await (await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } })).newPage();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

const scripted = (replies: { text: string; sources?: number[] }[], more: object = {}): string =>
  `#text ${JSON.stringify({
    replies: replies.map((reply) => ({ sources: [], ...reply })),
    ...{ queue: null, nextStep: null, tags: [], ...more },
  })}`;
const openButton = () => desk.getByRole('button', { name: 'Respostas sugeridas' });
const card = () => desk.getByRole('region', { name: 'Respostas sugeridas' });
const chosen = () => card().getByRole('radio', { checked: true });
const field = () => desk.getByRole('textbox', { name: /^Mensagem para/ });
const counts = async () =>
  (await firm.admin.get<Record<string, unknown>>('/assistant/acceptance')).body as Record<string, unknown>;

interface Opened {
  ticketId: number;
  address: string;
}
let isSignedIn = false;
const open = async (address: string): Promise<void> => {
  if (isSignedIn) await desk.goto(`${stage.host.url}${address}`);
  else await signIn(desk, stage.host.url, marina.email, marina.password, address);
  isSignedIn = true;
};
/** A customer writes, and Marina opens and accepts the conversation. */
const accepted = async (words: string, number = firm.number()): Promise<Opened> => {
  const ticketId = await firm.writes(number, words);
  const { uuid } = (await firm.admin.get<{ uuid: string }>(`/tickets/${ticketId}`)).body;
  await open(`/tickets/${uuid}`);
  await desk.getByRole('button', { name: 'Aceitar' }).click();
  await field().waitFor();
  return { ticketId, address: `/tickets/${uuid}` };
};

/** Pictures of the open card; a narrower page may have closed it. */
const pictures = async (name: string): Promise<void> => {
  if (!process.env['PICTURES']) return;
  for (const colorScheme of ['dark', 'light'] as const)
    for (const width of [390, 1050, 1440]) {
      await desk.emulateMedia({ colorScheme });
      await desk.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await desk.waitForTimeout(500);
      if (!(await card().isVisible())) await openButton().click();
      await chosen().waitFor();
      await takePicture(desk, `${name}-${width}-${colorScheme}`);
    }
};

test('suggested replies stand in a card above the field with their sources; numbers and arrows choose, Tab inserts, and what was typed stays', async () => {
  const { ticketId } = await accepted(
    `E o prazo do recurso, até quando vai?\n${scripted(
      [
        { text: 'O prazo é de 30 dias da ciência da decisão, dona Maria. A taxa é de R$ 89,00.', sources: [1] },
        { text: 'São 30 dias da ciência.', sources: [1] },
        { text: 'Quando a senhora recebeu a carta?' },
      ],
      { nextStep: 'Conferir a data da carta' },
    )}`,
  );
  await field().fill('Boa tarde! ');
  await openButton().click();
  await card().getByRole('radio', { name: 'São 30 dias da ciência.' }).waitFor();
  expect(await desk.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  await card().getByRole('list', { name: 'Fontes' }).getByText('Perguntas frequentes').waitFor();
  // The price is in no source: it is marked in the text, and said in words.
  expect(await card().locator('mark').allTextContents()).toEqual(['R$ 89,00 (Não está nas fontes: confira)']);
  await card().getByText('Confira antes de usar: R$ 89,00 não está em nenhuma fonte.').waitFor();
  expect(await axeFaultsInBothThemes(desk)).toEqual([]);
  // The card lies between the messages and the field, over neither.
  const boxes = await Promise.all([card(), desk.getByRole('log'), field()].map((one) => one.first().boundingBox()));
  const [cardBox, messages, fieldBox] = boxes;
  expect((messages?.y ?? 0) + (messages?.height ?? 0)).toBeLessThanOrEqual(cardBox?.y ?? 0);
  expect((cardBox?.y ?? 0) + (cardBox?.height ?? 0)).toBeLessThanOrEqual(fieldBox?.y ?? 0);
  await pictures('copilot-card');
  await field().press('Alt+3');
  expect(await chosen().textContent()).toContain('Quando a senhora recebeu');
  await field().press('Alt+ArrowUp');
  await field().press('Tab');
  await card().waitFor({ state: 'hidden' });
  expect(await field().inputValue()).toBe('Boa tarde! São 30 dias da ciência.');
  expect(await desk.locator('[data-suggested]').textContent()).toBe('São 30 dias da ciência.');
  await desk.getByText('Texto sugerido pela IA: confira antes de enviar').waitFor();
  expect(await axeFaultsInBothThemes(desk)).toEqual([]);
  // Another suggestion replaces one that nobody edited, and the mark survives a reload.
  await openButton().click();
  await chosen().waitFor();
  await chosen().focus();
  await desk.keyboard.press('2');
  await desk.keyboard.press('ArrowDown');
  await desk.keyboard.press('Enter');
  await card().waitFor({ state: 'hidden' });
  await expect.poll(() => field().inputValue()).toBe('Boa tarde! Quando a senhora recebeu a carta?');
  await desk.reload();
  await desk.locator('[data-suggested]').waitFor();
  expect(await firm.said(ticketId)).toEqual([]);
  await field().press('Backspace');
  await desk.locator('[data-suggested]').waitFor({ state: 'hidden' });
  await field().press('Enter');
  await expect.poll(() => firm.said(ticketId)).toEqual(['Boa tarde! Quando a senhora recebeu a carta']);
  await expect.poll(counts).toMatchObject({ used: 2, discarded: 1, changed: 1 });
});

test('Escape closes the card and leads back to the field with its text, also while the model writes; the next key is the field’s again', async () => {
  await accepted('Bom dia\n#hang\n#text tarde');
  await field().fill('Rascunho meu');
  const before = stage.ai.requests.length;
  await openButton().click();
  await card().getByLabel('Escrevendo').waitFor();
  await expect.poll(() => stage.ai.requests.length).toBe(before + 1);
  await desk.keyboard.press('Escape');
  await card().waitFor({ state: 'hidden' });
  expect(await field().inputValue()).toBe('Rascunho meu');
  expect(await field().evaluate((element) => element === document.activeElement)).toBe(true);
  // The request was given up, not only hidden.
  const state = async () =>
    (
      await firm.company
        .scope('chatai')
        .sql.one<{ state: string }>(
          sql`select state from chatai.run where purpose = 'suggest' order by id desc limit 1`,
        )
    )?.state;
  await expect.poll(state).not.toBe('running');
  await openButton().click();
  await card().getByRole('button', { name: 'Fechar sugestões' }).focus();
  await desk.keyboard.press('Escape');
  await card().waitFor({ state: 'hidden' });
  expect(await field().evaluate((element) => element === document.activeElement)).toBe(true);
  await field().press('Tab');
  expect(await field().inputValue()).toBe('Rascunho meu');
  expect(await field().evaluate((element) => element === document.activeElement)).toBe(false);
});

test('an answer that comes after another conversation was opened is not shown there', async () => {
  const other = await accepted(`Oi\n${scripted([{ text: 'Para a segunda conversa.' }])}`);
  await accepted(`Qual é o valor?\n#slow 1500\n${scripted([{ text: 'Só para a primeira conversa.' }])}`);
  const asked = stage.ai.requests.length;
  await openButton().click();
  await eventually(() => stage.ai.requests.length > asked);
  await desk.goBack();
  await desk.waitForURL(new RegExp(other.address));
  await field().waitFor();
  await card().waitFor({ state: 'hidden' });
  await openButton().click();
  await card().getByRole('radio', { name: 'Para a segunda conversa.' }).waitFor();
  expect(stage.ai.requests.length).toBe(asked + 2);
  expect(await desk.getByText('Só para a primeira conversa.').count()).toBe(0);
  await desk.keyboard.press('Escape');
  await field().fill('meu texto');
  await desk.waitForTimeout(1600);
  expect(await field().inputValue()).toBe('meu texto');
  expect(await desk.getByText('Só para a primeira conversa.').count()).toBe(0);
});

test('a model that fails says so in the card and can be asked again; a customer who writes later makes the suggestions old', async () => {
  const number = firm.number();
  await accepted(`Quanto custa?\n#500 3\n${scripted([{ text: 'Vou confirmar.' }])}`, number);
  await openButton().click();
  await card().getByText('O provedor de IA não respondeu.').waitFor();
  expect(await axeFaultsInBothThemes(desk)).toEqual([]);
  await takePicture(desk, 'copilot-failed');
  await card().getByRole('button', { name: 'Tentar de novo' }).click();
  await card().getByRole('radio', { name: 'Vou confirmar' }).waitFor();
  await firm.arrives(number, scripted([{ text: 'Nova resposta.' }]));
  await card().getByText('O cliente escreveu depois destas sugestões.').waitFor();
  await takePicture(desk, 'copilot-stale');
  await card().getByRole('button', { name: 'Sugerir de novo' }).last().click();
  await card().getByText('O cliente escreveu depois destas sugestões.').waitFor({ state: 'hidden' });
});

test('on a phone the replies are a strip to swipe, and messages and field stay in sight', async () => {
  await accepted(
    `Oi\n${scripted([{ text: 'Bom dia! Em que posso ajudar?' }, { text: 'Olá!' }, { text: 'Qual é o assunto?' }])}`,
  );
  await desk.setViewportSize({ width: 390, height: 844 });
  try {
    await openButton().click();
    await card().getByRole('radio', { name: 'Bom dia! Em que posso ajudar?' }).waitFor();
    expect(await axeFaultsInBothThemes(desk)).toEqual([]);
    const [cardBox, messages, fieldBox] = await Promise.all(
      [card(), desk.getByRole('log'), field()].map((one) => one.first().boundingBox()),
    );
    expect(messages?.height ?? 0).toBeGreaterThan(300);
    expect((messages?.y ?? 0) + (messages?.height ?? 0)).toBeLessThanOrEqual(cardBox?.y ?? 0);
    expect((cardBox?.y ?? 0) + (cardBox?.height ?? 0)).toBeLessThanOrEqual(fieldBox?.y ?? 0);
    expect((fieldBox?.y ?? 0) + (fieldBox?.height ?? 0)).toBeLessThanOrEqual(844);
    await card().getByRole('radio').nth(1).click();
    await card().getByRole('button', { name: 'Inserir' }).click();
    await expect.poll(() => field().inputValue()).toBe('Olá!');
  } finally {
    await desk.setViewportSize({ width: 1440, height: 900 });
  }
});

test('a draft is rewritten and taken back; rewritings that were sent and undone are counted', async () => {
  const { ticketId } = await accepted('Bom dia\n#text sim');
  await desk.getByRole('button', { name: /^Reescrever/ }).click();
  await desk.getByRole('menuitem', { name: 'Encurtar' }).click();
  await desk.getByText('Escreva primeiro a mensagem a reescrever.').waitFor();
  const draft = 'vou ver isso\n#text Vou verificar hoje mesmo.';
  const rewrite = async (): Promise<void> => {
    await field().fill(draft);
    await desk.getByRole('button', { name: /^Reescrever/ }).click();
    await desk.getByRole('menuitem', { name: 'Mais formal' }).click();
    await expect.poll(() => field().inputValue()).toBe('Vou verificar hoje mesmo.');
    await desk.locator('[data-suggested]').waitFor();
  };
  await rewrite();
  await desk.getByRole('button', { name: 'Desfazer' }).last().click();
  await expect.poll(() => field().inputValue()).toBe(draft);
  await rewrite();
  // The keys of the browser take it back as well.
  await field().press('Control+z');
  await expect.poll(() => field().inputValue()).toBe(draft);
  await rewrite();
  await field().press('Enter');
  await expect.poll(() => firm.said(ticketId)).toEqual(['Vou verificar hoje mesmo.']);
  await expect.poll(counts).toMatchObject({ rewrites: { asked: 3, unchanged: 1, changed: 0, undone: 2 } });
  await open('/knowledge/golden');
  await desk.getByText('3 pedidas: 1 enviadas sem mudança, 0 corrigidas, 2 desfeitas').waitFor();
});
