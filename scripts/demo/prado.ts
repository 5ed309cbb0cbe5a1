import type { PoolClient } from 'pg';
import type { Kernel } from '@balcao/kernel';
import { boards } from '../../plugins/kanban/contract.ts';
import * as cast from './cast.ts';
import { makeConnections, makeQueues, openCompany, type NewConnection, type DemoCompany } from './company.ts';
import { compose } from './compose.ts';
import { makeContacts, type KnownContact } from './contacts.ts';
import { plan, type Planned } from './plan.ts';
import { makeQuickMessages } from './quick-messages.ts';
import { Random } from './random.ts';
import { arrivals } from './talks/arrivals.ts';
import { familia } from './talks/familia.ts';
import { previdenciario } from './talks/previdenciario.ts';
import type { Talk } from './talks/talk.ts';
import { trabalhista } from './talks/trabalhista.ts';
import { makeTags } from './tags.ts';
import { suits } from './converse.ts';
import { makeTickets, type PlacedTicket, type WrittenTicket } from './tickets.ts';
import { insert } from './write.ts';

const talks = [previdenciario, trabalhista, familia] as const;
const staff = [cast.owner, ...cast.colleagues];
const greeting = 'Olá! Você fala com o escritório Prado & Menezes. Com qual área deseja falar?';
const totalTickets = 100;

export const openPrado = async (kernel: Kernel): Promise<DemoCompany> => {
  const place = await openCompany(kernel, {
    name: 'Prado & Menezes Advocacia',
    email: 'contato@pradomenezes.exemplo.com.br',
    phone: '551130456700',
    owner: cast.owner,
    colleagues: [cast.platformOwner, ...cast.colleagues],
    modules: ['kanbanEnabled', 'webchatEnabled'],
  });
  await kernel.identity.people.makeSuper(place.people.get(cast.platformOwner.email) ?? 0);
  return place;
};

/** Telephones with a few visitors of the site among them; the last of the list are the pending ones. */
const contactList = (withSite: boolean): cast.DemoContact[] => {
  const list = [...cast.telephones];
  if (withSite)
    [5, 13, 32, 33].forEach((position, index) => list.splice(position, 0, ...cast.visitors.slice(index, index + 1)));
  return list;
};

interface Setting {
  place: DemoCompany;
  queueIds: readonly number[];
  reception: PlacedTicket['connection'];
  onCall: PlacedTicket['connection'];
  site: PlacedTicket['connection'] | undefined;
  contacts: readonly KnownContact[];
}

/** Returns the people of a queue, in the order of the staff. */
const attendantsOf = (queue: number): cast.DemoPerson[] =>
  staff.filter(({ queues }) => queues.includes(cast.queueNames[queue] ?? ''));

/** Companies go to the labour queue; the site's chat belongs to one queue; everybody else to any. */
const queueOf = ({ title, web }: cast.DemoContact, position: number): number =>
  title === '' ? 1 : web ? 2 : position % cast.queueNames.length;

/** Returns the next script of a queue that suits the contact and was not used for them before. */
const nextTalk = (queue: number, who: KnownContact, used: Map<string, number>): Talk => {
  const fitting = (talks[queue] ?? previdenciario).filter((talk) => suits(talk, who));
  const count = (talk: Talk): number =>
    (used.get(`${queue} ${talk[0]}`) ?? 0) + 100 * (used.get(`${who.id} ${talk[0]}`) ?? 0);
  const talk = fitting.toSorted((one, other) => count(one) - count(other))[0] ?? fitting[0];
  if (!talk) throw new Error(`no script suits ${who.name}`);
  for (const key of [`${queue} ${talk[0]}`, `${who.id} ${talk[0]}`]) used.set(key, (used.get(key) ?? 0) + 1);
  return talk;
};

const place = (setting: Setting, planned: readonly Planned[], random: Random): PlacedTicket[] => {
  const used = new Map<string, number>();
  const turns = new Map<string, number>();
  /** Returns the attendants in turn, separately for each queue and state. */
  const nextAttendant = (turn: string, queue: number): cast.DemoPerson => {
    const among = attendantsOf(queue);
    const count = turns.get(turn) ?? 0;
    turns.set(turn, count + 1);
    return among[count % among.length] ?? cast.owner;
  };
  let arrived = 0;
  return planned.map((one, index): PlacedTicket => {
    const who = setting.contacts[one.contact];
    if (!who) throw new RangeError('a conversation without a contact');
    const arrival = one.arrival ? arrivals[arrived++ % arrivals.length] : undefined;
    const queue = arrival ? arrival.queue : queueOf(who, one.contact);
    const attendant = one.mark ? cast.owner : nextAttendant(`${one.status} ${queue ?? 0}`, queue ?? 0);
    const talk = arrival?.talk ?? nextTalk(queue ?? 0, who, used);
    const wasOnCall = one.status === 'closed' && index % 9 === 0;
    return {
      ...compose(one, talk, who, attendant.name, random),
      who,
      connection: who.web && setting.site ? setting.site : wasOnCall ? setting.onCall : setting.reception,
      queueId: queue === null ? null : (setting.queueIds[queue] ?? null),
      attendantId: setting.place.people.get(attendant.email) ?? 0,
    };
  });
};

/** Places the cards by state: closed conversations on the right, unanswered ones on the left. */
const makeCards = async (
  client: PoolClient,
  kernel: Kernel,
  companyId: number,
  tickets: readonly WrittenTicket[],
  random: Random,
): Promise<void> => {
  const board = await kernel.scope(companyId, 'kanban').find(boards)?.board();
  if (!board) return;
  const steps = board.lanes.map(({ id }) => id);
  const cards = tickets.flatMap(({ id, status, messages, lastAt }) => {
    if (status === 'pending' || (status === 'closed' && random.chance(0.3))) return [];
    const began = messages[0]?.sentAt ?? lastAt;
    const lane =
      status === 'closed' ? steps.at(-random.between(1, 2)) : steps[random.between(1, Math.max(1, steps.length - 2))];
    return [
      {
        company_id: companyId,
        ticket_id: id,
        board_id: board.kanbanId,
        lane_id: lane,
        moved_at: new Date(began + random.next() * (lastAt - began)),
      },
    ];
  });
  await insert(client, 'kanban.card', cards);
};

/** Creates everything of the company except its people, in the caller's transaction. */
export const fillPrado = async (client: PoolClient, kernel: Kernel, home: DemoCompany, now: number): Promise<void> => {
  const { companyId } = home;
  const random = new Random(7316);
  const queueIds = await makeQueues(
    client,
    home,
    cast.queueNames.map((name, index) => ({ name, color: cast.queueColors[index] ?? '#5b6472', greeting: '' })),
    staff,
  );
  const [social = 0, labour = 0, family = 0] = queueIds;
  const withSite = kernel.registry.plugins.has('channel-webchat');
  const wanted: NewConnection[] = [
    { name: 'WhatsApp Recepção', channel: 'sandbox', up: true, queueIds, entryQueueId: social, greeting },
    { name: 'WhatsApp Plantão', channel: 'sandbox', up: false, queueIds: [], entryQueueId: labour, greeting: '' },
  ];
  if (withSite)
    wanted.push({ name: 'Site', channel: 'webchat', up: true, queueIds: [], entryQueueId: family, greeting: '' });
  const [receptionId = 0, onCallId = 0, siteId] = await makeConnections(client, kernel, companyId, wanted);

  const list = contactList(withSite);
  const contacts = await makeContacts(client, kernel, { companyId, sandboxId: receptionId, siteId }, list);
  const running = 34;
  const planned = plan({ contacts: list.length, closed: totalTickets - running }, now, random);
  const setting: Setting = {
    place: home,
    queueIds,
    reception: { id: receptionId, channel: 'sandbox' },
    onCall: { id: onCallId, channel: 'sandbox' },
    site: siteId === undefined ? undefined : { id: siteId, channel: 'webchat' },
    contacts,
  };
  const tickets = await makeTickets(client, kernel, companyId, place(setting, planned, random));
  await makeCards(client, kernel, companyId, tickets, random);
  const plugins = kernel.registry.plugins;
  if (plugins.has('tags')) await makeTags(client, companyId, tickets, random);
  if (!plugins.has('quick-messages')) return;
  const [ownerId = 0, ...others] = staff.map(({ email }) => home.people.get(email) ?? 0);
  await makeQuickMessages(client, companyId, ownerId, others);
};
