import { definePlugin } from '@balcao/sdk/server';
import {
  messageQueued,
  messageReceived,
  noteChanged,
  ticketAnswered,
  ticketAutomation,
  ticketChanged,
  ticketRated,
  tickets,
} from '@balcao/tickets/contract';
import { desire } from '../desire.ts';
import manifest from '../manifest.ts';

export default definePlugin(manifest, {
  setup(host) {
    host.on(ticketRated, 'hear', async ({ ticketId, rate, userId }) => {
      desire.rated.push({ ticketId, rate, userId });
    });
    host.on(messageReceived, 'received', async (received) => void desire.received.push(received));
    host.on(messageQueued, 'note', async ({ messageId, userId, at }) => {
      desire.queued.push({ messageId, userId, at });
    });
    host.on(ticketAnswered, 'answered', async (answer) => void desire.answered.push(answer));
    host.on(ticketChanged, 'changed', async ({ ticketId, action, at }) => {
      desire.changed.push({ ticketId, action, at });
    });
    host.on(noteChanged, 'noted', async ({ ticketId, noteId, change, valueCents, userId, by }) => {
      desire.noted.push({ ticketId, noteId, change, valueCents, userId, by });
    });
    host.contribute(ticketAutomation, {
      id: 'parrot',
      async takes(ticket, message) {
        desire.asked.push(message?.body);
        await desire.thinks?.();
        return desire.queue !== undefined && (ticket.queue?.name ?? '') === desire.queue;
      },
      async received(ticket, message, scope) {
        if (desire.broods) await new Promise(() => undefined);
        if (message.body === desire.stumblesOver) throw new Error('it fell over a word');
        desire.heard.push({
          ticketId: ticket.id,
          body: message.body,
          number: ticket.contact.number,
          choice: message.choice,
        });
        await scope.use(tickets).send(ticket.id, { body: `Eco: ${message.body}`, clientId: `parrot:${message.id}` });
      },
    });
  },
});
