import type { PoolClient } from 'pg';
import type { Kernel } from '@balcao/kernel';
import { day, hour, minute } from './calendar.ts';
import { otherContacts, otherOwner } from './cast.ts';
import { makeConnections, makeQueues, openCompany, type DemoCompany } from './company.ts';
import { compose } from './compose.ts';
import { makeContacts } from './contacts.ts';
import type { Planned } from './plan.ts';
import { Random } from './random.ts';
import { outra } from './talks/outra.ts';
import { makeTickets, type PlacedTicket } from './tickets.ts';

/** Creates a second company, to show that companies are isolated. */
export const openOutra = (kernel: Kernel): Promise<DemoCompany> =>
  openCompany(kernel, {
    name: 'Outra Empresa',
    email: 'contato@outra.exemplo.com.br',
    phone: '551140028900',
    owner: otherOwner,
    colleagues: [],
    modules: [],
  });

const planned = (now: number): Planned[] => [
  { status: 'closed', contact: 0, lastAt: now - 9 * day, arrival: false, unread: false },
  { status: 'closed', contact: 1, lastAt: now - 5 * day, arrival: false, unread: false },
  { status: 'open', contact: 0, lastAt: now - 3 * hour, arrival: false, unread: true },
  { status: 'pending', contact: 1, lastAt: now - 12 * minute, arrival: true, unread: true },
];
const scripts = [0, 1, 1, 2];

export const fillOutra = async (client: PoolClient, kernel: Kernel, home: DemoCompany, now: number): Promise<void> => {
  const { companyId } = home;
  const random = new Random(2);
  const [queueId = 0] = await makeQueues(
    client,
    home,
    [{ name: 'Vendas', color: '#7a5bc4', greeting: '' }],
    [otherOwner],
  );
  const [connectionId = 0] = await makeConnections(client, kernel, companyId, [
    {
      name: 'WhatsApp da loja',
      channel: 'sandbox',
      up: true,
      queueIds: [queueId],
      entryQueueId: queueId,
      greeting: '',
    },
  ]);
  const contacts = await makeContacts(
    client,
    kernel,
    { companyId, sandboxId: connectionId, siteId: undefined },
    otherContacts,
  );
  const tickets = planned(now).map((one, index): PlacedTicket => {
    const who = contacts[one.contact];
    const talk = outra[scripts[index] ?? 0];
    if (!who || !talk) throw new RangeError('a conversation without a contact');
    return {
      ...compose(one, talk, who, otherOwner.name, random),
      who,
      connection: { id: connectionId, channel: 'sandbox' },
      queueId,
      attendantId: home.people.get(otherOwner.email) ?? 0,
    };
  });
  await makeTickets(client, kernel, companyId, tickets);
};
