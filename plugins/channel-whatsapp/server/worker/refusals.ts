import { channelError, type ChannelFailure } from '@balcao/connections/contract';

/** Temporary failures: errors of WhatsApp itself, or too many messages. */
const passing = new Set(['408', '429', '500', '502', '503', '504']);
/** Pause in seconds after too many messages. */
const pauseAfterTooMany = 30;

const failureOf = (code: string): ChannelFailure => {
  if (code === '404') return 'invalid-contact';
  return passing.has(code) ? 'retry' : 'refused';
};

/** Creates the error for a code with which WhatsApp refuses a message; its text is `reason.<number>` in the locales. */
export const refusal = (code: string): Error => {
  const wait = code === '429' ? ({ retryAfter: pauseAfterTooMany, of: 'connection' } as const) : undefined;
  return channelError(failureOf(code), code, undefined, wait);
};
