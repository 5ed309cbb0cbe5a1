import type { Locator, Page } from 'playwright-core';
import type { Phone } from './phone.ts';

export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('option', { name: new RegExp(name) }).first();
export const composerOf = (page: Page): Locator => page.getByRole('textbox', { name: /^Mensagem para/ });
export const threadOf = (page: Page): Locator => page.getByRole('region', { name: /^Conversa com/ });

/** Returns the number on the tab of pending conversations. */
export const waitingCount = async (page: Page): Promise<number> =>
  Number((await page.getByRole('tab', { name: /^Aguardando/ }).textContent())?.replace(/\D/g, ''));

/** Opens a customer's conversation from the list, and waits until it is shown. */
export const openRow = async (page: Page, name: string): Promise<void> => {
  await rowOf(page, name).click();
  await page.getByRole('region', { name: `Conversa com ${name}` }).waitFor();
};

/** Shows the list of pending conversations, from any page. */
export const showWaiting = async (page: Page): Promise<void> => {
  await page
    .getByRole('link', { name: /^Atendimentos/ })
    .first()
    .click();
  await page.getByRole('tab', { name: /^Aguardando/ }).click();
};

/** Opens a customer's new message from the pending conversations. */
export const openWaiting = async (page: Page, { name }: Phone): Promise<void> => {
  await showWaiting(page);
  await openRow(page, name);
};

/** Accepts a customer's new conversation and focuses the composer. */
export const accept = async (page: Page, phone: Phone): Promise<void> => {
  await openWaiting(page, phone);
  await page.getByRole('button', { name: 'Aceitar' }).last().click();
  await composerOf(page).waitFor();
};

export const sendReply = async (page: Page, text: string): Promise<void> => {
  await composerOf(page).fill(text);
  await composerOf(page).press('Enter');
};
