import { z, type Host } from '@balcao/sdk/server';
import { agendaRoom } from '../contract.ts';
import type manifest from '../manifest.ts';
import { maySee } from './access.ts';

export const rooms = (host: Host<typeof manifest>): void => {
  host.room(agendaRoom, {
    params: z.object({ userId: z.number().int().positive() }),
    may: ({ userId }, scope) => maySee(scope, userId),
  });
};
