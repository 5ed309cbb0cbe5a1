import type { PoolClient } from 'pg';
import type { Kernel } from '@balcao/kernel';
import { boards, type Board } from '../../plugins/kanban/contract.ts';
import { makeAgenda } from './agenda.ts';
import { makeAiChats, makeKnowledge } from './assistant.ts';
import { makeChats } from './chats.ts';
import { makeHistory } from './board-history.ts';
import { makeCampaigns } from './campaigns.ts';
import * as cast from './cast.ts';
import { makeConnections, makeQueues, openCompany, type NewConnection, type DemoCompany } from './company.ts';
import { compose } from './compose.ts';
import { makeContacts, type KnownContact } from './contacts.ts';
import { makeFlows } from './flows.ts';
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
    modules: ['kanbanEnabled', 'webchatEnabled', 'manager', 'campaignsEnabled', 'flow', 'internalChat'],
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
    // Some began with a colleague of the same department, as their log tells.
    const former =
      index % 4 === 0 ? attendantsOf(queue ?? 0).find(({ email }) => email !== attendant.email) : undefined;
    return {
      ...compose(one, talk, who, attendant.name, random),
      who,
      connection: who.web && setting.site ? setting.site : wasOnCall ? setting.onCall : setting.reception,
      queueId: queue === null ? null : (setting.queueIds[queue] ?? null),
      attendantId: setting.place.people.get(attendant.email) ?? 0,
      ...(former && { formerId: setting.place.people.get(former.email) ?? 0 }),
    };
  });
};

/** Fees of a small office, in R$; many cases have none yet. */
const fees = [0, 0, 900, 1500, 1800, 2500, 3200, 4500, 6800, 9350];

/** Gives the lanes of the demo their colours, limits and follow-ups. */
const makeLanes = async (client: PoolClient, companyId: number, board: Board): Promise<void> => {
  const colors = ['', '#3b82c4', '#c27c1a', '#7a5cc2', '#17733b', '#5b6472'];
  for (const [index, { id }] of board.lanes.entries())
    await client.query(`update kanban.lane set color = $3 where company_id = $1 and board_id = $2 and id = $4`, [
      companyId,
      board.kanbanId,
      colors[index] ?? '',
      id,
    ]);
  const followUp = (message: string, initialDelay: number, intervalDelay: number, targetLane: string | null) =>
    JSON.stringify({
      message,
      initialDelay,
      intervalDelay,
      action: targetLane === null ? 'close' : 'move',
      targetLane,
      flowId: null,
    });
  const set = `update kanban.lane set follow_up = $3, card_limit = $5 where company_id = $1 and board_id = $2 and id = $4`;
  const documents = 'Olá! Conseguiu separar os documentos? Se tiver dúvida sobre algum, é só me dizer.';
  const proposal = 'Bom dia! Ficou alguma dúvida sobre a proposta? Posso ligar para explicar os honorários.';
  await client.query(set, [companyId, board.kanbanId, followUp(documents, 24, 48, 'lane1'), 'lane3', 12]);
  await client.query(set, [companyId, board.kanbanId, followUp(proposal, 48, 72, null), 'lane4', null]);
  await client.query(
    `update kanban.board set title = 'Escritório', follow_up = true where company_id = $1 and id = $2`,
    [companyId, board.kanbanId],
  );
  // Those of the two lanes who were answered last wait for the reminder.
  await client.query(
    `insert into kanban.follow_up (company_id, ticket_id, board_id, lane_id, base_message_id, step, due_at)
     select k.company_id, k.ticket_id, k.board_id, k.lane_id, t.last_message_id, 1, now() + make_interval(mins => 40 + (k.ticket_id % 9) * 170)
       from kanban.card k join tickets.ticket t on t.company_id = k.company_id and t.id = k.ticket_id
      where k.company_id = $1 and k.lane_id in ('lane3', 'lane4') and t.status = 'open' and t.waiting_since is null
        and t.last_message_id is not null`,
    [companyId],
  );
};

/** Since when each colleague was here today, and was last seen, in minutes before now. */
const presence = [
  [325, 4],
  [312, 12],
  [280, 1],
  [95, 40],
] as const;

const makePresence = async (client: PoolClient, { people }: DemoCompany, now: number): Promise<void> => {
  for (const [index, { email }] of cast.colleagues.entries()) {
    const [came = 0, seen = 0] = presence[index] ?? [];
    await client.query(`update kernel."user" set first_online = $2, last_online = $3 where id = $1`, [
      people.get(email),
      new Date(now - came * 60_000),
      new Date(now - seen * 60_000),
    ]);
  }
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
    const fee = fees[random.between(0, fees.length - 1)] ?? 0;
    const lane =
      status === 'closed' ? steps.at(-random.between(1, 2)) : steps[random.between(1, Math.max(1, steps.length - 2))];
    return [
      {
        company_id: companyId,
        ticket_id: id,
        board_id: board.kanbanId,
        lane_id: lane,
        moved_at: new Date(began + random.next() * (lastAt - began)),
        adjust_cents: fee * 100,
      },
    ];
  });
  await insert(client, 'kanban.card', cards);
  await makeLanes(client, companyId, board);
  await makeHistory(client, companyId, board.kanbanId);
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
  await makePresence(client, home, now);
  const plugins = kernel.registry.plugins;
  if (plugins.has('tags')) await makeTags(client, companyId, tickets, random);
  if (plugins.has('flows')) {
    const authorId = home.people.get(cast.owner.email) ?? 0;
    // Random numbers of its own: what follows stays the same with and without flows.
    await makeFlows(client, { companyId, queueIds, connectionId: onCallId, authorId }, tickets, now, new Random(4099));
  }
  const [ownerId = 0, ...others] = staff.map(({ email }) => home.people.get(email) ?? 0);
  const ai = { companyId, ownerId, ticketIds: tickets.slice(0, 6).map(({ id }) => id) };
  if (plugins.has('chatai')) await makeAiChats(client, ai, now);
  if (plugins.has('assistant')) await makeKnowledge(client, ai, now);
  if (plugins.has('campaigns'))
    await makeCampaigns(
      client,
      { companyId, ownerId, reception: receptionId, onCall: onCallId },
      now,
      new Random(1_904),
    );
  if (plugins.has('agenda'))
    await makeAgenda(
      client,
      { companyId, ownerId, colleagueIds: others, connectionId: receptionId, contactIds: contacts.map(({ id }) => id) },
      now,
    );
  if (plugins.has('internal-chat'))
    await makeChats(
      client,
      {
        companyId,
        people: staff.map(({ email, name }) => ({ id: home.people.get(email) ?? 0, name })),
        ticketId: tickets.find(({ attendantId }) => attendantId === ownerId)?.id,
      },
      now,
    );
  if (!plugins.has('quick-messages')) return;
  await makeQuickMessages(client, companyId, ownerId, others);
};
