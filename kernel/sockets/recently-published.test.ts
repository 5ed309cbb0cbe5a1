import { createAdapter } from '@socket.io/redis-adapter';
import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { passing, RecentlyPublished } from './recently-published.ts';

type Listener = (message: Buffer, channel: Buffer) => void;

/** What the adapter uses of Redis: messages by channel, and by the beginning of its name. */
class Bus {
  readonly #listeners: { fits(channel: string): boolean; listener: Listener }[] = [];

  client() {
    return {
      on: () => undefined,
      pSubscribe: async (pattern: string, listener: Listener) =>
        void this.#listeners.push({ fits: (channel) => channel.startsWith(pattern.replace('*', '')), listener }),
      subscribe: async (channels: string[], listener: Listener) =>
        void this.#listeners.push({ fits: (channel) => channels.includes(channel), listener }),
      publish: async (channel: string, message: Buffer) => {
        for (const { fits, listener } of this.#listeners)
          if (fits(channel)) listener(Buffer.from(message), Buffer.from(channel));
      },
    };
  }
}

const node = (bus: Bus) => {
  const io = new Server();
  io.adapter(createAdapter(bus.client(), bus.client()) as never);
  const told = new RecentlyPublished();
  told.follow(io.of('/'));
  return { io, told };
};

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

test('over Redis a node learns of what another said in a room, also while nobody here is in it', () => {
  const bus = new Bus();
  const [here, there] = [node(bus), node(bus)];
  vi.advanceTimersByTime(10_000);
  expect(here.told.quiet('contacts')).toBe(10_000);
  there.io.to('contacts').emit('room', {});
  expect(here.told.quiet('contacts')).toBe(0);
  expect([there.told.quiet('contacts'), here.told.quiet('queues')]).toEqual([0, 10_000]);
  // What changes nothing that was read stays unnoted on both.
  vi.advanceTimersByTime(5_000);
  there.io.to(['contacts', passing]).emit('room', {});
  expect([there.told.quiet('contacts'), here.told.quiet('contacts')]).toEqual([5_000, 5_000]);
  here.told.forget();
  expect(here.told.quiet('contacts')).toBe(0);
});
