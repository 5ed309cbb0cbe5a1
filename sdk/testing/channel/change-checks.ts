import type { ChannelCheck } from './check.ts';
import type { ReachedMessage } from './driver.ts';
import { ChannelCompany, type CompanyMessage } from './channel-company.ts';

const isTaken = (status: number | undefined): boolean => status !== undefined && status >= 200 && status < 300;

/** Waits until the company sees the customer's message in the expected form. */
const shown = async (
  shop: ChannelCompany,
  ticketId: number,
  body: string,
  fits: (message: CompanyMessage) => boolean,
): Promise<boolean> =>
  (await shop.poll(async () => (await shop.messages(ticketId)).some((one) => one.body === body && fits(one)))) ?? false;

const written = async (
  shop: ChannelCompany,
  ticketId: number,
  what: string,
): Promise<[CompanyMessage, ReachedMessage | undefined]> => {
  const message = await shop.write(ticketId, shop.text(what));
  await shop.settled(ticketId, message.id);
  const reached = (await shop.driver.reached()).find(({ body }) => body.includes(message.body));
  return [message, reached];
};
const reachedAs = async (
  shop: ChannelCompany,
  id: string,
  fits: (message: ReachedMessage) => boolean,
): Promise<boolean> =>
  (await shop.poll(async () => (await shop.driver.reached()).some((one) => one.id === id && fits(one)))) ?? false;

export const reactions: ChannelCheck = {
  title: 'transmits reactions in both directions: one per person, the last one counts, and it can be removed',
  appliesTo: ({ changes }) => changes?.react !== undefined,
  async run(stage) {
    const shop = await ChannelCompany.open(stage);
    const breaches: string[] = [];
    const incoming = shop.message(0);
    const ticketId = await shop.conversation(0, incoming);
    const [message, reached] = await written(shop, ticketId, 'reaja');
    if (!reached) return ['the message did not reach the customer'];
    for (const emoji of ['👍', '❤️', '❤️']) {
      const status = await shop.driver.changes?.react?.(reached.id, 0, emoji);
      if (!isTaken(status)) breaches.push(`a reaction was answered ${status}`);
    }
    const emojis = ({ messageReact }: CompanyMessage): string => messageReact.map(({ emoji }) => emoji).join();
    if (!(await shown(shop, ticketId, message.body, (one) => emojis(one) === '❤️')))
      breaches.push('of two reactions of a customer the second is not what is shown');
    await shop.driver.changes?.react?.(reached.id, 0, '');
    if (!(await shown(shop, ticketId, message.body, (one) => emojis(one) === '')))
      breaches.push('a reaction that was taken back is still shown');
    await shop.driver.changes?.react?.(`${reached.id}x`, 0, '👍').catch(() => undefined);
    if ((await shop.tickets()).length !== 1) breaches.push('a reaction to an unknown message began a conversation');
    if (!(await shop.capabilities())['reactions'] || !shop.driver.changes?.reactionTo) return breaches;
    const theirs = (await shop.messages(ticketId)).find(({ body }) => body === incoming.body);
    for (const emoji of ['🙏', '']) {
      const { status } = await shop.admin.post(`/messages/${theirs?.id}/reaction`, { emoji });
      if (status !== 200) breaches.push(`a reaction of the company was answered ${status}`);
      const isThere = await shop.poll(
        async () => (await shop.driver.changes?.reactionTo?.(incoming.id, 0)) === emoji || undefined,
      );
      if (!isThere)
        breaches.push(`a reaction of the company ${emoji === '' ? 'stays' : 'is not there'} at the customer`);
    }
    return breaches;
  },
};

export const edits: ChannelCheck = {
  title: 'transmits edits in both directions, and marks the message as edited',
  appliesTo: ({ changes }) => changes?.edit !== undefined,
  async run(stage) {
    const shop = await ChannelCompany.open(stage);
    const breaches: string[] = [];
    const incoming = shop.message(0);
    const ticketId = await shop.conversation(0, incoming);
    const better = shop.text('melhor');
    const status = await shop.driver.changes?.edit?.(incoming.id, 0, better);
    if (!isTaken(status)) breaches.push(`an edit was answered ${status}`);
    if (!(await shown(shop, ticketId, better, ({ editedAt }) => editedAt !== null)))
      breaches.push('what a customer edited is not shown as edited');
    if ((await shop.messages(ticketId)).some(({ body }) => body === incoming.body))
      breaches.push('an edit left the old text beside the new');
    if (!(await shop.capabilities())['edits']) return breaches;
    const [message, reached] = await written(shop, ticketId, 'errata');
    const right = shop.text('correta');
    const { status: answer } = await shop.admin.put(`/messages/${message.id}`, { body: right });
    if (answer !== 200) breaches.push(`an edit of the company was answered ${answer}`);
    if (!(await reachedAs(shop, reached?.id ?? '', ({ body }) => body.includes(right))))
      breaches.push('an edit of the company does not reach the customer');
    return breaches;
  },
};

export const deletions: ChannelCheck = {
  title: 'transmits deletions in both directions: a deleted message is not shown anywhere',
  appliesTo: ({ changes }) => changes?.remove !== undefined,
  async run(stage) {
    const shop = await ChannelCompany.open(stage);
    const breaches: string[] = [];
    const incoming = shop.message(0);
    const ticketId = await shop.conversation(0, incoming);
    const status = await shop.driver.changes?.remove?.(incoming.id, 0);
    if (!isTaken(status)) breaches.push(`a deletion was answered ${status}`);
    if (!(await shown(shop, ticketId, '', ({ isDeleted }) => isDeleted)))
      breaches.push('what a customer took back is not shown as deleted');
    if ((await shop.messagesWith(incoming.body)).length > 0) breaches.push('what a customer took back is still read');
    if (!(await shop.capabilities())['deletes']) return breaches;
    const [message, reached] = await written(shop, ticketId, 'engano');
    const { status: answer } = await shop.admin.delete(`/messages/${message.id}`);
    if (answer !== 200) breaches.push(`a deletion of the company was answered ${answer}`);
    if (!(await reachedAs(shop, reached?.id ?? '', ({ revoked }) => revoked === true)))
      breaches.push('what the company took back is still there at the customer');
    return breaches;
  },
};
