import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Media } from '@balcao/connections/contract';
import { pdf, photo } from '../../../../scripts/test/product/files.ts';
import { bubbleOf, open, openScreen, type Screen, type Talk } from './screen.ts';

let screen: Screen;
let page: Page;
let maria: Talk;

beforeAll(async () => {
  screen = await openScreen();
  const marina = await screen.at.attendant('Marina Azevedo', [], 'gestor');
  maria = await screen.talk(marina, 'Maria Aparecida');
  page = await screen.windowOf(marina);
  await open(screen, page, maria);
});
afterAll(() => screen?.close());

const media = async (type: Media['type'], name: string, content: Uint8Array): Promise<Media> => {
  const file = await screen.at.company.scope('tickets').storage.store({ name, body: content });
  return { ...file, type };
};

test('a message with several files shows its pictures as an album and its documents as cards, all with its words', async () => {
  const medias = [
    await media('image', 'frente.png', photo()),
    await media('document', 'contrato.pdf', pdf('Contrato', [])),
    await media('image', 'verso.png', photo()),
    await media('document', 'procuração.pdf', pdf('Procuração', [])),
  ];
  await maria.says('Segue tudo o que pediu', { medias });
  const bubble = bubbleOf(page, /Segue tudo o que pediu/);
  const album = bubble.getByRole('group', { name: /2/ });
  await album.getByRole('button').nth(1).waitFor();
  expect(await album.getByRole('button').count()).toBe(2);
  for (const name of ['contrato.pdf', 'procuração.pdf'])
    await bubble.getByRole('link', { name: new RegExp(name) }).waitFor();
  expect(await bubble.getByText('Segue tudo o que pediu').count()).toBe(1);
});

test('each of its pictures fills the screen, and the arrows walk from one to the other', async () => {
  const bubble = bubbleOf(page, /Segue tudo o que pediu/);
  await bubble.getByRole('button', { name: /frente\.png/ }).click();
  const viewer = page.getByRole('dialog', { name: 'frente.png' });
  await viewer.waitFor();
  const address = await viewer.locator('img').getAttribute('src');
  await page.keyboard.press('ArrowRight');
  const next = page.getByRole('dialog', { name: 'verso.png' });
  await next.waitFor();
  expect(await next.locator('img').getAttribute('src')).not.toBe(address);
  await page.keyboard.press('ArrowLeft');
  await viewer.waitFor();
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
});

test('without words its time is in the bubble, and nothing went wrong in the window', async () => {
  await maria.says('', {
    medias: [await media('document', 'a.pdf', pdf('A', [])), await media('document', 'b.pdf', pdf('B', []))],
  });
  const card = page.getByRole('link', { name: /b\.pdf/ });
  await card.waitFor();
  expect(await page.locator('[data-bubble]', { has: card }).locator('time').count()).toBe(1);
  expect(screen.troubles).toEqual([]);
});
