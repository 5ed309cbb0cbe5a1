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
import { probe } from '../probe.ts';
import manifest from '../manifest.ts';

export default definePlugin(manifest, {
  setup(host) {
    host.on(ticketRated, 'hear', async ({ ticketId, rate, userId }) => {
      probe.rated.push({ ticketId, rate, userId });
    });
    host.on(messageReceived, 'received', async (received) => void probe.received.push(received));
    host.on(messageQueued, 'note', async ({ messageId, userId, at }) => {
      probe.queued.push({ messageId, userId, at });
    });
    host.on(ticketAnswered, 'answered', async (answer) => void probe.answered.push(answer));
    host.on(ticketChanged, 'changed', async ({ ticketId, action, at }) => {
      probe.changed.push({ ticketId, action, at });
    });
    host.on(noteChanged, 'noted', async ({ ticketId, noteId, change, valueCents, userId, by }) => {
      probe.noted.push({ ticketId, noteId, change, valueCents, userId, by });
    });
    host.contribute(ticketAutomation, {
      id: 'parrot',
      async claims(ticket, message) {
        probe.asked.push(message?.body);
        await probe.beforeAnswer?.();
        return probe.queue !== undefined && (ticket.queue?.name ?? '') === probe.queue;
      },
      async received(ticket, message, scope) {
        if (probe.neverReturns) await new Promise(() => undefined);
        if (message.body === probe.failsOn) throw new Error('it fell over a word');
        probe.heard.push({
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
