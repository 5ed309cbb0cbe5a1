import path from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { eventually, LiveClient, startTestHost, type TestHost } from '@balcao/testing';
import { ticketRoom } from '@balcao/tickets/contract';
import { Attendance } from '../../../plugins/tickets/test/attendance.ts';

interface Answer {
  id: number;
  error?: string;
  user?: unknown;
  userId?: number | null;
  status?: string;
  [field: string]: unknown;
}
type Call = (method: string, path: string, body?: object) => Promise<{ status: number; body: Answer }>;

let host: TestHost;
let scene: Attendance;
let visitorId: number;
/** The super user's calls from the window inside the company. */
let impersonated: Call;
let impersonationToken: () => string;

beforeAll(async () => {
  const channel = path.join(import.meta.dirname, '../../../plugins/tickets/test/channel');
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: [
      ...['users', 'queues', 'contacts', 'connections', 'tickets', 'quick-messages', 'notifications', 'security'],
      channel,
    ],
  });
  scene = await Attendance.of(host);
  const { email, password, id } = await host.superUser();
  visitorId = id;
  let cookie = '';
  let token = '';
  impersonated = async (method, at, body) => {
    const answer = await fetch(`${host.url}/api${at}`, {
      method,
      headers: { authorization: `Bearer ${token}`, cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) if (line.startsWith('jrt=')) cookie = line.split(';')[0] ?? '';
    return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Answer };
  };
  token = String((await impersonated('POST', '/auth/login', { email, password })).body['token']);
  await impersonated('POST', `/auth/visit/${scene.company.id}`);
  token = String((await impersonated('POST', '/auth/refresh_token')).body['token']);
  impersonationToken = () => token;
});
afterAll(() => host.close());

test('a super user inside another company can do its work, and no row names them', async () => {
  const queue = await impersonated('POST', '/queue', { name: 'Recepção', color: '#123456' });
  expect(queue.status).toBe(200);

  const { ticketId } = await scene.arrives(scene.number(), 'Preciso de ajuda');
  expect((await impersonated('GET', `/tickets/${ticketId}`)).status).toBe(200);
  expect((await impersonated('POST', `/messages/${ticketId}`, { body: 'Estamos vendo isso' })).status).toBe(200);
  await eventually(async () =>
    (await scene.messages(ticketId)).some(({ body }) => body.includes('Estamos vendo isso')),
  );
  const note = await impersonated('POST', '/ticket-notes', {
    ticketId,
    note: 'Fila criada pela plataforma',
    processValue: 0,
  });
  expect([note.status, note.body.user ?? null]).toEqual([200, null]);

  const { rows } = await host.kernel.database.owner.query<{ table: string; named: number }>(
    `select 'note' as table, count(*)::int as named from tickets.note where user_id = $1
     union all select 'viewer', count(*)::int from tickets.viewer where user_id = $1`,
    [visitorId],
  );
  expect(rows.map(({ table, named }) => [table, named])).toEqual([
    ['note', 0],
    ['viewer', 0],
  ]);
});

test('a super user inside another company transfers a conversation, and cannot accept one', async () => {
  const colleague = await scene.attendant('Bruna Prado');
  const { ticketId } = await scene.arrives(scene.number(), 'Bom dia');
  for (const body of [{ status: 'open' }, { status: 'open', userId: visitorId }, { userId: visitorId }]) {
    const taken = await impersonated('PUT', `/tickets/${ticketId}`, body);
    expect([taken.status, taken.body.error]).toEqual([409, 'ERR_VISITOR_HOLDS_NONE']);
  }
  const queueId = await scene.queue('Vendas');
  const moved = await impersonated('PUT', `/tickets/${ticketId}`, { status: 'open', userId: colleague.id, queueId });
  expect([moved.status, moved.body.userId]).toEqual([200, colleague.id]);
  expect((await impersonated('PUT', `/tickets/${ticketId}`, { status: 'closed' })).body.status).toBe('closed');
});

test('personal actions are refused to a super user inside another company with a clear message', async () => {
  const asked: [string, string, object][] = [
    ['PUT', '/notifications/preferences', { volume: 30 }],
    ['POST', '/tickets/views', { name: 'Minhas', filters: {} }],
    ['POST', '/quick-messages', { shortcode: 'ola', message: 'Olá! Como posso ajudar?' }],
    ['POST', '/security/two-step', {}],
  ];
  for (const [method, at, body] of asked) {
    const refused = await impersonated(method, at, body);
    expect([at, refused.status, refused.body.error]).toEqual([at, 409, 'ERR_VISITING']);
  }
});

test('the audit log names the super user and that they came from the platform', async () => {
  await impersonated('PUT', '/settings/signInNotice', { value: 'disabled' });
  const { rows } = await host.kernel.database.owner.query<{ user_id: number; super: boolean; user_name: string }>(
    `select user_id, user_name, super from kernel.audit where company_id = $1 and action in ('POST /queue', 'settings.changed')`,
    [scene.company.id],
  );
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row).toMatchObject({ user_id: visitorId, super: true });
});

test('a window that is still open receives nothing more of the company once the super user has left it', async () => {
  const window = io(host.url, {
    transports: ['websocket'],
    reconnection: false,
    auth: { token: impersonationToken() },
  });
  const live = new LiveClient(window);
  await live.connected();
  const { ticketId, ticketUuid } = await scene.arrives('5511955550000', 'Bom dia');
  expect(await live.join(ticketRoom, { uuid: ticketUuid })).toEqual({ ok: true });
  const isCut = new Promise<string>((resolve) => window.once('disconnect', resolve));
  await impersonated('DELETE', '/auth/visit');
  await isCut;
  await scene.arrives('5511955550000', 'segredo');
  expect(JSON.stringify(live.received)).not.toContain('segredo');
  expect((await scene.messages(ticketId)).map(({ body }) => body)).toContain('segredo');
});
