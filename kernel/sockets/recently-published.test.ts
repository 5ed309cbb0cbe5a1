import { createAdapter } from '@socket.io/redis-adapter';
import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RecentlyPublished, transientMarker } from './recently-published.ts';

type Listener = (message: Buffer, channel: Buffer) => void;

/** The part of Redis that the adapter uses: messages by channel and by channel prefix. */
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
  const published = new RecentlyPublished();
  published.follow(io.of('/'));
  return { io, published };
};

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

test('Over Redis a node learns of messages that another published in a room, also while the room is empty here', () => {
  const bus = new Bus();
  const [here, there] = [node(bus), node(bus)];
  vi.advanceTimersByTime(10_000);
  expect(here.published.msSinceLastMessage('contacts')).toBe(10_000);
  there.io.to('contacts').emit('room', {});
  expect(here.published.msSinceLastMessage('contacts')).toBe(0);
  expect([there.published.msSinceLastMessage('contacts'), here.published.msSinceLastMessage('queues')]).toEqual([
    0, 10_000,
  ]);
  // Transient messages are not recorded on either node.
  vi.advanceTimersByTime(5_000);
  there.io.to(['contacts', transientMarker]).emit('room', {});
  expect([there.published.msSinceLastMessage('contacts'), here.published.msSinceLastMessage('contacts')]).toEqual([
    5_000, 5_000,
  ]);
  here.published.forget();
  expect(here.published.msSinceLastMessage('contacts')).toBe(0);
});

test('Making sockets leave a room, or disconnecting them, is no message in it', async () => {
  const bus = new Bus();
  const { io, published } = node(bus);
  vi.advanceTimersByTime(10_000);
  io.local.in('contacts').socketsJoin('contacts');
  io.local.in('contacts').socketsLeave('contacts');
  io.local.in('contacts').disconnectSockets(true);
  await io.local.in('contacts').fetchSockets();
  expect(published.msSinceLastMessage('contacts')).toBe(10_000);
  io.local.to('contacts').emit('room', {});
  expect(published.msSinceLastMessage('contacts')).toBe(0);
});

test('A room without a message is told the time since which this node would know of one', () => {
  const published = new RecentlyPublished();
  vi.advanceTimersByTime(50_000);
  published.record(['contacts']);
  vi.advanceTimersByTime(50_000);
  expect([published.msSinceLastMessage('contacts'), published.msSinceLastMessage('queues')]).toEqual([50_000, 100_000]);
  // Twice a message is recorded a minute later, after which the first one is forgotten.
  published.record(['tags']);
  expect(published.msSinceLastMessage('contacts')).toBe(50_000);
  vi.advanceTimersByTime(70_000);
  published.record(['tags']);
  expect(published.msSinceLastMessage('contacts')).toBe(70_000);
});
