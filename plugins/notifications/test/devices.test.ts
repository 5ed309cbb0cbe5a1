import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { isPushEndpoint, outsideOnly } from '../server/push/endpoint.ts';
import { deviceLabel } from '../server/push/device-label.ts';
import { aNotice, serviceOf, startOffice, subscribed } from './office.ts';
import { PushService } from './push-service.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
let service: PushService;
beforeAll(async () => {
  [host, service] = await Promise.all([startOffice(['contacts', 'security']), PushService.start()]);
});
afterAll(async () => {
  service?.close();
  await host?.close();
});

const good = () => service.subscribe().asJson;

it('a browser belongs to one person: the next to sign in takes it over, also from another company', async () => {
  const [one, other] = [await host.company(), await host.company()];
  const browser = service.subscribe();
  await subscribed(one.admin, browser);
  await subscribed(other.admin, browser);
  expect((await one.admin.get<unknown[]>('/notifications/devices')).body).toEqual([]);
  expect((await other.admin.get<unknown[]>('/notifications/devices')).body).toHaveLength(1);
  const known = await one.admin.post<{ id: number | null }>('/notifications/devices/known', {
    endpoint: browser.endpoint,
  });
  expect(known.body).toEqual({ id: null });
  await serviceOf(one).notify([one.admin.id], aNotice());
  await serviceOf(other).notify([other.admin.id], aNotice({ title: 'Da outra empresa' }));
  await eventually(() => browser.received.length > 0);
  expect(browser.received.map(({ message }) => message['title'])).toEqual(['Da outra empresa']);
});

it("nobody can list, test or remove another person's device", async () => {
  const company = await host.company();
  const colleague = await company.person('user');
  const stranger = (await host.company()).admin;
  const id = await subscribed(company.admin, service.subscribe());
  for (const other of [colleague, stranger]) {
    expect((await other.get<unknown[]>('/notifications/devices')).body).toEqual([]);
    for (const answer of [
      await other.delete(`/notifications/devices/${id}`),
      await other.post(`/notifications/devices/${id}/test`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NO_DEVICE_FOUND' } });
  }
  expect((await company.admin.delete(`/notifications/devices/${id}`)).status).toBeLessThan(300);
  expect((await company.admin.get<unknown[]>('/notifications/devices')).body).toEqual([]);
});

it('signing out everywhere else removes the push subscriptions of all other browsers, also of earlier sessions', async () => {
  const company = await host.company();
  const { admin } = company;
  const phone = service.subscribe();
  await subscribed(admin, phone);
  // One session is live at a time, so this login has ended that of the phone.
  const desk = await host.logIn(admin.email, admin.password);
  const here = await subscribed(desk, service.subscribe());
  expect((await desk.get<unknown[]>('/notifications/devices')).body).toHaveLength(2);
  expect((await desk.delete('/security/sessions')).status).toBe(200);
  const ids = async () => (await desk.get<{ id: number }[]>('/notifications/devices')).body.map(({ id }) => id);
  await expect.poll(ids).toEqual([here]);
  await serviceOf(company).notify([admin.id], aNotice());
  expect(phone.received).toEqual([]);
});

it('a browser that is signed out gets no more push notifications', async () => {
  const { admin } = await host.company();
  const id = await subscribed(admin, service.subscribe());
  const { body: sessions } = await admin.get<{ id: string }[]>('/security/sessions');
  await admin.delete(`/security/sessions/${sessions[0]?.id}`);
  const count = async () =>
    (await host.kernel.database.owner.query('select from notifications.device where id = $1', [id])).rowCount;
  await expect.poll(count).toBe(0);
});

it('a company that was switched off and on again sends nothing to browsers where nobody signed in since', async () => {
  const company = await host.company();
  const id = await subscribed(company.admin, service.subscribe());
  const { tenants } = host.kernel.identity;
  await tenants.update(company.id, { status: false });
  await tenants.update(company.id, { status: true });
  const count = async () =>
    (await host.kernel.database.owner.query('select from notifications.device where id = $1', [id])).rowCount;
  await expect.poll(count).toBe(0);
});

it('an eleventh browser replaces the oldest', async () => {
  const { admin } = await host.company();
  const first = await subscribed(admin, service.subscribe());
  for (let index = 0; index < 10; index += 1) await subscribed(admin, service.subscribe());
  const { body } = await admin.get<{ id: number }[]>('/notifications/devices');
  expect(body).toHaveLength(10);
  expect(body.map(({ id }) => id)).not.toContain(first);
});

it('a test notification reaches the browser that requested it', async () => {
  const { admin } = await host.company();
  const browser = service.subscribe();
  const id = await subscribed(admin, browser);
  await admin.post(`/notifications/devices/${id}/test`);
  const { message } = await eventually(() => browser.received[0]);
  expect(message).toMatchObject({ title: 'Notificações ativas', path: '/' });
});

it.each([
  ['http://fcm.googleapis.com/x', 'no encryption on the way'],
  ['https://localhost/x', 'this machine'],
  ['https://10.0.0.8/x', 'a private address'],
  ['https://169.254.169.254/latest/meta-data', "a cloud's inside"],
  ['https://100.64.1.1/x', 'shared address space'],
  ['https://[::1]/x', 'this machine, in the other notation'],
  ['https://[::ffff:10.0.0.1]/x', 'a private address in disguise'],
  ['https://[fd00::1]/x', 'a private network'],
  ['https://0x7f000001/x', 'this machine as one number'],
  ['https://postgres/x', 'a name without a dot'],
  ['https://db.internal/x', 'a name of the inside'],
  ['https://user:pass@fcm.googleapis.com/x', 'a password'],
  ['https://fcm.googleapis.com:8443/x', 'another port'],
  ['file:///etc/passwd', 'no web address'],
  ['nonsense', 'nothing'],
])('a push service at %s is refused: %s', async (endpoint) => {
  const { admin } = await host.company();
  const answer = await admin.post<{ error: string; fields: object }>('/notifications/devices', {
    ...good(),
    endpoint,
  });
  expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
  expect(Object.keys(answer.body.fields)).toEqual(['endpoint']);
});

it('loopback addresses are allowed in tests only', () => {
  const before = process.env['NODE_ENV'];
  try {
    for (const mode of ['production', 'development']) {
      process.env['NODE_ENV'] = mode;
      expect(isPushEndpoint('http://127.0.0.1:4000/x')).toBe(false);
      expect(isPushEndpoint('https://127.0.0.1/x')).toBe(false);
    }
    expect(isPushEndpoint('https://updates.push.services.mozilla.com/wpush/v2/abc')).toBe(true);
    expect(isPushEndpoint('https://fcm.googleapis.com/fcm/send/abc')).toBe(true);
  } finally {
    process.env['NODE_ENV'] = before;
  }
});

it('a name that resolves to an internal address is refused on connecting', async () => {
  const before = process.env['NODE_ENV'];
  try {
    process.env['NODE_ENV'] = 'production';
    const error = await new Promise((resolve) => outsideOnly('localhost', {}, resolve));
    expect(error).toMatchObject({ name: 'RefusedAddress' });
  } finally {
    process.env['NODE_ENV'] = before;
  }
});

it.each([
  [{ p256dh: 'AAAA', auth: good }, 'p256dh'],
  [{ auth: 'AAAA' }, 'auth'],
  [{ p256dh: Buffer.alloc(65, 4).toString('base64url') }, 'p256dh'],
])('malformed subscription keys are refused (%#)', async (wrong, field) => {
  const { admin } = await host.company();
  const { endpoint, keys } = good();
  const answer = await admin.post<{ fields: object }>('/notifications/devices', {
    endpoint,
    keys: { ...keys, ...wrong },
  });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.fields).join()).toContain(field);
});

it('devices have recognisable names', () => {
  const agent = (rest: string) => `Mozilla/5.0 (${rest}`;
  expect(
    deviceLabel(agent('Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0')),
  ).toBe('Edge · Windows');
  expect(deviceLabel(agent('Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'))).toBe(
    'Chrome · Android',
  );
  expect(deviceLabel(agent('iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1'))).toBe(
    'Safari · iOS',
  );
  expect(deviceLabel('curl/8')).toBe('');
});
