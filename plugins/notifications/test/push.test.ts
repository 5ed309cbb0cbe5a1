import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { notificationsRoom } from '../contract.ts';
import { aNotice, eventually, serviceOf, startOffice, subscribed } from './office.ts';
import { PushService } from './push-service.ts';

let host: TestHost;
let service: PushService;
beforeAll(async () => {
  [host, service] = await Promise.all([startOffice(), PushService.start()]);
});
afterAll(async () => {
  service?.close();
  await host?.close();
});

/** Somebody whose browser allowed push notices, with the product closed. */
const away = async () => {
  const company = await host.company();
  const person = await company.person('user');
  const device = service.subscribe();
  const deviceId = await subscribed(person, device);
  return { company, person, device, deviceId, notify: serviceOf(company) };
};
type Away = Awaited<ReturnType<typeof away>>;

const devicesOf = async ({ company }: Pick<Away, 'company'>): Promise<number> =>
  (
    await company
      .scope('notifications')
      .sql.one<{ n: number }>(sql`select count(*)::int as n from notifications.device`)
  )?.n ?? 0;
const waitingJobs = async (): Promise<{ next: Date }[]> =>
  (
    await host.kernel.database.owner.query<{ next: Date }>(
      `select next_run_at as next from jobs.job where name = 'notifications.push' and next_run_at > now() + interval '20 seconds'`,
    )
  ).rows;

/** The page's word has arrived: what is told from now on comes after it. */
const isSeen = async (userId: number): Promise<boolean> =>
  (await host.kernel.database.owner.query('select 1 from notifications.looking where user_id = $1', [userId]))
    .rowCount === 1;

describe('who has the product closed', () => {
  it('gets a push notice that only the browser can read', async () => {
    const { person, device, notify } = await away();
    await notify.notify([person.id], aNotice());
    const { message, sealed, headers, claims } = await eventually(() => device.received[0]);
    expect(message).toMatchObject({ title: 'Beatriz Souza', body: 'Nova mensagem', path: '/tickets/abc' });
    expect(sealed.includes('Beatriz')).toBe(false);
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '14400' });
    expect(claims.aud).toBe(service.url);
  });

  it('reads what was written only after allowing previews', async () => {
    const { person, device, notify } = await away();
    await notify.notify([person.id], aNotice());
    await eventually(() => device.received.length === 1);
    await person.put('/notifications/preferences', { previews: true });
    await notify.notify([person.id], aNotice({ tag: 'ticket:2' }));
    await eventually(() => device.received.length === 2);
    expect(device.received.map(({ message }) => message['body'])).toEqual([
      'Nova mensagem',
      'Bom dia, tudo certo com o contrato?',
    ]);
  });

  it('never reads a phone number in it', async () => {
    const { person, device, notify } = await away();
    await person.put('/notifications/preferences', { previews: true });
    await notify.notify(
      [person.id],
      aNotice({
        title: '5511987654321',
        preview: 'Me liga no (11) 98765-4321 ou +55 11 98765 4321, custa R$ 1.250,00',
      }),
    );
    const { message } = await eventually(() => device.received[0]);
    expect(message['title']).toBe('••••4321');
    expect(message['body']).toBe('Me liga no ••••4321 ou ••••4321, custa R$ 1.250,00');
  });

  it('is told once of what is delivered twice', async () => {
    const { person, device, notify } = await away();
    const notice = aNotice();
    await Promise.all([notify.notify([person.id], notice), notify.notify([person.id], notice)]);
    await notify.notify([person.id], notice);
    await notify.notify([person.id], aNotice({ tag: 'ticket:9' }));
    await eventually(() => device.received.some(({ message }) => message['tag'] === 'ticket:9'));
    expect(device.received.filter(({ message }) => message['id'] === notice.id)).toHaveLength(1);
  });

  it('finds one notice for a conversation, not ten: the newer replaces the older at the push service too', async () => {
    const { person, device, notify } = await away();
    for (const body of ['uma', 'duas']) {
      await notify.notify([person.id], aNotice({ body }));
      await eventually(() => device.received.some(({ message }) => message['body'] === body));
    }
    await notify.notify([person.id], aNotice({ tag: 'ticket:other' }));
    await eventually(() => device.received.length === 3);
    const topics = device.received.map(({ headers }) => headers['topic']);
    expect(topics[0]).toBe(topics[1]);
    expect(topics[2]).not.toBe(topics[0]);
    expect(topics[0]).toMatch(/^[\w-]{32}$/);
  });

  it('hears nothing of a kind that was switched off, nor in the quiet hours', async () => {
    const { company, person, device, notify } = await away();
    const clock = (minutes: number) =>
      new Date(Date.now() + minutes * 60_000).toLocaleTimeString('en-GB', {
        timeZone: company.scope('users').company.timeZone,
        hour: '2-digit',
        minute: '2-digit',
      });
    await person.put('/notifications/preferences', { off: ['tickets.waiting'] });
    await notify.notify([person.id], aNotice({ kind: 'tickets.waiting' }));
    await person.put('/notifications/preferences', { quiet: { from: clock(-60), to: clock(60) } });
    await notify.notify([person.id], aNotice({ tag: 'ticket:quiet' }));
    await person.put('/notifications/preferences', { quiet: { from: clock(60), to: clock(120) } });
    await notify.notify([person.id], aNotice({ tag: 'ticket:told' }));
    await eventually(() => device.received.length > 0);
    expect(device.received.map(({ message }) => message['tag'])).toEqual(['ticket:told']);
  });
});

describe('who has the product in front of them', () => {
  it('is told there and not on the phone as well', async () => {
    const { company, person, device, notify } = await away();
    const live = await person.live();
    await live.join(notificationsRoom, { userId: person.id });
    await live.send(notificationsRoom, { userId: person.id }, 'looking', { tab: 'a', path: '/tickets' });
    await eventually(() => isSeen(person.id));
    await notify.notify([person.id], aNotice());
    await live.receives('notice', ({ title }) => title === 'Beatriz Souza');
    const before = (await waitingJobs()).length;
    expect(before).toBeGreaterThan(0);
    expect(device.received).toEqual([]);
    // The page says that it is still there: when the job comes, the notice was seen.
    await live.send(notificationsRoom, { userId: person.id }, 'looking', { tab: 'a', path: null });
    await host.kernel.database.owner.query(
      `update jobs.job set next_run_at = now() where name = 'notifications.push' and next_run_at is not null`,
    );
    await notify.notify([person.id], aNotice({ tag: 'ticket:hidden' }));
    await eventually(() => device.received.length > 0);
    await eventually(async () => (await waitingJobs()).length === 0);
    expect(device.received.map(({ message }) => message['tag'])).toEqual(['ticket:hidden']);
    expect(await devicesOf({ company })).toBe(1);
  });

  it('gets it on the phone when the page died unnoticed', async () => {
    const { company, person, device, notify } = await away();
    const live = await person.live();
    await live.join(notificationsRoom, { userId: person.id });
    await live.send(notificationsRoom, { userId: person.id }, 'looking', { tab: 'a', path: '/tickets' });
    await eventually(() => isSeen(person.id));
    live.close();
    await notify.notify([person.id], aNotice());
    await eventually(async () => (await waitingJobs()).length > 0);
    expect(device.received).toEqual([]);
    // Put off again while the page counts as looking: brought forward until it does not.
    await eventually(async () => {
      await host.kernel.database.owner.query(
        `update jobs.job set next_run_at = now() where name = 'notifications.push' and next_run_at > now()`,
      );
      return device.received.length === 1;
    });
    expect(await devicesOf({ company })).toBe(1);
  });

  it('and who reads the conversation first is not told of it any more', async () => {
    const { person, device, notify } = await away();
    const live = await person.live();
    await live.join(notificationsRoom, { userId: person.id });
    await live.send(notificationsRoom, { userId: person.id }, 'looking', { tab: 'a', path: '/tickets' });
    await eventually(() => isSeen(person.id));
    await notify.notify([person.id], aNotice());
    await eventually(async () => (await waitingJobs()).length > 0);
    await notify.withdraw([person.id], 'ticket:1');
    await live.receives('withdrawn', ({ tag }) => tag === 'ticket:1');
    expect(await waitingJobs()).toEqual([]);
    expect(device.received).toEqual([]);
  });
});

describe('a push service', () => {
  it.each([404, 410, 403])('that answers %i makes the product forget the device', async (status) => {
    const one = await away();
    one.device.status = status;
    await one.notify.notify([one.person.id], aNotice());
    await eventually(async () => (await devicesOf(one)) === 0);
  });

  it('that is down for a moment is asked again, and the notice arrives once', async () => {
    const one = await away();
    one.device.status = 503;
    await one.notify.notify([one.person.id], aNotice());
    await eventually(() => one.device.attempts >= 1);
    one.device.status = 201;
    await host.kernel.database.owner.query(
      `update jobs.job set next_run_at = now() where name = 'notifications.push' and next_run_at is not null`,
    );
    await eventually(() => one.device.received.length === 1);
    expect(await devicesOf(one)).toBe(1);
  });

  it('knows the installation by one key, made once, which stands nowhere in the clear', async () => {
    const [one, other] = [await host.company(), await host.company()];
    const key = async (company: typeof one) =>
      (await company.admin.get<{ publicKey: string }>('/notifications/preferences')).body.publicKey;
    expect(await key(one)).toBe(await key(other));
    expect(Buffer.from(await key(one), 'base64url')).toHaveLength(65);
    const { rows } = await host.kernel.database.owner.query<{ value: string }>(
      'select value from kernel.plugin_secret',
    );
    expect(rows.map(({ value }) => value).join()).not.toContain('privateKey');
  });
});
