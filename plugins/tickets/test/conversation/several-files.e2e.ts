import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Media } from '@balcao/connections/contract';
import type { Person } from '@balcao/testing';
import { pdf, photo } from '../../../../scripts/test/product/files.ts';
import { bubbleOf, open, openScreen, type Screen, type Talk } from './screen.ts';

let screen: Screen;
let page: Page;
/** Calls the API: one person has one session. */
let renata: Person;
let maria: Talk;

beforeAll(async () => {
  screen = await openScreen();
  const marina = await screen.at.attendant('Marina Azevedo', [], 'gestor');
  renata = await screen.at.attendant('Renata Lima', [], 'gestor');
  maria = await screen.talk(marina, 'Maria Aparecida');
  page = await screen.windowOf(marina);
  await open(page, maria);
});
afterAll(() => screen?.close());

const media = async (type: Media['type'], name: string, content: Uint8Array): Promise<Media> => {
  const file = await screen.at.company.scope('tickets').storage.store({ name, body: content });
  return { ...file, type };
};

test('A message with several files shows its pictures as an album and its documents as cards, with its text', async () => {
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

test('Each picture of the message fills the screen, and the arrows move between them', async () => {
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

test('Six pictures sent together form an album, and open in a viewer that counts, rotates, answers and forwards', async () => {
  const fatima = await screen.talk(renata, 'Fátima Álbum');
  for (let at = 1; at <= 6; at += 1) await fatima.sends('image', `laudo-${at}.png`, photo());
  await open(page, fatima);
  const album = page.getByRole('group', { name: 'Álbum com 6 fotos' });
  await album.getByText('+2').waitFor();
  await expect.poll(() => album.getByRole('button').count()).toBe(4);
  await album.getByRole('button', { name: /^Ver laudo-4.png e mais 2/ }).click();
  const viewer = page.getByRole('dialog', { name: 'laudo-4.png' });
  await viewer.getByText('4 de 6', { exact: true }).waitFor();
  await page.keyboard.press('r');
  await expect
    .poll(() => viewer.locator('img').evaluate((image) => (image as HTMLElement).style.transform))
    .toContain('rotate(90deg)');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('dialog', { name: 'laudo-5.png' }).getByText('5 de 6', { exact: true }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Responder' }).click();
  await page.getByRole('group', { name: 'Respondendo' }).waitFor();
  await page.getByRole('button', { name: 'Não responder' }).click();
  await album.getByRole('button', { name: 'Ver laudo-2.png em tela cheia' }).click();
  await page.getByRole('dialog', { name: 'laudo-2.png' }).getByRole('button', { name: 'Encaminhar' }).click();
  const forward = page.getByRole('dialog', { name: 'Encaminhar mensagem' });
  await forward.getByRole('checkbox', { name: /Maria Aparecida/ }).click();
  await forward.getByRole('button', { name: 'Encaminhar' }).click();
  await page.getByText('Encaminhado para Maria Aparecida').waitFor();
  await forward.waitFor({ state: 'detached' });
  await open(page, maria);
});

test('A message without text has its time in the bubble, and the window reported no error', async () => {
  await maria.says('', {
    medias: [await media('document', 'a.pdf', pdf('A', [])), await media('document', 'b.pdf', pdf('B', []))],
  });
  const card = page.getByRole('link', { name: /b\.pdf/ });
  await card.waitFor();
  expect(await page.locator('[data-bubble]', { has: card }).locator('time').count()).toBe(1);
  expect(screen.troubles).toEqual([]);
});
