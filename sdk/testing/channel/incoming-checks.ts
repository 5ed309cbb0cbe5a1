import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelCheck } from './check.ts';
import { ChannelCompany } from './channel-company.ts';

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((item) => [Math.random(), item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item);

const isTaken = (status: number): boolean => status >= 200 && status < 300;

export const signature: ChannelCheck = {
  title: 'rejects unsigned requests, and stores nothing of them',
  appliesTo: ({ forge }) => forge !== undefined,
  async run(stage) {
    const shop = await ChannelCompany.open(stage);
    const message = shop.message(0);
    const status = (await shop.driver.forge?.(message)) ?? 0;
    const breaches = status >= 400 && status < 500 ? [] : [`a forged message was answered ${status}, not 4xx`];
    if ((await shop.tickets()).length > 0) breaches.push('a forged message became a conversation');
    const right = await shop.driver.deliver(message);
    if (!isTaken(right)) breaches.push(`the same message with the right signature was answered ${right}`);
    return breaches;
  },
};

export const onceOnly: ChannelCheck = {
  title: 'stores a message once, however often the provider repeats it',
  async run(stage) {
    const shop = await ChannelCompany.open(stage);
    const message = shop.message(0);
    const answers = await Promise.all(Array.from({ length: 5 }, () => shop.driver.deliver(message)));
    answers.push(await shop.driver.deliver(message));
    const refused = answers.filter((status) => !isTaken(status));
    const breaches =
      refused.length > 0 ? [`a repeat was answered ${refused.join(', ')}: the provider would go on`] : [];
    const stored = await shop.messagesWith(message.body);
    if (stored.length !== 1) breaches.push(`a message that came six times is there ${stored.length} times`);
    const tickets = await shop.tickets();
    if (tickets.length !== 1) breaches.push(`one customer has ${tickets.length} conversations`);
    if (tickets[0]?.unreadMessages !== 1)
      breaches.push(`${tickets[0]?.unreadMessages} unread messages are shown for one`);
    return breaches;
  },
};

export const order: ChannelCheck = {
  title: 'shows a customer’s messages in the order in which they were written',
  async run(stage) {
    const shop = await ChannelCompany.open(stage);
    const start = Date.now() - 60_000;
    const messages = Array.from({ length: 8 }, (_, index) => ({
      ...shop.message(0, `linha ${index}`),
      sentAt: new Date(start + index * 1_000),
    }));
    for (const message of stage.options.reportsTime ? shuffled(messages) : messages) await shop.driver.deliver(message);
    const [shown = []] = await shop.everything();
    const bodies = shown.map(({ body }) => body);
    const wanted = messages.map(({ body }) => body);
    return bodies.join('\n') === wanted.join('\n') ? [] : [`shown was ${bodies.join(' | ')} for ${wanted.join(' | ')}`];
  },
};

const maxTries = 20;
/** A provider that is asked to come back later does: all calls of this burst come from one address. */
const deliverUntilHeard = async (deliver: () => Promise<number>): Promise<number> => {
  for (let tries = 1; ; tries += 1) {
    const status = await deliver();
    if (status !== 429 || tries === maxTries) return status;
    await sleep(50 * tries);
  }
};

export const burst: ChannelCheck = {
  title:
    'loses and duplicates no message when many customers write at once and every message comes twice, in any order',
  async run(stage) {
    const { customers, each } = stage.options.burst ?? { customers: 20, each: 5 };
    const shop = await ChannelCompany.open(stage);
    const messages = Array.from({ length: customers }, (_, from) =>
      Array.from({ length: each }, (__, index) => shop.message(from, `${from}/${index}`)),
    ).flat();
    const answers = await Promise.all(
      shuffled([...messages, ...messages]).map((message) => deliverUntilHeard(() => shop.driver.deliver(message))),
    );
    const refused = answers.filter((status) => !isTaken(status));
    const breaches =
      refused.length > 0 ? [`${refused.length} messages were answered ${[...new Set(refused)].join(', ')}`] : [];
    const conversations = await shop.everything();
    if (conversations.length !== customers)
      breaches.push(`${customers} customers have ${conversations.length} conversations`);
    const bodies = conversations.flat().map(({ body }) => body);
    const lost = messages.filter(({ body }) => !bodies.includes(body));
    if (lost.length > 0) breaches.push(`${lost.length} of ${messages.length} messages were lost`);
    if (bodies.length > new Set(bodies).size)
      breaches.push(`${bodies.length - new Set(bodies).size} messages are there twice`);
    return breaches;
  },
};

export const isolation: ChannelCheck = {
  title: 'isolates companies: the same customer with the same message at two of them has two conversations',
  async run(stage) {
    const [ours, theirs] = [await ChannelCompany.open(stage), await ChannelCompany.open(stage)];
    const message = ours.message(0);
    const breaches: string[] = [];
    for (const shop of [ours, theirs]) {
      const status = await shop.driver.deliver(message);
      if (!isTaken(status)) breaches.push(`the door of a company answered ${status}`);
    }
    for (const shop of [ours, theirs]) {
      const count = (await shop.messagesWith(message.body)).length;
      if (count !== 1) breaches.push(`a company has the message ${count} times`);
    }
    const secret = ours.message(1);
    await ours.driver.deliver(secret);
    if ((await theirs.messagesWith(secret.body)).length > 0)
      breaches.push('a message of one company is read at another');
    const ticketId = await ours.conversation(2);
    const written = await ours.write(ticketId, ours.text('Só para quem escreveu'));
    await ours.settled(ticketId, written.id);
    if (!(await ours.driver.reached()).some(({ body }) => body.includes(written.body)))
      breaches.push('what a company writes does not go out by its own connection');
    if ((await theirs.driver.reached()).some(({ body }) => body.includes(written.body)))
      breaches.push('what one company writes goes out by the connection of another');
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status } = await theirs.admin.call(method, `/whatsappsession/${ours.connectionId}`);
      if (status !== 404) breaches.push(`${method} of another company's session answered ${status}`);
    }
    if ((await ours.status()) !== 'CONNECTED') breaches.push('another company ended the session');
    return breaches;
  },
};
