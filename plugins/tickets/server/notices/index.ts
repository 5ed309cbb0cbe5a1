import { z, type Host } from '@balcao/sdk/server';
import {
  messageReceived,
  ticketChanged,
  ticketHandedOver,
  ticketRead,
  ticketsHandedOver,
  whisperWritten,
} from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { aboutTicket } from './about.ts';
import { tellChanged, tellHandedOver, tellManyHandedOver, tellWaiting } from './change-notices.ts';
import { endRead, receivedNotices, tellMentioned } from './message-notices.ts';
import { waitingJob } from './waiting-job.ts';

/**
 * Notices about conversations that people do not have on the screen; their delivery is up to the notifications plugin.
 */
export const notices = (host: Host<typeof manifest>): void => {
  host.on(messageReceived, 'notice-received', receivedNotices());
  host.on(ticketRead, 'notice-read', endRead);
  host.on(ticketChanged, 'notice-changed', tellChanged);
  host.on(ticketHandedOver, 'notice-handed-over', tellHandedOver);
  host.on(ticketsHandedOver, 'notice-many-handed-over', tellManyHandedOver);
  host.on(whisperWritten, 'notice-mention', tellMentioned);
  host.job(waitingJob, {
    data: z.object({ ticketId: z.number().int(), id: z.string() }),
    handle: async ({ ticketId, id }, scope) => {
      const about = await aboutTicket(scope, ticketId);
      if (about?.status === 'pending') await tellWaiting(scope, about, id, null);
    },
  });
};
