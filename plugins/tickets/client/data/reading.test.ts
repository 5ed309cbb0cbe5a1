import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TicketView } from '../../contract.ts';
import { asRead, readAsItComes, readNow } from './reading.ts';

const me = { id: 7 };
const news = (given: Partial<TicketView> = {}): TicketView =>
  ({ id: 1, status: 'open', userId: me.id, unreadMessages: 3, ...given }) as TicketView;

describe('a conversation that stands before its attendant', () => {
  let told: number;
  let leave: () => void;
  beforeEach(() => {
    vi.useFakeTimers();
    told = 0;
    leave = readAsItComes(1, () => (told += 1));
  });
  afterEach(() => {
    leave();
    vi.useRealTimers();
  });

  it('never shows what arrives as unread, and the server hears of it at once', () => {
    expect(asRead(news(), me).unreadMessages).toBe(0);
    expect(told).toBe(1);
  });

  it('tells the server once a second while messages pour in, and of the last one too', () => {
    for (let index = 0; index < 20; index += 1) {
      asRead(news(), me);
      vi.advanceTimersByTime(100);
    }
    expect(told).toBe(3);
    vi.advanceTimersByTime(5000);
    expect(told).toBe(3);
    readNow(1);
    expect(told).toBe(4);
  });

  it('is told of when it is left with something untold, and not afterwards', () => {
    readNow(1);
    readNow(1);
    leave();
    expect(told).toBe(2);
    vi.advanceTimersByTime(5000);
    expect(told).toBe(2);
    expect(asRead(news(), me).unreadMessages).toBe(3);
    leave = () => undefined;
  });

  it('reads nothing on behalf of a colleague, of nobody yet, or of another conversation', () => {
    expect(asRead(news({ userId: 8 }), me).unreadMessages).toBe(3);
    expect(asRead(news({ status: 'pending', userId: null }), me).unreadMessages).toBe(3);
    expect(asRead(news({ id: 2 }), me).unreadMessages).toBe(3);
    expect(told).toBe(0);
  });
});
