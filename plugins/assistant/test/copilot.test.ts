import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { Office, openStage, type Stage } from './office.ts';

interface Suggested {
  id: number;
  replies: { text: string; sources: number[] }[];
  queue: { name: string } | null;
  choices: { choice: string; id: number; name: string }[];
  nextStep: string | null;
  error?: string;
}

let stage: Stage;
let office: Office;
beforeAll(async () => {
  stage = await openStage();
  office = await Office.of(stage, {}, '');
}, 180_000);
afterAll(() => stage?.close());

test('attendants get suggested replies with sources, a queue, tags that it has not yet and a next step; nothing is sent or changed, and what they take is counted', async () => {
  await office.queue('Financeiro');
  const [guide, urgent] = [
    await office.admin.post<{ id: number }>('/tags', { name: 'Guia' }),
    await office.admin.post<{ id: number }>('/tags', { name: 'Urgência' }),
  ];
  await office.teach('Como pago a guia?', 'A guia é paga por Pix.');
  const reply = JSON.stringify({
    replies: [
      { text: 'Pague por Pix.', sources: [1, 9] },
      { text: 'Por Pix.', sources: [] },
    ],
    queue: 'financeiro',
    tags: ['urgencia', 'Guia', 'Inventada'],
    nextStep: 'Enviar a guia',
  });
  const ticketId = await office.writes(office.number(), `Como pago a guia?\n#text ${reply}`);
  await office.admin.post('/tags/sync', { ticketId, tags: [guide.body.id] });
  const { status, body } = await office.admin.post<Suggested>('/assistant/suggestions', { ticketId });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    replies: [{ text: 'Pague por Pix.' }, { text: 'Por Pix.', sources: [] }],
    queue: { name: 'Financeiro' },
    choices: [{ choice: 'tags', id: urgent.body.id, name: 'Urgência' }],
    nextStep: 'Enviar a guia',
  });
  expect(body.replies[0]?.sources).not.toContain(9);
  expect(await office.said(ticketId)).toEqual([]);
  expect(await office.ticket(ticketId)).toMatchObject({ queueId: null });
  const tagged = await office.scope.sql.rows(
    sql`select tag_id as id from tags.public_ticket_tag where ticket_id = ${ticketId}`,
  );
  expect(tagged).toEqual([{ id: guide.body.id }]);
  const used = `/assistant/suggestions/${body.id}/used`;
  for (const part of [{ index: 0 }, { part: 'queue' }]) await office.admin.post(used, part);
  for (const outcome of ['discarded', 'edited'])
    expect((await office.admin.post(`/assistant/suggestions/${body.id}/outcome`, { outcome })).status).toBe(200);
  expect((await office.admin.post(`/assistant/suggestions/${body.id}/outcome`, { outcome: 'sent' })).status).toBe(400);
  const applied = `/assistant/suggestions/${body.id}/choices`;
  const choice = { choice: 'tags', optionId: urgent.body.id };
  // Taken twice it is there once, and counted once.
  for (let times = 0; times < 2; times += 1) expect((await office.admin.post(applied, choice)).status).toBe(200);
  const { extra } = (await office.admin.get<{ extra: { tags: { name: string }[] } }>(`/tickets/${ticketId}`)).body;
  expect(extra.tags.map(({ name }) => name)).toEqual(['Guia', 'Urgência']);
  expect((await office.admin.post(applied, { ...choice, optionId: 999_999 })).status).toBe(404);
  expect((await office.admin.post(applied, { ...choice, choice: 'lanes' })).status).toBe(404);
  expect((await office.admin.get('/assistant/acceptance')).body).toMatchObject({
    suggested: 1,
    used: 1,
    unchanged: 0,
    changed: 1,
    discarded: 0,
    queues: { suggested: 1, used: 1 },
    choices: { suggested: 1, used: 1 },
    steps: { suggested: 1, used: 0 },
  });
  expect((await office.admin.post(used, { part: 'all' })).status).toBe(400);
  const other = await Office.of(stage, {}, '');
  expect((await other.admin.post('/assistant/suggestions', { ticketId })).status).toBe(404);
  expect((await other.admin.post(`/assistant/suggestions/${body.id}/used`, { index: 0 })).status).toBe(404);
  expect((await other.admin.post(applied, choice)).status).toBe(404);
  const outcome = { outcome: 'unchanged' };
  expect((await other.admin.post(`/assistant/suggestions/${body.id}/outcome`, outcome)).status).toBe(404);
});

test('a draft is rewritten, and without a model the reason is said', async () => {
  const rewritten = await office.admin.post<{ id: number; text: string }>('/assistant/rewrite', {
    text: 'oi\n#text Olá!',
    way: 'formal',
  });
  expect(rewritten.body).toEqual({ id: expect.any(Number), text: 'Olá!' });
  const outcome = `/assistant/rewrites/${rewritten.body.id}/outcome`;
  // Only the person whose draft it was.
  const colleague = await office.company.person('user', 'Renata Lima');
  expect((await colleague.post(outcome, { outcome: 'unchanged' })).status).toBe(404);
  for (const value of ['edited', 'discarded'])
    expect((await office.admin.post(outcome, { outcome: value })).status).toBe(200);
  expect((await office.admin.post(outcome, { outcome: 'lost' })).status).toBe(400);
  expect((await office.admin.get('/assistant/acceptance')).body).toMatchObject({
    rewrites: { asked: 1, unchanged: 0, changed: 0, undone: 1 },
  });
  const { body } = await stage.root.get<{ records: { purpose: string; providerId: number; model: string }[] }>(
    '/ai/platform-purposes',
  );
  const without = body.records.map((record) => ({
    ...record,
    ...(record.purpose === 'suggest' && { providerId: null, model: '' }),
  }));
  await stage.root.put('/ai/platform-purposes', { records: without });
  const refused = await office.admin.post<{ error: string }>('/assistant/rewrite', { text: 'oi', way: 'formal' });
  expect([refused.status, refused.body.error]).toEqual([409, 'ERR_AI_NOT_CONFIGURED']);
});
