import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Attendance } from '../attendance.ts';
import { openList, type ListScreen } from '../list/screen.ts';

let screen: ListScreen;
let desk: Attendance;
let page: Page;

const sheets = { pt: 'Ajuda e atalhos', en: 'Help and shortcuts', es: 'Ayuda y atajos' } as const;
type Language = keyof typeof sheets;

beforeAll(async () => {
  screen = await openList();
  desk = await screen.desk();
  const ana = await desk.attendant('Ana', [], 'gestor');
  await desk.arrives(desk.number(), 'Aguardando');
  page = await screen.windowOf(ana);
  await page.getByRole('searchbox').first().waitFor();
}, 120_000);
afterAll(() => screen?.close());

/** The content of the list of shortcuts: each key with its label. */
const notified = async (language: Language): Promise<Map<string, string>> => {
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: sheets[language] });
  await sheet.waitFor();
  const keys = await sheet.getByRole('definition').allTextContents();
  const labels = await sheet.getByRole('term').allTextContents();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  return new Map(keys.map((key, index) => [key, labels[index] ?? '']));
};

test.each(['pt', 'en', 'es'] as const)(
  'Every key of the list and of a conversation is in the list of shortcuts with a label: %s',
  async (language) => {
    await page.evaluate((chosen) => localStorage.setItem('preferredLanguage', chosen), language);
    await page.goto(`${screen.host.url}/tickets?status=pending`);
    await page.getByRole('option').first().waitFor();
    const list = await notified(language);
    for (const key of ['J', 'K', '↵', 'A', 'E', 'T', 'X', 'P', 'N', 'S', '?', 'Esc', 'CtrlK', 'CtrlShiftB']) {
      expect([...list.keys()]).toContain(key);
    }
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    // It takes the focus a moment after it is drawn.
    await page.locator('textarea:focus').first().waitFor();
    await page
      .locator('h1')
      .first()
      .evaluate(() => (document.activeElement as HTMLElement).blur());
    const conversation = await notified(language);
    for (const key of ['E', 'T', '/', 'Esc', 'CtrlShiftF']) {
      expect([...conversation.keys()].map((name) => name.replace('⇧', 'Shift'))).toContain(key);
    }
    // A label without its translation would be a key of the locale file.
    for (const label of [...list.values(), ...conversation.values()]) expect(label).toMatch(/^\p{L}[^._]*$/u);
    await desk.arrives(desk.number(), 'Aguardando');
  },
);
