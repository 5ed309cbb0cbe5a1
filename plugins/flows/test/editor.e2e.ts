import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFaultsInBothThemes, type Person } from '@balcao/testing';
import { takePictures } from '../../../scripts/test/pictures.ts';
import { openProduct, type Product } from '../../../scripts/test/product/product.ts';
import type { FlowElement, FlowNodeElement } from '../graph/types.ts';
import type { FlowDetail, FlowRow } from '../graph/wire.ts';

let product: Product;
let page: Page;
/** Signs in apart from the window: a person has one session. */
let gestor: Person;
const violations: string[] = [];

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
  page = await product.windowOf('admin@balcao.local');
  gestor = await product.person('gestor@balcao.local');
  await page.context().exposeFunction('refusedByPolicy', (text: string) => void violations.push(text));
  await page.context().addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    refusedByPolicy(event.violatedDirective + ' ' + event.blockedURI + ' at ' + location.pathname))`);
});
afterAll(() => product?.close());

/** Expects no axe violation in either theme. */
const expectSound = async (): Promise<void> => {
  await expect.poll(() => axeFaultsInBothThemes(page), { interval: 500 }).toEqual([]);
};
const rows = async (): Promise<FlowRow[]> => ((await gestor.get('/flow/list')).body as { records: FlowRow[] }).records;
const stored = async (id: number): Promise<FlowDetail> => (await gestor.get(`/flow/${id}`)).body as FlowDetail;
const elements = (flow: FlowDetail): FlowElement[] => JSON.parse(flow.data) as FlowElement[];
const types = (flow: FlowDetail): string[] =>
  elements(flow)
    .filter((one): one is FlowNodeElement => 'position' in one)
    .map(({ type }) => type);
const canvas = () => page.getByRole('application', { name: 'Desenho do fluxo' });
const idInAddress = (): number => Number(/flow-chart\/(\d+)/.exec(page.url())?.[1]);
/** Inserts behind the row that has the focus of the tree, by keyboard. */
const insert = async (word: string): Promise<void> => {
  await page.locator('[role="tree"] [tabindex="0"]').focus();
  await page.keyboard.press('+');
  await page.keyboard.type(word);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
};

test('A ready flow is taken over in two clicks and opens in the editor', async () => {
  await page.goto(`${product.host.url}/flows`);
  await page.getByRole('heading', { name: 'Fluxos' }).waitFor();
  await expectSound();
  await takePictures(page, 'list');
  await page
    .getByRole('button', { name: /modelo/i })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('listitem').first().getByRole('button').click();
  await dialog.getByRole('button', { name: 'Usar este modelo' }).click();
  await page.waitForURL(/\/flow-chart\/\d+/);
  await page.locator('.react-flow__node').first().waitFor();
  expect(types(await stored(idInAddress())).length).toBeGreaterThan(3);
  await expectSound();
  await takePictures(page, 'template');
});

test('A flow of ten kinds is drawn by keyboard alone, and is the same after a reload', async () => {
  await page.goto(`${product.host.url}/flow-chart`);
  await page.getByLabel('Nome do Fluxo').fill('Triagem por teclado');
  await page.getByRole('button', { name: 'Roteiro' }).click();
  for (const word of [
    'mensagem',
    'espera',
    'anexo',
    'variável',
    'tag',
    'kanban',
    'nota interna',
    'horário',
    'pergunta',
    'departamento',
  ])
    await insert(word);
  await page.waitForURL(/\/flow-chart\/\d+/);
  const id = idInAddress();
  await expect
    .poll(async () => types(await stored(id)).toSorted())
    .toEqual([
      'attachmentNode',
      'delayNode',
      'departmentNode',
      'hoursNode',
      'kanbanNode',
      'messageNode',
      'noteNode',
      'questionNode',
      'startNode',
      'tagNode',
      'variableNode',
    ]);
  const before = (await stored(id)).data;
  await page.reload();
  await page.locator('.react-flow__node').first().waitFor();
  await canvas().focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Control+z');
  await page.waitForTimeout(2500);
  expect((await stored(id)).data).toBe(before);
});

test('Every change is undone and redone by keyboard, moves by the arrow keys too', async () => {
  const id = idInAddress();
  await canvas().focus();
  await page.keyboard.press('Control+a');
  const shown = page.locator('.react-flow__node');
  const before = await shown.count();
  await page.keyboard.press('Control+d');
  await expect.poll(() => shown.count()).toBe(2 * before - 1);
  await page.keyboard.press('Alt+ArrowRight');
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Control+z');
  await expect.poll(() => shown.count()).toBe(before);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => shown.count()).toBe(2 * before - 1);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => types(await stored(id)).length).toBe(before);
});

test('Another person’s change is not overwritten: both are kept until somebody chooses', async () => {
  const id = idInAddress();
  await canvas().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Alt+ArrowDown');
  // The page saves by itself, and may do so in between.
  await expect
    .poll(async () => {
      const { data, draftRev } = await stored(id);
      const change = { title: 'Triagem da gestora', data, publish: false, draftRev };
      return (await gestor.put(`/flow/${id}`, change)).status;
    })
    .toBe(200);
  await page.getByText(/salvou às/).waitFor();
  await page.getByRole('button', { name: 'Ver diferenças' }).click();
  await page
    .getByRole('dialog')
    .getByText(/Triagem da gestora/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().click();
  await page.getByRole('button', { name: 'Ficar com a minha' }).click();
  await expect.poll(async () => (await stored(id)).title).toBe('Triagem por teclado');
});

test('The checks name what prevents publishing and lead to it', async () => {
  await page.getByRole('button', { name: /erro/ }).click();
  await page.getByRole('region', { name: 'Impede publicar' }).getByRole('button').first().click();
  await page.getByRole('complementary', { name: 'Componente', exact: true }).waitFor();
  await expectSound();
  await takePictures(page, 'checks');
});

test('The simulator plays the draft and shows its way on the drawing', async () => {
  await page.goto(
    `${product.host.url}/flow-chart/${(await rows()).find(({ title }) => title !== 'Triagem por teclado')?.id ?? 0}`,
  );
  await page.getByRole('tab', { name: 'Simular' }).click();
  await page.getByRole('log').locator('div').first().waitFor();
  await expectSound();
  await takePictures(page, 'simulator');
});

test('A flow of 300 steps opens, and its phone has the outline and nothing wider than the screen', async () => {
  const nodes: FlowNodeElement[] = [
    { id: 'start', type: 'startNode', position: { x: 0, y: 0 }, data: { label: 'Inicio' } },
  ];
  const edges = [];
  for (let number = 1; number < 300; number += 1) {
    nodes.push({
      id: `m${number}`,
      type: 'messageNode',
      position: { x: (number % 20) * 264, y: Math.floor(number / 20) * 144 },
      data: { label: `Mensagem ${number}`, delay: 0, sendGreetingMessage: 1 },
    });
    edges.push({
      id: `e${number}`,
      type: 'custom',
      source: number === 1 ? 'start' : `m${number - 1}`,
      target: `m${number}`,
      sourceHandle: 'out',
      targetHandle: 'in',
    });
  }
  const { body } = await gestor.post('/flow', {
    title: 'Trezentos',
    data: JSON.stringify([...nodes, ...edges]),
    publish: false,
  });
  await page.goto(`${product.host.url}/flow-chart/${(body as { id: number }).id}`);
  await page.locator('.react-flow__node').first().waitFor();
  await takePictures(page, 'three-hundred');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('tree').waitFor();
  expect(await page.getByRole('treeitem').count()).toBeGreaterThanOrEqual(300);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  // The same screen with few rows: axe reads each of them.
  const small = (await rows()).find(({ title }) => title === 'Triagem por teclado');
  await page.goto(`${product.host.url}/flow-chart/${small?.id ?? 0}`);
  await page.getByRole('treeitem').nth(5).waitFor();
  await expectSound();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('Nothing was refused by the policy of the page, and no error was reported', () => {
  expect(violations).toEqual([]);
  expect(product.troubles).toEqual([]);
});
