import { z, type Host } from '@balcao/sdk/server';
import {
  messageReceived,
  ticketChanged,
  ticketHandedOver,
  ticketRead,
  ticketsHandedOver,
  internalNoteWritten,
} from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { aboutTicket } from './about.ts';
import { notifyChanged, notifyTransferred, notifyManyTransferred, notifyWaiting } from './change-notices.ts';
import { withdrawRead, receivedNotices, notifyMentioned } from './message-notices.ts';
import { awaitRouting, waitingJob } from './waiting-job.ts';

/**
 * Notices about conversations that people do not have on the screen; their delivery is up to the notifications plugin.
 */
export const notices = (host: Host<typeof manifest>): void => {
  host.on(messageReceived, 'notice-received', receivedNotices());
  host.on(ticketRead, 'notice-read', withdrawRead);
  host.on(ticketChanged, 'notice-changed', notifyChanged);
  host.on(ticketHandedOver, 'notice-handed-over', notifyTransferred);
  host.on(ticketsHandedOver, 'notice-many-handed-over', notifyManyTransferred);
  host.on(internalNoteWritten, 'notice-mention', notifyMentioned);
  host.job(waitingJob, {
    data: z.object({ ticketId: z.number().int(), id: z.string(), until: z.number().optional() }),
    handle: async ({ ticketId, id, until }, scope) => {
      const about = await aboutTicket(scope, ticketId);
      if (about?.status !== 'pending') return;
      const isUnsettled = !about.isRouted && !about.isAutomatic;
      if (isUnsettled && until !== undefined && Date.now() < until) return awaitRouting(scope, ticketId, id, until);
      await notifyWaiting(scope, about, id, null);
    },
  });
};
