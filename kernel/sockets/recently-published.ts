import type { Namespace } from 'socket.io';

/**
 * Milliseconds for which the last message of a room is remembered at least. It is forgotten when the generations have
 * been exchanged twice since, which happens only when a message is recorded.
 */
const generationMs = 60_000;

/**
 * Pseudo-room added to the rooms of a transient message, which changes nothing that clients have read. Adapters carry
 * room names between nodes, but no flags of their users. No socket joins it.
 */
export const transientMarker = 'passing';

type Rooms = Iterable<string> & Pick<ReadonlySet<string>, 'has'>;

/** The methods of socket.io’s adapters that are replaced. */
interface PatchedAdapter {
  /**
   * Calls a function for every socket of this node in the rooms. Every message reaches its sockets by it, whichever
   * node published it; so do the calls below.
   */
  apply(to: { rooms: Rooms }, each: (socket: unknown) => void): void;
  addSockets(...args: unknown[]): unknown;
  delSockets(...args: unknown[]): unknown;
  disconnectSockets(...args: unknown[]): unknown;
  fetchSockets(...args: unknown[]): unknown;
  /**
   * Only in the Redis adapter: asked for messages of other nodes in one room, which are dropped when nobody here is
   * in it.
   */
  hasRoom?(room: string): boolean;
}
const socketCalls = ['addSockets', 'delSockets', 'disconnectSockets', 'fetchSockets'] as const;

/**
 * Remembers when each room last had a message through this node. A client that joins learns whether what it read
 * before may be outdated: most rooms had none, and nothing needs to be read twice.
 */
export class RecentlyPublished {
  // Two generations instead of a timer for each room: the previous one is forgotten as a whole.
  #current = new Map<string, number>();
  #previous = new Map<string, number>();
  #currentSince = performance.now();
  #previousSince = performance.now();

  /** Records every message of the namespace from here on, by replacing methods of its adapter. */
  follow({ adapter }: Namespace): void {
    const patched = adapter as unknown as PatchedAdapter;
    // Another node’s calls do not come through these methods and are recorded: the kernel makes them only in the rooms
    // of sessions, which no client asks about. A room recorded needlessly is read once more, and nothing is missed.
    let isSocketCall = false;
    for (const name of socketCalls) {
      const call = patched[name].bind(patched);
      patched[name] = (...args) => {
        isSocketCall = true;
        try {
          return call(...args);
        } finally {
          isSocketCall = false;
        }
      };
    }
    const apply = patched.apply.bind(patched);
    patched.apply = (to, each) => {
      if (!isSocketCall && !to.rooms.has(transientMarker)) this.record(to.rooms);
      apply(to, each);
    };
    const hasRoom = patched.hasRoom?.bind(patched);
    if (!hasRoom) return;
    patched.hasRoom = (room) => {
      // A client that joins in a moment may have read before the message was published.
      this.record([room]);
      return hasRoom(room);
    };
  }

  /** Records a message in these rooms, whether or not a socket of this node is in them. */
  record(rooms: Iterable<string>): void {
    const now = performance.now();
    if (now - this.#currentSince > generationMs) {
      this.#previous = this.#current;
      this.#previousSince = this.#currentSince;
      this.#current = new Map();
      this.#currentSince = now;
    }
    for (const room of rooms) this.#current.set(room, now);
  }

  /**
   * Returns the milliseconds since the last message of a room. If none is remembered, it is the time that this node
   * remembers: the room had no message in it.
   */
  msSinceLastMessage(room: string): number {
    const last = this.#current.get(room) ?? this.#previous.get(room) ?? this.#previousSince;
    return performance.now() - last;
  }

  /** Forgets everything, because messages may have been missed. */
  forget(): void {
    this.#current.clear();
    this.#previous.clear();
    this.#currentSince = this.#previousSince = performance.now();
  }
}
