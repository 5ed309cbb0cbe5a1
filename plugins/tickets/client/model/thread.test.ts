import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../contract.ts';
import { aMessage } from './examples.ts';
import { firstUnread, threadRows } from './thread.ts';
import type { OutboxEntry } from './outbox.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 19, 12, minute)).toISOString();
const messageAt = (id: number, minute: number, given: Partial<MessageView> = {}): MessageView =>
  aMessage({ id, createdAt: at(minute), ...given });
const dayOf = (date: string): string => date.slice(0, 10);
const waiting = (given: Partial<OutboxEntry> = {}): OutboxEntry => ({
  clientId: 'c1',
  ticketId: 1,
  userId: 7,
  body: 'Oi',
  quoted: null,
  createdAt: at(30),
  state: 'sending',
  error: null,
  file: null,
  progress: 0,
  ...given,
});

describe('The rows of a conversation', () => {
  it('Days are separated, and messages of one sender are grouped', () => {
    const rows = threadRows(
      [
        messageAt(1, 0),
        messageAt(2, 1),
        messageAt(3, 20),
        messageAt(4, 21, { fromMe: true }),
        messageAt(5, 21, { createdAt: '2026-11-20T09:00:00Z' }),
      ],
      [],
      { dayOf },
    );
    expect(
      rows.map((row) => (row.kind === 'message' ? `${row.message.id}${row.starts ? '!' : ''}` : row.kind)),
    ).toEqual(['day', '1!', '2', '3!', '4!', 'day', '5!']);
  });

  it('A group starts with each person of a chat group, and no day where older messages may belong to it', () => {
    const rows = threadRows(
      [
        messageAt(1, 0, { participant: 'Sônia' }),
        messageAt(2, 0, { participant: 'Carlos' }),
        messageAt(3, 1, { participant: 'Carlos' }),
      ],
      [],
      { dayOf, beginsInside: true },
    );
    expect(
      rows.map((row) => (row.kind === 'message' ? `${row.message.id}${row.starts ? '!' : ''}` : row.kind)),
    ).toEqual(['1!', '2!', '3']);
  });

  it('A sent message is shown once while its response and its live update race', () => {
    const stored = messageAt(9, 31, { fromMe: true, clientId: 'c1' });
    const before = threadRows([messageAt(1, 0)], [waiting()], { dayOf });
    const after = threadRows([messageAt(1, 0), stored], [waiting()], { dayOf });
    expect(before.at(-1)?.key).toBe('c1');
    expect(after.filter((row) => row.key === 'c1')).toHaveLength(1);
    expect(after).toHaveLength(before.length);
  });

  it('No day begins twice for a message written yesterday and not sent yet', () => {
    const rows = threadRows(
      [messageAt(1, 0), messageAt(2, 0, { createdAt: '2026-11-20T09:00:00Z' })],
      [waiting({ state: 'failed' }), waiting({ clientId: 'c2', createdAt: '2026-11-20T10:00:00Z' })],
      { dayOf },
    );
    expect(rows.map((row) => row.key)).toEqual(['day 2026-11-19', '1', 'day 2026-11-20', '2', 'c1', 'c2']);
  });

  it('The first unread message is marked, counting only the customer’s', () => {
    const messages = [messageAt(1, 0), messageAt(2, 1), messageAt(3, 2), messageAt(4, 3, { fromMe: true })];
    expect(firstUnread(messages, 2)).toEqual({ messageId: 2, count: 2 });
    expect(firstUnread(messages, 0)).toBeUndefined();
    const rows = threadRows(messages, [], { dayOf, unreadFrom: { messageId: 2, count: 2 } });
    expect(rows.map((row) => row.key)).toEqual(['day 2026-11-19', '1', 'unread', '2', '3', '4']);
  });
});
