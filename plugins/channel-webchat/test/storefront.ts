import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';

/** A company’s site: on another origin than the platform, with a stricter policy than most. */
export interface Storefront {
  url: string;
  origin: string;
  close(): void;
}

export const openStorefront = async (platform: string, address: string, attributes = ''): Promise<Storefront> => {
  const live = platform.replace(/^http/, 'ws');
  const policy = [
    `default-src 'none'`,
    `script-src ${platform}`,
    `connect-src ${platform} ${live}`,
    `img-src ${platform} blob:`,
    `media-src ${platform}`,
    `base-uri 'none'`,
    `require-trusted-types-for 'script'`,
  ].join('; ');
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', policy);
    response.end(`<!doctype html><html lang="pt-BR"><title>Floricultura</title><main><h1>Flores</h1><button>Comprar</button></main>
<script src="${platform}/plugins/channel-webchat/public/widget.js" data-address="${address}" ${attributes} async></script></html>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `${origin}/`, origin, close: () => server.close() };
};

/** Opens a visitor’s page, and records its errors. */
export const openPage = async (context: BrowserContext, url: string): Promise<{ page: Page; trouble: string[] }> => {
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/i.test(message.text())) trouble.push(message.text());
  });
  await page.goto(url);
  return { page, trouble };
};

export const launcher = (page: Page) => page.locator('.launcher');
export const field = (page: Page) => page.getByRole('textbox', { name: 'Escreva uma mensagem' });

/** Opens the chat and gives a name, as a new visitor does. */
export const greet = async (page: Page, name = 'Helena'): Promise<void> => {
  await launcher(page).click();
  await page.getByLabel('Como podemos chamar você?').fill(name);
  await page.getByLabel('Como podemos chamar você?').press('Enter');
  await field(page).waitFor();
};

export const say = async (page: Page, text: string): Promise<void> => {
  await field(page).fill(text);
  await field(page).press('Enter');
};

export const bubbles = (page: Page): Promise<string[]> =>
  page.locator('.row:not(.greeting):not(.typing) .text').allInnerTexts();
