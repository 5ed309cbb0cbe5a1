import { mkdirSync } from 'node:fs';
import { create } from 'qrcode';
import sharp from 'sharp';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { eventually, axeFaults, type Person, type TestHost } from '@balcao/testing';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { signIn } from '../../../scripts/test/product/product.ts';
import type { WhatsAppNetwork } from './network/network.ts';
import { WhatsAppFixture, openHost, openNetwork } from './whatsapp-fixture.ts';
import { oggOpus } from './ogg-opus.ts';

let host: TestHost;
let network: WhatsAppNetwork;
let close: () => void;
let fixture: WhatsAppFixture;
let browser: Browser;
let page: Page;
/** The person on the page; the API is used by the administrator. */
let beto: Person;
const maria = '5511988887777';

beforeAll(async () => {
  ({ network, close } = await openNetwork());
  host = await openHost(inject('databaseUrl'));
  fixture = await WhatsAppFixture.open(host, network);
  network.person(maria).name = 'Maria';
  browser = await launchBrowser();
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  beto = await fixture.company.person('admin', 'Beto Prado');
  await signIn(page, host.url, beto.email, beto.password);
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
  close?.();
});

/** Takes screenshots for people to judge: `WHATSAPP_SHOTS=folder`. */
const shoot = async (name: string): Promise<void> => {
  const folder = process.env['WHATSAPP_SHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  for (const width of [1440, 1050, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
};

/** Returns the dark modules of the code on the page, as a camera sees them. */
const modulesOnPage = async (): Promise<Set<string>> => {
  const drawn = page.getByRole('img', { name: /^QR code para conectar/ });
  await drawn.waitFor();
  const path = (await drawn.locator('path').last().getAttribute('d')) ?? '';
  const modules = new Set<string>();
  for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
    for (let column = 0; column < Number(width); column += 1) modules.add(`${Number(x) + column - 4} ${Number(y) - 4}`);
  return modules;
};
/** Returns the dark modules of a text’s code. */
const modulesOf = (text: string): Set<string> => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const all = new Set<string>();
  for (let y = 0; y < modules.size; y += 1)
    for (let x = 0; x < modules.size; x += 1) if (modules.get(y, x)) all.add(`${x} ${y}`);
  return all;
};

test('A company scans the code on the page, and the row shows that it is connected', async () => {
  await page.goto(`${host.url}/connections`);
  await page.getByRole('button', { name: 'Novo QR code' }).first().click();
  await page.getByText('Abra o WhatsApp no celular da empresa').waitFor();
  expect(await axeFaults(page, { part: '[role=dialog]' })).toEqual([]);
  await shoot('code');
  // The camera sees exactly this code.
  const code = await eventually(async () => {
    const shown = (await fixture.line()).qrcode;
    const [seen, meant] = [await modulesOnPage(), modulesOf(shown)];
    return seen.size === meant.size && [...meant].every((module) => seen.has(module)) && shown;
  });
  network.scan(code, fixture.number);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page
    .getByRole('row', { name: /WhatsApp/ })
    .getByText('Conectada')
    .waitFor();
  await shoot('connected');
});

test('A text, a photo and a voice note are sent and received, and the ticks turn blue', async () => {
  await network.write(maria, fixture.number, { conversation: 'Oi, preciso de ajuda' });
  const ticket = await fixture.ticketWith('Oi, preciso de ajuda');
  await fixture.admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: beto.id });
  await page.goto(`${host.url}/tickets/${ticket.uuid}`);
  const log = page.getByRole('log');
  await log.getByText('Oi, preciso de ajuda').waitFor();

  const photo = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#2759a2' } })
    .png()
    .toBuffer();
  const file = await network.media.upload(photo, 'image');
  await network.write(maria, fixture.number, { imageMessage: { ...file, mimetype: 'image/png', caption: 'Meu RG' } });
  await log.getByText('Meu RG').waitFor();
  const voice = await network.media.upload(oggOpus(), 'audio');
  await network.write(maria, fixture.number, {
    audioMessage: { ...voice, mimetype: 'audio/ogg; codecs=opus', ptt: true },
  });
  await eventually(async () => (await fixture.messages(ticket.id)).some(({ mediaType }) => mediaType === 'audio'));

  const composer = page.getByRole('textbox', { name: /^Mensagem para/ });
  await composer.fill('Claro, Maria');
  await composer.press('Enter');
  const reached = await eventually(() =>
    network.reached.find(({ to, message }) => to === maria && JSON.stringify(message).includes('Claro, Maria')),
  );
  const send = async (name: string, type: string, bytes: Uint8Array): Promise<void> => {
    const form = new FormData();
    form.append('body', '');
    form.append('medias', new Blob([new Uint8Array(bytes)], { type }), name);
    await fixture.admin.call('POST', `/messages/${ticket.id}`, form);
  };
  await send('recibo.png', 'image/png', photo);
  await send('nota.ogg', 'audio/ogg', oggOpus());
  await eventually(() => network.reached.some(({ message }) => message.imageMessage));
  await eventually(() => network.reached.some(({ message }) => message.audioMessage?.ptt));

  await eventually(async () => (await fixture.messages(ticket.id)).some(({ fromMe, ack }) => fromMe && ack === 1));
  network.sendReceipt('read', reached);
  await log.getByRole('img', { name: /^Lida/ }).first().waitFor();
  await shoot('conversation');
});

test('When the phone removes the device, the page shows that', async () => {
  await page.goto(`${host.url}/connections`);
  await page
    .getByRole('row', { name: /WhatsApp/ })
    .getByText('Conectada')
    .waitFor();
  network.removeDevice(fixture.number);
  await page
    .getByRole('row', { name: /WhatsApp/ })
    .getByText('Desconectada')
    .waitFor();
  await shoot('removed');
});

test('Without a camera a code is typed into the phone, and the device is connected again', async () => {
  await page.getByRole('button', { name: 'Novo QR code' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Conectar com número de telefone' }).click();
  const field = dialog.getByRole('textbox', { name: /^Número do WhatsApp/ });
  await field.fill('123');
  expect(await dialog.getByRole('button', { name: 'Gerar código' }).isDisabled()).toBe(true);
  await field.fill(`+${fixture.number}`);
  await dialog.getByRole('button', { name: 'Gerar código' }).click();
  const shown = dialog.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
  await shown.waitFor();
  expect(await axeFaults(page, { part: '[role=dialog]' })).toEqual([]);
  await shoot('typed-code');
  const code = ((await shown.textContent()) ?? '').replace('-', '');
  await network.type(code, fixture.number);
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByRole('row', { name: /WhatsApp/ })
    .getByText('Conectada')
    .waitFor();
});
