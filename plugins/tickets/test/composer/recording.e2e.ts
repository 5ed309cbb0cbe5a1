import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Person } from '@balcao/testing';
import type { InboundResult } from '@balcao/connections/contract';
import { composerOf, threadOf } from '../../../../scripts/test/product/ticket-actions.ts';
import { launchBrowser } from '../../../../scripts/test/browser.ts';
import { soon, WritingDesk } from './desk.ts';
import { provider } from './witness/provider.ts';

let desk: WritingDesk;
let ana: Person;
let page: Page;
let maria: InboundResult;
let joao: InboundResult;

beforeAll(async () => {
  desk = await WritingDesk.open(inject('databaseUrl'));
  ana = await desk.writing.company.person('gestor', 'Ana Beatriz Souza');
  maria = await desk.writing.attended(ana, 'Maria Aparecida');
  joao = await desk.writing.attended(ana, 'João Batista');
  page = await desk.windowOf(ana);
  await desk.openIn(page, maria);
});
afterAll(() => desk?.close());

const field = () => composerOf(page);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const bar = () => page.getByRole('group', { name: 'Gravação de áudio' });
const timer = () => bar().getByRole('timer');
const lastSaid = async () => (await desk.writing.said(maria.ticketId)).at(-1);
/** High bars are sound from the microphone; flat ones are silence. */
const tallest = () =>
  bar().evaluate((element) =>
    Math.max(
      ...[...element.querySelectorAll('[aria-hidden] > span')].map((line) => line.getBoundingClientRect().height),
    ),
  );

test('Audio is recorded with a timer and a level, shown to the customer as recording, and sent as MP3 of 128 kbit/s', async () => {
  await button('Gravar áudio').click();
  await soon(() => timer().textContent()).toMatch(/^0:0[2-9]$/);
  await soon(tallest).toBeGreaterThan(8);
  expect(provider.presence).toContain('recording');
  await page.keyboard.press('Enter');
  await bar().waitFor({ state: 'detached' });
  await soon(async () => (await lastSaid())?.mediaType).toBe('audio');
  const said = await lastSaid();
  expect(said?.mediaName).toMatch(/^audio-\d{8}-\d{6}\.mp3$/);
  expect(said?.mediaMime).toBe('audio/mpeg');
  // 16,000 bytes a second.
  expect(said?.mediaSize).toBeGreaterThan(2 * 16_000 - 4_000);
  await soon(() => provider.taken.some(({ media }) => media?.type === 'audio')).toBe(true);
  await threadOf(page)
    .getByRole('button', { name: /Reproduzir|Ouvir|Tocar/ })
    .last()
    .waitFor();
  await soon(() => field().evaluate((element) => element === document.activeElement)).toBe(true);
});

test('A pause stops the timer, and the recording goes on after it', async () => {
  await button('Gravar áudio').click();
  await soon(() => timer().textContent()).toMatch(/^0:0[1-9]$/);
  await button('Pausar').click();
  await bar().getByText('Pausada').first().waitFor();
  const at = await timer().textContent();
  await page.waitForTimeout(1_500);
  await expect.poll(() => timer().textContent()).toBe(at);
  await button('Continuar a gravar').click();
  await soon(() => timer().textContent()).not.toBe(at);
  await page.keyboard.press('Escape');
  await bar().waitFor({ state: 'detached' });
});

test('A cancelled recording is not sent, and the text written before is still there', async () => {
  const before = (await desk.writing.said(maria.ticketId)).length;
  await field().fill('Já lhe respondo');
  await button('Gravar áudio').click();
  await soon(() => timer().textContent()).toMatch(/^0:0[1-9]$/);
  await button(/^Descartar a gravação/).click();
  await soon(() => field().inputValue()).toBe('Já lhe respondo');
  expect((await desk.writing.said(maria.ticketId)).length).toBe(before);
  await field().fill('');
});

test('Recordings under 10000 bytes are discarded', async () => {
  const before = (await desk.writing.said(maria.ticketId)).length;
  // An accidental press is quicker than any test: the page itself releases as soon as it can.
  await page.evaluate(`new MutationObserver((_, watch) => {
    const send = [...document.querySelectorAll('button')].find((each) => each.ariaLabel?.startsWith('Enviar áudio'));
    if (!send || send.getAttribute('aria-disabled') === 'true') return;
    watch.disconnect();
    send.click();
  }).observe(document.body, { subtree: true, childList: true, attributes: true })`);
  await button('Gravar áudio').click();
  await page.getByText('Gravação curta demais: nada foi enviado.').waitFor();
  expect((await desk.writing.said(maria.ticketId)).length).toBe(before);
});

test('A recording interrupted by opening another conversation is among the attachments', async () => {
  await button('Gravar áudio').click();
  await soon(() => timer().textContent()).toMatch(/^0:0[2-9]$/);
  await page.getByRole('option', { name: /João Batista/ }).click();
  await page.getByRole('region', { name: 'Conversa com João Batista' }).waitFor();
  await expect.poll(() => bar().count()).toBe(0);
  await soon(() => page.evaluate(`Object.values(localStorage).some((value) => value.includes('"kind":"audio"'))`)).toBe(
    true,
  );
  await page.getByRole('option', { name: /Maria Aparecida/ }).click();
  await page
    .getByRole('list', { name: 'Anexos' })
    .getByText(/^audio-.*\.mp3$/)
    .waitFor();
  await button(/^Remover audio-/).click();
});

test('A refused microphone shows an explanation and what to do', async () => {
  const strict = await launchBrowser(['--use-fake-ui-for-media-stream=deny']);
  const other = await desk.windowOf(ana, {}, strict);
  await desk.openIn(other, joao);
  await other.getByRole('button', { name: 'Gravar áudio' }).click();
  await other.getByRole('alert').getByText('O navegador não permitiu usar o microfone.').waitFor();
  await composerOf(other).waitFor();
  await other.getByRole('alert').getByRole('button', { name: 'Tentar de novo' }).waitFor();
  await other.getByRole('button', { name: 'Fechar aviso' }).click();
  await other.getByRole('alert').waitFor({ state: 'detached' });
  await strict.close();
});

test('No window reported an error during the recording tests', () => {
  expect(desk.troubles).toEqual([]);
});
