import { job } from '@balcao/sdk/contract';

/** Looks whether a conversation still waits for anybody at all. */
export const waitingJob = job<{ ticketId: number; id: string }>('tickets.notices.waiting');
