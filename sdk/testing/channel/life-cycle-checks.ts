import type { ChannelCheck } from './check.ts';
import { ChannelCompany } from './channel-company.ts';
import { poll } from '../eventually.ts';

const handles = (): number =>
  process.getActiveResourcesInfo().filter((kind) => /TCPServer|Process|FSWatcher|Worker|MessagePort/.test(kind)).length;

export const lifeCycle: ChannelCheck = {
  title: 'connects, disconnects and is removed repeatedly, and leaves nothing running',
  async run(stage) {
    const { looseEnds, plugin, host } = stage;
    const shop = await ChannelCompany.open(stage);
    const before = handles();
    const breaches: string[] = [];
    looseEnds.begin();
    try {
      for (let round = 0; round < 3; round += 1) {
        await shop.disconnect();
        if ((await shop.status()) !== 'DISCONNECTED') breaches.push(`disconnected, it shows ${await shop.status()}`);
        await shop.connect();
      }
      const ticketId = await shop.conversation(0);
      const written = await shop.write(ticketId, shop.text('depois de voltar'));
      const ended = await shop.settled(ticketId, written.id);
      if (ended?.failure !== null)
        breaches.push(`after it came back a message ended as ${ended?.failure ?? 'nothing'}`);
      await shop.disconnect();
      const { status } = await shop.admin.delete(`/whatsapp/${shop.connectionId}`);
      if (status !== 200) breaches.push(`removing the connection answered ${status}`);
    } finally {
      looseEnds.end();
    }
    const count = async (): Promise<number> => {
      const { rows } = await host.kernel.database.owner.query<{ n: number }>(
        'select count(*)::int as n from tickets.message where company_id = $1',
        [shop.company.id],
      );
      return rows[0]?.n ?? 0;
    };
    const storedBefore = await count();
    const late = await shop.driver.deliver(shop.message(1)).catch(() => 404);
    if (late >= 500) breaches.push(`the door of a removed connection answers ${late}`);
    if ((await count()) !== storedBefore) breaches.push('a removed connection still takes messages');
    const left = (): string[] => looseEnds.of(plugin.dir, { once: true });
    await poll(() => left().length === 0 && handles() <= before, 3_000);
    breaches.push(...new Set(left()));
    if (handles() > before) breaches.push(`${handles() - before} handles more are open than before`);
    return breaches;
  },
};

export const switchedOff: ChannelCheck = {
  title: 'receives nothing while it is switched off for the company, and works as before when it is on again',
  async run(stage) {
    const { host, plugin } = stage;
    const toggle = host.kernel.registry.plugins.get(plugin.manifest.id)?.source.manifest.toggle;
    if (toggle === undefined) return [];
    const shop = await ChannelCompany.open(stage);
    const ticketId = await shop.conversation(0);
    const turn = (value: string) => shop.admin.put(`/settings/${toggle}`, { value });
    await turn('disabled');
    const message = shop.message(0);
    const status = await shop.driver.deliver(message);
    const breaches = status >= 500 ? [`the door answers ${status} while it is off`] : [];
    const written = await shop.write(ticketId, shop.text('espera'));
    if ((await shop.messagesWith(message.body)).length > 0) breaches.push('a message came in while it was off');
    await turn('enabled');
    if ((await shop.status()) !== 'CONNECTED') await shop.connect();
    const after = shop.message(2);
    const back = await shop.driver.deliver(after);
    if (back >= 300 || (await shop.messagesWith(after.body)).length !== 1)
      breaches.push(`on again, the door answers ${back} and keeps nothing`);
    const then = await shop.write(await shop.conversation(3), shop.text('de volta'));
    const arrived = await poll(async () => (await shop.driver.reached()).some(({ body }) => body.includes(then.body)));
    if (!arrived) breaches.push('on again, what the company writes does not go out');
    if ((await shop.sent(ticketId, written.id)) === undefined) breaches.push('what was written meanwhile is gone');
    return breaches;
  },
};

/** Comes last, and searches everything that was sent and logged. */
export const secrecy: ChannelCheck = {
  title: 'writes no token, message or customer’s address into the log, and shows no token to people who may not pair',
  async run(stage) {
    const breaches: string[] = [];
    const shop = stage.companies[0] ?? (await ChannelCompany.open(stage));
    const secrets = stage.companies.flatMap(({ driver }) => driver.secrets()).filter((secret) => secret.length > 5);
    const lineWith = (text: string): string | undefined => stage.log.find((line) => line.includes(text));
    for (const secret of new Set(secrets)) {
      const line = lineWith(secret);
      if (line !== undefined) breaches.push(`the log holds ${secret.slice(0, 4)}…: ${line.slice(0, 300)}`);
    }
    for (const body of stage.bodies) {
      const line = lineWith(body);
      if (line !== undefined) breaches.push(`the log holds what was written: ${line.slice(0, 300)}`);
    }
    const somebody = await shop.company.person('user');
    const own = shop.driver.secrets();
    for (const path of ['/whatsapp', `/whatsapp/${shop.connectionId}`, '/settings', '/platform/plugins']) {
      const text = JSON.stringify((await somebody.get<unknown>(path)).body);
      for (const secret of own)
        if (text.includes(secret)) breaches.push(`${path} shows ${secret.slice(0, 4)}… to an attendant`);
    }
    return breaches;
  },
};
