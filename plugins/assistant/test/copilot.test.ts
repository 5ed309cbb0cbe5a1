import { afterAll, beforeAll, expect, test } from 'vitest';
import { Office, openStage, type Stage } from './office.ts';

interface Suggested {
  id: number;
  replies: { text: string; sources: number[] }[];
  queue: { name: string } | null;
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

test('attendants get suggested replies with sources, a queue and a next step; nothing is sent, and what they use is counted', async () => {
  await office.queue('Financeiro');
  await office.teach('Como pago a guia?', 'A guia é paga por Pix.');
  const reply = JSON.stringify({
    replies: [
      { text: 'Pague por Pix.', sources: [1, 9] },
      { text: 'Por Pix.', sources: [] },
    ],
    queue: 'financeiro',
    nextStep: 'Enviar a guia',
  });
  const ticketId = await office.writes(office.number(), `Como pago a guia?\n#text ${reply}`);
  const { status, body } = await office.admin.post<Suggested>('/assistant/suggestions', { ticketId });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    replies: [{ text: 'Pague por Pix.' }, { text: 'Por Pix.', sources: [] }],
    queue: { name: 'Financeiro' },
    nextStep: 'Enviar a guia',
  });
  expect(body.replies[0]?.sources).not.toContain(9);
  expect(await office.said(ticketId)).toEqual([]);
  await office.admin.post(`/assistant/suggestions/${body.id}/used`, { index: 0 });
  expect((await office.admin.get('/assistant/acceptance')).body).toMatchObject({ suggested: 1, used: 1 });
  const other = await Office.of(stage, {}, '');
  expect((await other.admin.post('/assistant/suggestions', { ticketId })).status).toBe(404);
  expect((await other.admin.post(`/assistant/suggestions/${body.id}/used`, { index: 0 })).status).toBe(404);
});

test('a draft is rewritten, and without a model the reason is said', async () => {
  const rewritten = await office.admin.post<{ text: string }>('/assistant/rewrite', {
    text: 'oi\n#text Olá!',
    way: 'formal',
  });
  expect(rewritten.body).toEqual({ text: 'Olá!' });
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
