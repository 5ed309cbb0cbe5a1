import type { Locator, Page } from 'playwright-core';
import type { Phone } from './phone.ts';

export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('option', { name: new RegExp(name) }).first();
export const composerOf = (page: Page): Locator => page.getByRole('textbox', { name: /^Mensagem para/ });
export const threadOf = (page: Page): Locator => page.getByRole('region', { name: /^Conversa com/ });

/** The number that stands on the tab of those who wait. */
export const waitingCount = async (page: Page): Promise<number> =>
  Number((await page.getByRole('tab', { name: /^Aguardando/ }).textContent())?.replace(/\D/g, ''));

/** Opens the conversation of somebody in the list, and waits until it is the one on the screen. */
export const openRow = async (page: Page, name: string): Promise<void> => {
  await rowOf(page, name).click();
  await page.getByRole('region', { name: `Conversa com ${name}` }).waitFor();
};

/** The list of those who wait, from wherever in the product the window is. */
export const showWaiting = async (page: Page): Promise<void> => {
  await page
    .getByRole('link', { name: /^Atendimentos/ })
    .first()
    .click();
  await page.getByRole('tab', { name: /^Aguardando/ }).click();
};

/** Opens what a customer has just written, from those who wait. */
export const openWaiting = async (page: Page, { name }: Phone): Promise<void> => {
  await showWaiting(page);
  await openRow(page, name);
};

/** Takes over what a customer has just written, and stands ready to answer. */
export const accept = async (page: Page, phone: Phone): Promise<void> => {
  await openWaiting(page, phone);
  await page.getByRole('button', { name: 'Aceitar' }).last().click();
  await composerOf(page).waitFor();
};

export const say = async (page: Page, text: string): Promise<void> => {
  await composerOf(page).fill(text);
  await composerOf(page).press('Enter');
};
