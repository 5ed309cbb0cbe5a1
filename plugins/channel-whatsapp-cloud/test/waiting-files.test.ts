import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';
import { fetchIncoming } from '../contract.ts';
import { CloudFixture, startFixtures, startMeta } from './cloud-fixture.ts';
import type { GraphSimulator } from './graph/graph.ts';
import * as wire from './graph/vectors.ts';

let meta: GraphSimulator;
let stop: () => Promise<void>;
let host: TestHost;
beforeAll(async () => {
  ({ meta, stop } = await startMeta());
  host = await startFixtures();
});
afterAll(async () => {
  await host?.close();
  await stop?.();
});

const helena = '5511970010001';
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('A photo that came while the token had ended is shown after the token is renewed two days later', async () => {
  const fixture = await CloudFixture.open(host, meta);
  const token = meta.state.tokens.get(fixture.line.token);
  if (!token) throw new Error('the line has a token');
  token.isValid = false;
  const id = meta.file(picture, 'image/png');
  await meta.webhooks.deliver(fixture.line, [
    wire.written(fixture.line, helena, wire.media('image', id, 'image/png', { caption: 'A vitrine' })),
  ]);
  const { jobs, sql: database } = fixture.company.scope('channel-whatsapp-cloud');
  const waiting = () =>
    database.one<{ externalId: string; tries: number }>(
      sql`select external_id as "externalId", tries from channel_whatsapp_cloud.incoming where message is not null`,
    );
  const first = await eventually(async () => ((await waiting())?.tries ? waiting() : undefined));
  expect(await fixture.status()).toBe('DISCONNECTED');
  // Two days of attempts later.
  await database.run(
    sql`update channel_whatsapp_cloud.incoming set tries = 60, created_at = now() - interval '2 days' where message is not null`,
  );
  const { connectionId } = fixture;
  const data = { connectionId, externalId: first.externalId };
  await jobs.schedule(fetchIncoming, data, { key: `${connectionId}:${first.externalId}` });
  await eventually(async () => (await waiting())?.tries !== 60);
  expect(await waiting()).toBeDefined();
  expect(await fixture.tickets()).toEqual([]);
  const another = `EAAG${'c'.repeat(40)}`;
  meta.state.tokens.set(another, { ...token, isValid: true });
  expect((await fixture.admin.put(fixture.path, { token: another })).status).toBe(200);
  const [ticket] = await eventually(async () => {
    const found = await fixture.tickets();
    return found.length > 0 ? found : undefined;
  });
  expect((await fixture.said(ticket?.id ?? 0)).at(-1)).toMatchObject({ mediaType: 'image', body: 'A vitrine' });
});

test('A file that could not be downloaded for seven days is reported as lost in its message', async () => {
  const fixture = await CloudFixture.open(host, meta);
  const id = meta.file(picture, 'image/png');
  meta.refuse({ status: 503, code: 131016, times: 50, fits: ({ path }) => path === id });
  await meta.webhooks.deliver(fixture.line, [
    wire.written(fixture.line, helena, wire.media('image', id, 'image/png', {})),
  ]);
  const { jobs, sql: database } = fixture.company.scope('channel-whatsapp-cloud');
  const { externalId } = await eventually(() =>
    database.one<{ externalId: string }>(
      sql`select external_id as "externalId" from channel_whatsapp_cloud.incoming where tries > 0`,
    ),
  );
  await database.run(sql`update channel_whatsapp_cloud.incoming set created_at = now() - interval '8 days'`);
  const { connectionId } = fixture;
  await jobs.schedule(fetchIncoming, { connectionId, externalId }, { key: `${connectionId}:${externalId}` });
  const ticket = await eventually(async () => (await fixture.tickets())[0]);
  expect((await fixture.said(ticket.id)).at(-1)).toMatchObject({
    body: 'O arquivo foto.png não pôde ser baixado do WhatsApp.',
    mediaType: null,
  });
});
