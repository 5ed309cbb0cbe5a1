import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { notificationsRoom } from '../contract.ts';
import { aNotice, serviceOf, startOffice, subscribed } from './office.ts';
import { PushService } from './push-service.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
let service: PushService;
beforeAll(async () => {
  [host, service] = await Promise.all([startOffice(), PushService.start()]);
});
afterAll(async () => {
  service?.close();
  await host?.close();
});

/** Creates a person with push allowed and no page open. */
const closedPerson = async () => {
  const company = await host.company();
  const person = await company.person('user');
  const device = service.subscribe();
  const deviceId = await subscribed(person, device);
  return { company, person, device, deviceId, notify: serviceOf(company) };
};
type Away = Awaited<ReturnType<typeof closedPerson>>;

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

/** Returns whether the page's report has arrived, so that later notifications come after it. */
const isSeen = async (userId: number): Promise<boolean> =>
  (await host.kernel.database.owner.query('select 1 from notifications.looking where user_id = $1', [userId]))
    .rowCount === 1;

describe('push to a person without an open page', () => {
  it('the person gets a push message that only the browser can decrypt', async () => {
    const { person, device, notify } = await closedPerson();
    await notify.notify([person.id], aNotice());
    const { message, sealed, headers, claims } = await eventually(() => device.received[0]);
    expect(message).toMatchObject({ title: 'Beatriz Souza', body: 'Nova mensagem', path: '/tickets/abc' });
    expect(sealed.includes('Beatriz')).toBe(false);
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '14400' });
    expect(claims.aud).toBe(service.url);
  });

  it('the push message includes the text only if previews are allowed', async () => {
    const { person, device, notify } = await closedPerson();
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

  it('the push message contains no phone number', async () => {
    const { person, device, notify } = await closedPerson();
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

  it('a notification sent twice is pushed once', async () => {
    const { person, device, notify } = await closedPerson();
    const notice = aNotice();
    await Promise.all([notify.notify([person.id], notice), notify.notify([person.id], notice)]);
    await notify.notify([person.id], notice);
    await notify.notify([person.id], aNotice({ tag: 'ticket:9' }));
    await eventually(() => device.received.some(({ message }) => message['tag'] === 'ticket:9'));
    expect(device.received.filter(({ message }) => message['id'] === notice.id)).toHaveLength(1);
  });

  it('ten messages of a conversation leave one notification: a newer one replaces the older at the push service too', async () => {
    const { person, device, notify } = await closedPerson();
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

  it('nothing is pushed for a kind that is switched off, nor in quiet hours', async () => {
    const { company, person, device, notify } = await closedPerson();
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

describe('push to a person with a visible page', () => {
  it('the person is notified in the page and not by push as well', async () => {
    const { company, person, device, notify } = await closedPerson();
    const live = await person.live();
    await live.join(notificationsRoom, { userId: person.id });
    await live.send(notificationsRoom, { userId: person.id }, 'looking', { tab: 'a', path: '/tickets' });
    await eventually(() => isSeen(person.id));
    await notify.notify([person.id], aNotice());
    await live.receives('notice', ({ title }) => title === 'Beatriz Souza');
    const before = (await waitingJobs()).length;
    expect(before).toBeGreaterThan(0);
    expect(device.received).toEqual([]);
    // The page reports that it is still visible, so the notification counts as seen when the job runs.
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

  it('the notification is pushed when the page closed without reporting it', async () => {
    const { company, person, device, notify } = await closedPerson();
    const live = await person.live();
    await live.join(notificationsRoom, { userId: person.id });
    await live.send(notificationsRoom, { userId: person.id }, 'looking', { tab: 'a', path: '/tickets' });
    await eventually(() => isSeen(person.id));
    live.close();
    await notify.notify([person.id], aNotice());
    await eventually(async () => (await waitingJobs()).length > 0);
    expect(device.received).toEqual([]);
    // The job is postponed while the page counts as visible; its time is moved forward until it does not.
    await eventually(async () => {
      await host.kernel.database.owner.query(
        `update jobs.job set next_run_at = now() where name = 'notifications.push' and next_run_at > now()`,
      );
      return device.received.length === 1;
    });
    expect(await devicesOf({ company })).toBe(1);
  });

  it('the notification is pushed when the visible page closed without reporting it and a hidden one reports', async () => {
    const { person, device, notify } = await closedPerson();
    const live = await person.live();
    await live.join(notificationsRoom, { userId: person.id });
    const report = (tab: string, path: string | null) =>
      live.send(notificationsRoom, { userId: person.id }, 'looking', { tab, path });
    await report('hidden', null);
    await report('visible', '/tickets');
    await eventually(async () => {
      const { rowCount } = await host.kernel.database.owner.query(
        'select 1 from notifications.looking where user_id = $1 and visible',
        [person.id],
      );
      return rowCount === 1;
    });
    await notify.notify([person.id], aNotice());
    await eventually(async () => (await waitingJobs()).length > 0);
    await report('hidden', null);
    await eventually(async () => {
      const { rowCount } = await host.kernel.database.owner.query(
        `select 1 from notifications.looking h join notifications.looking v using (user_id)
          where user_id = $1 and h.tab = 'hidden' and v.tab = 'visible' and h.seen_at > v.seen_at`,
        [person.id],
      );
      return rowCount === 1;
    });
    await eventually(async () => {
      await host.kernel.database.owner.query(
        `update jobs.job set next_run_at = now() where name = 'notifications.push' and next_run_at > now()`,
      );
      return device.received.length === 1;
    });
  });

  it('a person who reads the conversation first gets no push about it', async () => {
    const { person, device, notify } = await closedPerson();
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

describe('responses of a push service', () => {
  it.each([404, 410, 403])('status %i of the push service deletes the device', async (status) => {
    const one = await closedPerson();
    one.device.status = status;
    await one.notify.notify([one.person.id], aNotice());
    await eventually(async () => (await devicesOf(one)) === 0);
  });

  it('a push service that is down is retried, and the notification arrives once', async () => {
    const one = await closedPerson();
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

  it('the installation has one VAPID key, created once and stored encrypted only', async () => {
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
