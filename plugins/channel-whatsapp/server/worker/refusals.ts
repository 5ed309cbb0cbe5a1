import { channelError, type ChannelFailure } from '@balcao/connections/contract';

/** Trouble of WhatsApp's own, or too much at once: it passes. */
const passing = new Set(['408', '429', '500', '502', '503', '504']);
/** Seconds, where too much was sent. */
const restAfterTooMuch = 30;

const failureOf = (code: string): ChannelFailure => {
  if (code === '404') return 'invalid-contact';
  return passing.has(code) ? 'retry' : 'refused';
};

/** WhatsApp says by a number why it does not take a message; people read it as `reason.<number>` in the locales. */
export const refusal = (code: string): Error => {
  const wait = code === '429' ? ({ retryAfter: restAfterTooMuch, of: 'connection' } as const) : undefined;
  return channelError(failureOf(code), code, undefined, wait);
};
