import type { Scope } from '@balcao/sdk/server';
import { channelError, type ChannelFailure } from '@balcao/connections/contract';
import { GraphError, GraphUnreachable } from './graph.ts';

/** Temporary failures: the service is busy or down, or the rate limit was exceeded. */
const passing = new Set([1, 2, 4, 131000, 131016, 131057, 133016]);
/** Rate limits of the whole account or number. */
const throttled = new Set([4, 17, 32, 613, 80007, 130429]);
/** Rate limit of messages to one person. */
const pairThrottled = 131056;
const outsideWindow = new Set([131047]);
const nobodyThere = new Set([131021, 131026, 131030, 1013]);
/** Faults of the account, its token or its permissions: nothing can be sent before the company acts. */
const accountDown = new Set([0, 3, 10, 190, 368, 131005, 131031, 131045, 133010]);

const isAccountDown = ({ code, subcode, status }: Pick<GraphError, 'code' | 'subcode' | 'status'>): boolean =>
  // A code 0 without a known status is no answer of the Graph API, but of a proxy in front of it.
  (code === 0 && status === 401) ||
  (code !== 0 && accountDown.has(code)) ||
  (code >= 200 && code <= 299) ||
  // The number’s id does not exist, or is not accessible with this token.
  (code === 100 && subcode === 33);

export const failureOfCode = (error: Pick<GraphError, 'code' | 'subcode' | 'status'>): ChannelFailure => {
  const { code, status } = error;
  if (throttled.has(code) || code === pairThrottled || passing.has(code)) return 'retry';
  if (outsideWindow.has(code)) return 'window';
  if (nobodyThere.has(code)) return 'invalid-contact';
  if (isAccountDown(error)) return 'disconnected';
  if (code === 0 && (status === 408 || status === 429 || status >= 500)) return 'retry';
  return status >= 500 ? 'retry' : 'refused';
};

/** Codes with a text of their own, in the company’s language. */
const explained = new Set([
  100, 190, 368, 130403, 130472, 131005, 131008, 131009, 131021, 131026, 131030, 131031, 131037, 131042, 131047, 131048,
  131049, 131050, 131051, 131052, 131053, 131062, 132000, 132001, 132005, 132007, 132012, 132015, 132016, 133010,
]);

/** Returns the reason as text, with the code that Meta’s support asks for. */
export const reasonOf = (scope: Scope, code: number): string =>
  explained.has(code)
    ? scope.t('reason.code', { why: scope.t(`reason.${code}`), code })
    : scope.t('reason.other', { code });

/** Returns the key under `trouble` of the text that explains what to do. */
export const troubleOf = ({ code }: Pick<GraphError, 'code'>): string => {
  if (code === 190) return 'token';
  if (code === 368 || code === 131031) return 'locked';
  if (code === 133010 || code === 131045) return 'unregistered';
  if (code === 100) return 'number';
  return 'permission';
};

/** Seconds to wait if Meta does not specify them: a number’s limit is per second, a person’s per six seconds. */
const waits = { throttled: 5, pair: 6 } as const;

const waitFor = ({ code, retryAfter, status }: GraphError): Parameters<typeof channelError>[3] => {
  if (code === pairThrottled) return { retryAfter: retryAfter ?? waits.pair, of: 'conversation' };
  if (throttled.has(code) || status === 429) return { retryAfter: retryAfter ?? waits.throttled, of: 'connection' };
  return retryAfter === undefined ? undefined : { retryAfter, of: 'connection' };
};

/** Converts an error of the Graph API to a channel error. */
export const asChannelError = (error: unknown): Error => {
  if (error instanceof GraphUnreachable)
    return channelError(error.mayHaveArrived ? 'unknown' : 'retry', 'unreachable', error);
  if (!(error instanceof GraphError)) return error instanceof Error ? error : new Error(String(error));
  const failure = failureOfCode(error);
  return channelError(failure, String(error.code), error, failure === 'retry' ? waitFor(error) : undefined);
};
