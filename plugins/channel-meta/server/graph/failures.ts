import { channelError, type ChannelFailure } from '@balcao/connections/contract';
import { GraphError, GraphUnreachable } from './graph-error.ts';

type Fault = Pick<GraphError, 'code' | 'subcode' | 'status' | 'isTransient' | 'details'>;

/** Rate limits of the page, the account or the app. */
const throttled = new Set([4, 17, 32, 613, 80006]);
const outsideWindow = new Set([2018278, 2018065]);
const tokenEnded = new Set([102, 190]);
/** True for a token that Meta accepts no more, whatever was asked for with it. */
export const isTokenEnded = (error: unknown): error is GraphError =>
  error instanceof GraphError && tokenEnded.has(error.code);
const termsOrBlock = (code: number, subcode: number): boolean => code === 368 || (code === 2 && subcode === 2018344);

/** Decided by code and subcode: words change and are translated. */
export const failureOfCode = ({ code, subcode, status, isTransient }: Fault): ChannelFailure => {
  if (tokenEnded.has(code) || termsOrBlock(code, subcode)) return 'disconnected';
  if (throttled.has(code)) return 'retry';
  if (code === 10 && outsideWindow.has(subcode)) return 'window';
  if (code === 551 || (code === 100 && (subcode === 2018001 || subcode === 33))) return 'invalid-contact';
  // Another app has the conversation at the moment: the connection itself is in order.
  if (subcode === 2018300) return 'refused';
  if (code === 3 || code === 10 || (code >= 200 && code <= 299)) return 'disconnected';
  if (isTransient || code === 1 || code === 2 || status >= 500 || status === 408 || status === 429) return 'retry';
  return 'refused';
};

/** Codes with a text of their own under `reason`. */
const explained = new Set([
  '10',
  '100',
  '190',
  '200',
  '368',
  '551',
  '613',
  '1893063',
  '1893061',
  '2018001',
  '2018047',
  '2018278',
  '2018300',
  '2018344',
]);
const aliases: Readonly<Record<string, string>> = {
  2018007: '2018047',
  2018008: '2018047',
  2018065: '2018278',
  33: '2018001',
};

/** Returns the code by which the conversation explains the refusal in the reader’s language. */
export const reasonCodeOf = ({ code, subcode }: Pick<Fault, 'code' | 'subcode'>): string => {
  const detailed = aliases[subcode] ?? String(subcode);
  if (subcode !== 0 && explained.has(detailed)) return detailed;
  return subcode !== 0 && !explained.has(String(code)) ? `${code}-${subcode}` : String(code);
};

/** Returns the key under `trouble` of the text that explains what to do. */
export const troubleOf = ({ code, subcode }: Pick<Fault, 'code' | 'subcode'>): string => {
  if (tokenEnded.has(code)) {
    if (subcode === 458) return 'removed';
    return subcode === 460 ? 'password' : 'token';
  }
  if (code === 10 && subcode === 1893063) return 'restricted';
  if (code === 368) return 'locked';
  return code === 2 ? 'terms' : 'permission';
};

const waitFor = ({ code, retryAfter, status, subcode }: GraphError): Parameters<typeof channelError>[3] => {
  // The limit of one conversation must not hold up the others.
  if (code === 4 && subcode === 2018022) return { retryAfter: retryAfter ?? 10, of: 'conversation' };
  if (throttled.has(code) || status === 429) return { retryAfter: retryAfter ?? 5, of: 'connection' };
  return retryAfter === undefined ? undefined : { retryAfter, of: 'connection' };
};

/** Converts an error of the Graph API to a channel error. */
export const asChannelError = (error: unknown): Error => {
  if (error instanceof GraphUnreachable)
    return channelError(error.mayHaveArrived ? 'unknown' : 'retry', 'unreachable', error);
  if (!(error instanceof GraphError)) return error instanceof Error ? error : new Error(String(error));
  const failure = failureOfCode(error);
  return channelError(failure, reasonCodeOf(error), error, failure === 'retry' ? waitFor(error) : undefined);
};
