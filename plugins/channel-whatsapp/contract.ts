import { job } from '@balcao/sdk/contract';

/** The channel’s id. WhatsApp runs as a linked device of the company’s own phone. */
export const channelId = 'whatsapp';

/** Retries connections that have been connecting for long. */
export const retryOpening = job<Record<string, never>>('channel-whatsapp.retry-opening');
