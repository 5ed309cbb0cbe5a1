import type { Log } from '@balcao/sdk/server';
import type { Guard } from '../host/guard.ts';
import type { Registry } from '../host/registry.ts';

interface RoomMessage {
  companyId: number;
  room: string;
  event: string;
  data: unknown;
}

/** Checks that the data is JSON: the adapters serialise where no error is caught, which would end the process. */
export const isWritable = (
  { companyId, room, event, data }: RoomMessage,
  { registry, guard, log }: { registry: Registry; guard: Guard; log: Log },
): boolean => {
  try {
    JSON.stringify(data);
    return true;
  } catch (err) {
    const plugin = registry.rooms.get(room)?.plugin ?? 'kernel';
    guard.failed({ plugin, where: 'room', what: room, error: err });
    log.error({ err, plugin, company: companyId, room, event }, 'live message could not be sent');
    return false;
  }
};
