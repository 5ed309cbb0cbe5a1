import type { Namespace } from 'socket.io';

/** Milliseconds for which it is remembered when a room was told something; up to twice as long in a busy hour. */
const keptForMs = 60_000;

/** A room without anybody: what is told there too changes nothing that was read. */
export const passing = 'passing';

/** Every message passes here on its way to the sockets of this node, whichever node it was said on. */
interface Passage {
  apply(to: { rooms: ReadonlySet<string> }, each: (socket: unknown) => void): void;
  /** The Redis adapter alone: asked of what another node said in one room, and what nobody here hears ends with it. */
  hasRoom?(room: string): boolean;
}

/**
 * When each room last heard something through this node, from here or from another. Whoever joins learns by it whether
 * what they read before may be older than what was told: most rooms were silent, and nothing needs to be read twice.
 */
export class RecentlyPublished {
  #recent = new Map<string, number>();
  #before = new Map<string, number>();
  #recentFrom = performance.now();
  #beforeFrom = performance.now();

  follow({ adapter }: Namespace): void {
    const passage = adapter as unknown as Passage;
    const apply = passage.apply.bind(passage);
    passage.apply = (to, each) => {
      if (!to.rooms.has(passing)) this.note(to.rooms);
      apply(to, each);
    };
    const hasRoom = passage.hasRoom?.bind(passage);
    if (!hasRoom) return;
    passage.hasRoom = (room) => {
      // Whoever joins here in a moment may have read before it was said there.
      this.note([room]);
      return hasRoom(room);
    };
  }

  /** Something was told in these rooms, whether or not anybody of this node is there. */
  note(rooms: Iterable<string>): void {
    const now = performance.now();
    if (now - this.#recentFrom > keptForMs) {
      this.#before = this.#recent;
      this.#beforeFrom = this.#recentFrom;
      this.#recent = new Map();
      this.#recentFrom = now;
    }
    for (const room of rooms) this.#recent.set(room, now);
  }

  /** For how many milliseconds nothing was told there, as far as this node knows. */
  quiet(room: string): number {
    const last = this.#recent.get(room) ?? this.#before.get(room) ?? this.#beforeFrom;
    return performance.now() - last;
  }

  /** Something may have been said that did not come through here. */
  forget(): void {
    this.#recent.clear();
    this.#before.clear();
    this.#recentFrom = this.#beforeFrom = performance.now();
  }
}
