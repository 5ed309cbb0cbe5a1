import type { Namespace } from 'socket.io';
import type { LiveSocket } from './live-socket.ts';
import type { Membership } from './membership.ts';

/** Removes the sockets of this node from every room whose name starts with one of the prefixes. */
export function closeRooms(of: Namespace, membership: Membership<LiveSocket>, prefixes: readonly string[]): void {
  for (const [name, members] of [...of.adapter.rooms]) {
    if (!prefixes.some((prefix) => name.startsWith(prefix))) continue;
    for (const member of members) {
      const socket = of.sockets.get(member) as unknown as LiveSocket | undefined;
      if (socket && membership.forget(socket, name)) socket.emit('left', name);
    }
    of.local.in(name).socketsLeave(name);
  }
}
