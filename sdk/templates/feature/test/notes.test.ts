import { sql } from '@balcao/sdk/server';
import type { TestCompany, TestHost } from '@balcao/sdk/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cleanUp, type Note } from '../contract.ts';
import { conversation, newCompany, startProduct } from './product.ts';

let host: TestHost;
let shop: TestCompany;
let other: TestCompany;

beforeAll(async () => {
  host = await startProduct();
  shop = await newCompany(host, 'Flower shop');
  other = await newCompany(host, 'Bakery');
});
afterAll(() => host?.close());

const note = async (ticketId: number, body: string): Promise<Note> =>
  (await shop.admin.post<Note>(`/example-notes/tickets/${ticketId}`, { body })).body;
const notesOf = async (ticketId: number): Promise<Note[]> =>
  (await shop.admin.get<Note[]>(`/example-notes/tickets/${ticketId}`)).body;

test('A note is shown beside its conversation and on the page, with its author', async () => {
  const ticket = await conversation(shop);
  const written = await note(ticket.id, '  Prefers roses  ');
  expect(written).toMatchObject({ ticketId: ticket.id, body: 'Prefers roses', author: 'Admin', done: false });
  expect(await notesOf(ticket.id)).toEqual([written]);
  expect((await shop.admin.get<Note[]>('/example-notes')).body).toContainEqual(written);
});

test('A note can be marked as done and reopened', async () => {
  const ticket = await conversation(shop);
  const { id } = await note(ticket.id, 'Call back');
  expect((await shop.admin.put<Note>(`/example-notes/${id}`, { done: true })).body.done).toBe(true);
  expect((await shop.admin.put<Note>(`/example-notes/${id}`, { done: false })).body.done).toBe(false);
});

test('A note that is empty, too long or without a conversation is rejected', async () => {
  const ticket = await conversation(shop);
  for (const body of ['', '   ', 'x'.repeat(1001), undefined]) {
    const answer = await shop.admin.post<{ error: string }>(`/example-notes/tickets/${ticket.id}`, { body });
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_VALIDATION']);
  }
  expect((await shop.admin.post('/example-notes/tickets/999999', { body: 'x' })).status).toBe(404);
  expect((await shop.admin.put('/example-notes/999999', { done: true })).status).toBe(404);
});

test('Resolving a conversation marks its notes as done', async () => {
  const ticket = await conversation(shop);
  await note(ticket.id, 'Send the invoice');
  await shop.admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: shop.admin.id });
  await shop.admin.put(`/tickets/${ticket.id}`, { status: 'closed', justClose: true });
  await vi.waitFor(async () => expect((await notesOf(ticket.id))[0]?.done).toBe(true), { timeout: 20_000 });
});

test('The daily job removes notes that were done before the company’s retention period', async () => {
  const ticket = await conversation(shop);
  const old = await note(ticket.id, 'Done long ago');
  const recent = await note(ticket.id, 'Done just now');
  const scope = shop.scope('example-notes');
  await scope.sql.run(sql`update example_notes.note set done_at = now() - interval '40 days' where id = ${old.id}`);
  await scope.sql.run(sql`update example_notes.note set done_at = now() where id = ${recent.id}`);
  await scope.settings.set('exampleNotesKeepDays', 30);
  await scope.jobs.schedule(cleanUp, {});
  await vi.waitFor(async () => expect((await notesOf(ticket.id)).map(({ id }) => id)).toEqual([recent.id]), {
    timeout: 20_000,
  });
});

test('Another company can neither see nor change a note', async () => {
  const ticket = await conversation(shop);
  const { id } = await note(ticket.id, 'Ours alone');
  expect((await other.admin.get<Note[]>('/example-notes')).body).toEqual([]);
  expect((await other.admin.get(`/example-notes/tickets/${ticket.id}`)).status).toBe(404);
  expect((await other.admin.put(`/example-notes/${id}`, { done: true })).status).toBe(404);
  expect((await notesOf(ticket.id))[0]?.done).toBe(false);
});

test('Attendants write notes, and only people with the permission see the page of all notes', async () => {
  const ana = await shop.person('user', 'Ana');
  const ticket = await conversation(shop);
  expect((await ana.post(`/example-notes/tickets/${ticket.id}`, { body: 'Hello' })).status).toBe(200);
  expect((await ana.get('/example-notes')).status).toBe(403);
});
