import type { Namespace } from 'socket.io';

/** Milliseconds for which the last message of a room is remembered; up to twice as long under load. */
const recentMs = 60_000;

/** Flag of messages that change nothing that clients have read. */
export const transient = 'passing';

/** The path by which every message reaches the sockets of this node, whichever node published it. */
interface MessagePath {
  apply(to: { rooms: ReadonlySet<string> }, each: (socket: unknown) => void): void;
  /**
   * Only in the Redis adapter: asked for messages of other nodes in one room, which are dropped when nobody here is
   * in it.
   */
  hasRoom?(room: string): boolean;
}

/**
 * Remembers when each room last had a message through this node. A client that joins learns whether what it read
 * before may be outdated: most rooms had none, and nothing needs to be read twice.
 */
export class RecentlyPublished {
  #recent = new Map<string, number>();
  #before = new Map<string, number>();
  #recentFrom = performance.now();
  #beforeFrom = performance.now();

  follow({ adapter }: Namespace): void {
    const messagePath = adapter as unknown as MessagePath;
    const apply = messagePath.apply.bind(messagePath);
    messagePath.apply = (to, each) => {
      if (!to.rooms.has(transient)) this.record(to.rooms);
      apply(to, each);
    };
    const hasRoom = messagePath.hasRoom?.bind(messagePath);
    if (!hasRoom) return;
    messagePath.hasRoom = (room) => {
      // A client that joins in a moment may have read before the message was published.
      this.record([room]);
      return hasRoom(room);
    };
  }

  /** Records a message in these rooms, whether or not a socket of this node is in them. */
  record(rooms: Iterable<string>): void {
    const now = performance.now();
    if (now - this.#recentFrom > recentMs) {
      this.#before = this.#recent;
      this.#beforeFrom = this.#recentFrom;
      this.#recent = new Map();
      this.#recentFrom = now;
    }
    for (const room of rooms) this.#recent.set(room, now);
  }

  /** Returns the milliseconds since the last message there, as far as this node knows. */
  quiet(room: string): number {
    const last = this.#recent.get(room) ?? this.#before.get(room) ?? this.#beforeFrom;
    return performance.now() - last;
  }

  /** Forgets everything, because messages may have been missed. */
  forget(): void {
    this.#recent.clear();
    this.#before.clear();
    this.#recentFrom = this.#beforeFrom = performance.now();
  }
}
