import { companyAlias } from '@balcao/sdk/server';
import type { Queue } from '../contract.ts';

/** Queues as the specification publishes them: `company-{id}-queue` {action, queue | queueId}. */
export const queueAlias = companyAlias('queue', ({ event, data }) => {
  const { queue, queueId, isNew } = data as { queue?: Queue; queueId?: number; isNew?: boolean };
  if (event === 'update' && queue) return { action: isNew ? 'create' : 'update', queue };
  return event === 'delete' ? { action: 'delete', queueId } : undefined;
});
