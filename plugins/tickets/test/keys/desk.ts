import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Person } from '@balcao/testing';
import type { TicketAnswer } from '../attendance.ts';
import { openList } from '../list/screen.ts';
import { visit, visitList } from '../visit.ts';
import { openKeys } from './keys.ts';

export interface Case {
  id: number;
  uuid: string;
  contactId: number;
  /** The customer's number. */
  number: string;
}

/** A company with two queues, and Ana, its admin, who has no mouse. */
export const openDesk = async () => {
  const screen = await openList();
  const desk = await screen.desk({ kanbanEnabled: 'enabled' });
  const [sales, support] = [await desk.queue('Vendas'), await desk.queue('Suporte')];
  await desk.routeTo(sales);
  const ana: Person = await desk.attendant('Ana Prado', [sales, support], 'admin');
  const bia: Person = await desk.attendant('Bianca Reis', [sales, support]);
  const page = await screen.windowOf(ana, { permissions: ['microphone', 'clipboard-read', 'clipboard-write'] });
  await page.addInitScript(`addEventListener('mousedown', () => sessionStorage.setItem('pointed', 'yes'), true)`);
  const keys = openKeys(page);

  const soon = <T>(read: () => T | Promise<T>) => expect.poll(read);
  const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
    within.getByRole('button', { name, exact: typeof name === 'string' });
  const dialog = (name?: string | RegExp): Locator => page.getByRole('dialog', name === undefined ? {} : { name });
  const composer = (): Locator => page.getByRole('textbox', { name: /^Mensagem para/ });
  const stateOf = async (id: number) => (await desk.admin.get<TicketAnswer>(`/tickets/${id}`)).body;
  const give = (id: number, person: Person): Promise<unknown> =>
    desk.admin.put(`/tickets/${id}`, { status: 'open', userId: person.id, queueId: sales });

  /** A conversation of Ana's, or a waiting one. */
  const caseOf = async (name: string, isWaiting = false): Promise<Case> => {
    const number = desk.number();
    const { ticketId: id, ticketUuid: uuid } = await desk.arrives(number, 'Bom dia', { name });
    if (!isWaiting) await give(id, ana);
    return { id, uuid, number, contactId: (await stateOf(id)).contactId };
  };
  /** Waits until the field has the focus. */
  const open = async (uuid: string): Promise<void> => {
    await visit(page, `/tickets/${uuid}`);
    await keys.has(composer());
  };
  const list = (search = ''): Promise<void> => visitList(page, search);
  /** The row that keys act on. */
  const active = async (): Promise<string> => {
    const id = await page.getByRole('listbox').first().getAttribute('aria-activedescendant');
    return (id && (await page.locator(`#${id} [title]:not([role])`).first().textContent())) ?? '';
  };
  const walkTo = async (name: string): Promise<void> => {
    await page.locator('[data-ticket]', { hasText: name }).first().waitFor();
    for (let step = 0; step < 12 && (await active()) !== name; step += 1) {
      const before = await active();
      await keys.press('j');
      await soon(active).not.toBe(before);
    }
    await soon(active).toBe(name);
  };
  return {
    ...{ screen, desk, sales, support, ana, bia, page, keys },
    ...{ soon, button, dialog, composer, stateOf, give, caseOf, open, list, active, walkTo },
    closed: (what: Locator): Promise<void> => what.first().waitFor({ state: 'detached' }),
    said: (text: string): Promise<void> => page.getByText(text).first().waitFor(),
    pointed: (): Promise<boolean> => page.evaluate<boolean>(`sessionStorage.getItem('pointed') !== null`),
  };
};
export type Desk = Awaited<ReturnType<typeof openDesk>>;
