import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TicketView } from '../../contract.ts';
import { asRead, markReadOnArrival, markReadNow } from './mark-read.ts';

const me = { id: 7 };
const news = (given: Partial<TicketView> = {}): TicketView =>
  ({ id: 1, status: 'open', userId: me.id, unreadMessages: 3, ...given }) as TicketView;

describe('A conversation on its attendant’s screen', () => {
  let reports: number;
  let leave: () => void;
  beforeEach(() => {
    vi.useFakeTimers();
    reports = 0;
    leave = markReadOnArrival(1, () => (reports += 1));
  });
  afterEach(() => {
    leave();
    vi.useRealTimers();
  });

  it('A conversation on its attendant’s screen never shows arriving messages as unread, and the server is informed at once', () => {
    expect(asRead(news(), me).unreadMessages).toBe(0);
    expect(reports).toBe(1);
  });

  it('A conversation on its attendant’s screen reports reading once a second while messages pour in, and the last one too', () => {
    for (let index = 0; index < 20; index += 1) {
      asRead(news(), me);
      vi.advanceTimersByTime(100);
    }
    expect(reports).toBe(3);
    vi.advanceTimersByTime(5000);
    expect(reports).toBe(3);
    markReadNow(1);
    expect(reports).toBe(4);
  });

  it('Leaving a conversation reports pending reading, and nothing afterwards', () => {
    markReadNow(1);
    markReadNow(1);
    leave();
    expect(reports).toBe(2);
    vi.advanceTimersByTime(5000);
    expect(reports).toBe(2);
    expect(asRead(news(), me).unreadMessages).toBe(3);
    leave = () => undefined;
  });

  it('A conversation that is open in two places stays read when one of them closes', () => {
    const close = markReadOnArrival(1, () => (reports += 1));
    close();
    expect(asRead(news(), me).unreadMessages).toBe(0);
    expect(reports).toBe(1);
  });

  it('A conversation of a colleague, of nobody or another one is not marked as read', () => {
    expect(asRead(news({ userId: 8 }), me).unreadMessages).toBe(3);
    expect(asRead(news({ status: 'pending', userId: null }), me).unreadMessages).toBe(3);
    expect(asRead(news({ id: 2 }), me).unreadMessages).toBe(3);
    expect(reports).toBe(0);
  });
});
