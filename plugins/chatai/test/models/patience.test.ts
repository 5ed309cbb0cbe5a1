import { afterAll, beforeAll, expect, test } from 'vitest';
import { RetryLater, sql, type Scope } from '@balcao/sdk/server';
import { channelInbox } from '@balcao/connections/contract';
import { eventually, startAiSimulator, type AiSimulator, type TestCompany } from '@balcao/testing';
import { noteSummary, transcribeMessage } from '../../contract.ts';
import { providerError } from '../../server/protocol/provider-error.ts';
import { laterFor } from '../../server/runs/passing.ts';
import { openAiOffice, type AiOffice } from '../ai-office.ts';
import { dueNow } from '../../../../scripts/test/due-jobs.ts';

let office: AiOffice;
let back: AiSimulator;
let firm: TestCompany;
let scope: Scope;
let connectionId: number;
beforeAll(async () => {
  office = await openAiOffice();
  back = await startAiSimulator({ key: 'sk-platform-secret', models: ['sim-1', 'whisper-1'] });
  firm = await office.host.company({ settings: { aiSummaryOnClose: true } });
  scope = firm.scope('tickets');
  const row = await scope.sql.one<{ id: number }>(
    sql`insert into connections.connection (name, channel, status) values ('Plantão', 'sandbox', 'CONNECTED') returning id`,
  );
  connectionId = row?.id ?? 0;
  await firm.admin.put('/ai/transcribing', { connectionIds: [connectionId] });
}, 180_000);
afterAll(async () => {
  await office?.close();
  await back?.close();
});

/** A customer sends a voice message; returns the conversation. */
const speaks = async (said: string, number: string): Promise<number> => {
  const { path: at, size } = await scope.storage.store({ name: 'nota.ogg', body: Buffer.from(`OggS say:${said}`) });
  await scope.use(channelInbox).message(connectionId, {
    externalId: said,
    from: { channel: 'sandbox', scope: '', kind: 'phone', value: number },
    name: 'Seu João',
    number,
    body: '',
    media: { type: 'audio', path: at, name: 'nota.ogg', mime: 'audio/ogg', size },
    sentAt: new Date(),
  });
  const row = await eventually(() =>
    scope.sql.one<{ id: number }>(sql`select ticket_id as id from tickets.message where external_id = ${said}`),
  );
  return row.id;
};
const runsOf = async (purpose: string): Promise<number> => {
  const row = await firm
    .scope('chatai')
    .sql.one<{ n: number }>(
      sql`select count(*)::int as n from chatai.run where purpose = ${purpose} and state = 'failed'`,
    );
  return row?.n ?? 0;
};
/** The provider is away for so many attempts of a job. */
const failTimes = async (purpose: string, job: { id: string }, times: number): Promise<void> => {
  for (let n = 1; n <= times; n += 1)
    await eventually(async () => {
      await dueNow(office.host, job);
      return (await runsOf(purpose)) >= n;
    });
};
const move = async (baseUrl: string): Promise<void> => {
  const { body } = await office.root.get<{ records: { id: number; version: number }[] }>('/ai/platform-providers');
  const [provider] = body.records;
  const changed = await office.root.put(`/ai/platform-providers/${provider?.id}`, {
    ...provider,
    baseUrl,
    key: 'sk-platform-secret',
  });
  expect(changed.status).toBe(200);
};

test('a voice message and the note of a closed conversation are written when a provider is back after many failed attempts', async () => {
  await move('http://127.0.0.1:9');
  const ticketId = await speaks('fiquei sem resposta', '5511950020021');
  await failTimes('transcribe', transcribeMessage, 5);
  await firm.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: firm.admin.id, from: 'pending' });
  await firm.admin.post(`/messages/${ticketId}`, { body: 'Já resolvemos.' });
  await firm.admin.put(`/tickets/${ticketId}`, { status: 'closed', from: 'open' });
  await failTimes('summary', noteSummary, 5);
  await move(back.url);
  await eventually(async () => {
    await dueNow(office.host, transcribeMessage);
    const row = await scope.sql.one<{ summary: string | null }>(
      sql`select summary from tickets.message where external_id = 'fiquei sem resposta'`,
    );
    return row?.summary === 'fiquei sem resposta';
  });
  await eventually(async () => {
    await dueNow(office.host, noteSummary);
    const note = await scope.sql.one(
      sql`select 1 from tickets.message where ticket_id = ${ticketId} and only_internal and client_id like 'ai-summary:%'`,
    );
    return note !== undefined;
  });
});

test('jobs that a former version stored without a time are worked off, also when the provider is away at first', async () => {
  await firm.admin.put('/ai/transcribing', { connectionIds: [] });
  const ticketId = await speaks('da versão anterior', '5511950020022');
  const message = await scope.sql.one<{ id: number }>(
    sql`select id::int as id from tickets.message where external_id = 'da versão anterior'`,
  );
  await move('http://127.0.0.1:9');
  const { jobs } = firm.scope('chatai');
  const failed = await runsOf('transcribe');
  await jobs.schedule(transcribeMessage, { messageId: message?.id ?? 0 }, { key: `transcribe:${message?.id}` });
  await failTimes('transcribe', transcribeMessage, failed + 2);
  // The time from which the attempts count does not move with them.
  const times = async () =>
    (
      await office.host.kernel.database.owner.query<{ since: string | null }>(
        `select data->'input'->>'since' as since from jobs.job where name = 'chatai.transcribe'`,
      )
    ).rows.map(({ since }) => since);
  const first = await times();
  expect(first).toEqual([expect.any(String)]);
  await failTimes('transcribe', transcribeMessage, failed + 3);
  expect(await times()).toEqual(first);
  await move(back.url);
  await eventually(async () => {
    await dueNow(office.host, transcribeMessage);
    const row = await scope.sql.one<{ summary: string | null }>(
      sql`select summary from tickets.message where id = ${message?.id ?? 0}`,
    );
    return row?.summary === 'da versão anterior';
  });
  await jobs.schedule(noteSummary, { ticketId }, { key: `summary:${ticketId}` });
  await eventually(async () => {
    const note = await scope.sql.one(
      sql`select 1 from tickets.message where ticket_id = ${ticketId} and only_internal and client_id like 'ai-summary:%'`,
    );
    return note !== undefined;
  });
});

test('the pauses between attempts grow with the age of what waits, and after a day it is given up', () => {
  const away = providerError('ERR_AI_DOWN');
  const pauseOf = (minutes: number, error: unknown = away): number | undefined => {
    const later = laterFor(error, Date.now() - minutes * 60_000);
    return later instanceof RetryLater ? later.waitMs : undefined;
  };
  const pauses = [0, 1, 10, 60, 6 * 60].map((minutes) => pauseOf(minutes) ?? 0);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses[0]).toBeGreaterThan(0);
  // After an outage of ten minutes nobody waits longer than this again.
  expect(pauses[2]).toBeLessThanOrEqual(10 * 60_000);
  expect(pauseOf(25 * 60)).toBeUndefined();
  // The wait that a provider asks for counts, within reason.
  expect(pauseOf(0, providerError('ERR_AI_RATE', { waitMs: 120_000 }))).toBeGreaterThanOrEqual(120_000);
  expect(pauseOf(0, providerError('ERR_AI_DOWN', { waitMs: Infinity }))).toBeLessThan(60_000);
  // Neither a refusal nor a defect passes by waiting.
  expect(pauseOf(0, providerError('ERR_AI_AUDIO'))).toBeUndefined();
  expect(pauseOf(0, new Error('defect'))).toBeUndefined();
});
