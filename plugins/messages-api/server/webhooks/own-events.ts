import type { Host, Scope } from '@balcao/sdk/server';
import { connectionChanged, connections } from '@balcao/connections/contract';
import { contactChanged, contacts } from '@balcao/contacts/contract';
import {
  messageQueued,
  messageReceived,
  messageStatus,
  ticketAnswered,
  ticketChanged,
  ticketRated,
  tickets,
  type MessageView,
  type TicketView,
} from '@balcao/tickets/contract';
import { webhookEvent, webhooks, type WebhookEvent } from '../../contract.ts';
import type manifest from '../../manifest.ts';

const contactSample = { id: 31, name: 'Ana Souza', number: '5511987654321', email: '' };
const ticketSample = {
  id: 120,
  uuid: '0b0e7c1e-7d0b-4c6e-9a55-6d2f0b8c9c10',
  status: 'open',
  channel: 'whatsapp',
  queue: { id: 2, name: 'Vendas' },
  user: { id: 5, name: 'Bruno' },
  connection: { id: 1, name: 'Principal' },
  contact: contactSample,
};
const messageSample = {
  id: 4501,
  ticketId: 120,
  body: 'Bom dia!',
  fromMe: false,
  ack: 0,
  mediaType: null,
  mediaName: null,
  createdAt: '2026-01-05T12:00:00.000Z',
};
const said = { message: messageSample, ticket: ticketSample };

const offered: readonly Omit<WebhookEvent, 'label' | 'order'>[] = [
  { id: 'message.received', group: 'event.group.messages', sample: said },
  {
    id: 'message.created',
    group: 'event.group.messages',
    sample: { ...said, message: { ...messageSample, fromMe: true } },
  },
  { id: 'message.sent', group: 'event.group.messages', sample: { ...said, status: 'sent' } },
  { id: 'message.ack', group: 'event.group.messages', sample: { ...said, status: 'read' } },
  { id: 'ticket.opened', group: 'event.group.tickets', sample: { ticket: ticketSample } },
  { id: 'ticket.accepted', group: 'event.group.tickets', sample: { ticket: ticketSample } },
  {
    id: 'ticket.answered',
    group: 'event.group.tickets',
    sample: { ticket: ticketSample, messageId: 4501, at: '2026-01-05T12:00:00.000Z', waitedMs: 95_000 },
  },
  { id: 'ticket.transferred', group: 'event.group.tickets', sample: { ticket: ticketSample } },
  { id: 'ticket.closed', group: 'event.group.tickets', sample: { ticket: { ...ticketSample, status: 'closed' } } },
  { id: 'ticket.rated', group: 'event.group.tickets', sample: { ticket: ticketSample, rate: 3 } },
  { id: 'contact.created', group: 'event.group.contacts', sample: { contact: contactSample } },
  { id: 'contact.updated', group: 'event.group.contacts', sample: { contact: contactSample } },
  {
    id: 'connection.changed',
    group: 'event.group.connections',
    sample: { connection: { id: 1, name: 'Principal', channel: 'whatsapp', status: 'CONNECTED' } },
  },
];

/** Events that are derived from receipts. */
export const wantsStatus: readonly string[] = ['message.sent', 'message.ack'];

const ofAction: Readonly<Record<string, string>> = {
  create: 'ticket.opened',
  reopen: 'ticket.opened',
  accept: 'ticket.accepted',
  transfer: 'ticket.transferred',
  return: 'ticket.transferred',
  resolve: 'ticket.closed',
};

const ticketData = ({ id, uuid, status, channel, queue, user, whatsapp, contact }: TicketView) => ({
  id,
  uuid,
  status,
  channel,
  queue: queue && { id: queue.id, name: queue.name },
  user,
  connection: { id: whatsapp.id, name: whatsapp.name },
  contact: { id: contact.id, name: contact.name, number: contact.number, email: contact.email },
});

const messageData = ({ id, ticketId, body, fromMe, ack, mediaType, mediaName, createdAt }: MessageView) => ({
  id,
  ticketId,
  body,
  fromMe,
  ack,
  mediaType,
  mediaName,
  createdAt,
});

const aboutTicket = async (scope: Scope, ticketId: number) => {
  const ticket = await scope.use(tickets).find(ticketId);
  return ticket && { ticket: ticketData(ticket) };
};

const aboutMessage = async (scope: Scope, ticketId: number, messageId: number) => {
  const [about, message] = await Promise.all([aboutTicket(scope, ticketId), scope.use(tickets).message(messageId)]);
  return about && message && !message.onlyInternal && { message: messageData(message), ...about };
};

/** Publishes events of tickets, contacts and connections as webhook events, stored once for each. */
export const ownEvents = (host: Host<typeof manifest>): void => {
  offered.forEach((event, order) => {
    host.contribute(webhookEvent, { ...event, order, label: `event.${event.id.replace('.', '_')}` });
  });

  host.on(messageReceived, 'tell-received', ({ ticketId, messageId }, scope, { id }) =>
    scope.use(webhooks).publish('message.received', {
      id,
      key: `ticket:${ticketId}`,
      data: () => aboutMessage(scope, ticketId, messageId),
    }),
  );
  host.on(messageQueued, 'tell-created', ({ ticketId, messageId }, scope) =>
    // A message that goes back into the queue is the same one.
    scope.use(webhooks).publish('message.created', {
      id: String(messageId),
      key: `ticket:${ticketId}`,
      data: () => aboutMessage(scope, ticketId, messageId),
    }),
  );
  host.on(messageStatus, 'tell-status', ({ ticketId, messageId, status }, scope, { id }) =>
    scope.use(webhooks).publish(status === 'sent' ? 'message.sent' : 'message.ack', {
      id,
      key: `ticket:${ticketId}`,
      data: async () => {
        const about = await aboutMessage(scope, ticketId, messageId);
        return about && { ...about, status };
      },
    }),
  );
  host.on(ticketChanged, 'tell-ticket', async ({ ticketId, action }, scope, { id }) => {
    const event = ofAction[action];
    if (event === undefined) return;
    await scope.use(webhooks).publish(event, {
      id,
      key: `ticket:${ticketId}`,
      data: async () => {
        const about = await aboutTicket(scope, ticketId);
        return about && { ...about, ...(action === 'reopen' && { isReopened: true }) };
      },
    });
  });
  host.on(ticketAnswered, 'tell-answered', ({ ticketId, messageId, at, waitedMs }, scope) =>
    // One answer ends one wait: the same message is the same answer.
    scope.use(webhooks).publish('ticket.answered', {
      id: `answer:${messageId}`,
      key: `ticket:${ticketId}`,
      data: async () => {
        const about = await aboutTicket(scope, ticketId);
        return about && { ...about, messageId, at, waitedMs };
      },
    }),
  );
  host.on(ticketRated, 'tell-rated', ({ ticketId, rate }, scope, { id }) =>
    scope.use(webhooks).publish('ticket.rated', {
      id,
      key: `ticket:${ticketId}`,
      data: async () => {
        const about = await aboutTicket(scope, ticketId);
        return about && { ...about, rate };
      },
    }),
  );
  host.on(contactChanged, 'tell-contact', async ({ contactId, action }, scope, { id }) => {
    if (action === 'delete') return;
    await scope.use(webhooks).publish(action === 'create' ? 'contact.created' : 'contact.updated', {
      id,
      key: `contact:${contactId}`,
      data: async () => {
        const contact = await scope.use(contacts).find(contactId);
        return (
          contact && { contact: { id: contact.id, name: contact.name, number: contact.number, email: contact.email } }
        );
      },
    });
  });
  host.on(connectionChanged, 'tell-connection', async ({ connectionId, action }, scope, { id }) => {
    if (action === 'delete') return;
    await scope.use(webhooks).publish('connection.changed', {
      id,
      key: `connection:${connectionId}`,
      data: async () => {
        const connection = await scope.use(connections).find(connectionId);
        if (!connection) return undefined;
        const { name, channel, status } = connection;
        return { connection: { id: connectionId, name, channel, status } };
      },
    });
  });
};
