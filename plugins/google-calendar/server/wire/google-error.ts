import { z } from '@balcao/sdk/server';

/** A refusal of Google, or no answer. */
export class GoogleError extends Error {
  override readonly name = 'GoogleError';
  /** 0: no answer. */
  readonly status: number;
  /** Google’s word: `rateLimitExceeded`, `invalid_grant`; '' without one. */
  readonly reason: string;
  /** The pause that Google asks for; undefined: it does not say. */
  readonly waitMs: number | undefined;
  constructor(status: number, reason: string, waitMs?: number, cause?: unknown) {
    super(`Google answered ${status} ${reason}`, cause === undefined ? undefined : { cause });
    this.status = status;
    this.reason = reason;
    this.waitMs = waitMs;
  }

  /** Too many calls: the same call is right later. */
  get isQuota(): boolean {
    return this.status === 429 || (this.status === 403 && quotaReasons.has(this.reason));
  }
  /** The consent is gone, or was given for less than the calendar. */
  get endsConsent(): boolean {
    return this.reason === 'invalid_grant' || (this.status === 403 && consentReasons.has(this.reason));
  }
}

const quotaReasons = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'dailyLimitExceeded',
  'calendarUsageLimitsExceeded',
]);
const consentReasons = new Set(['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT']);

const body = z.object({
  error: z.union([
    z.string(),
    z.object({ errors: z.array(z.object({ reason: z.string().catch('') })).catch([]), status: z.string().catch('') }),
  ]),
});

/** Reads a refusal: the calendar writes an object, the tokens a word. */
export const errorFrom = async (response: Response): Promise<GoogleError> => {
  const read = body.safeParse(await response.json().catch(() => undefined));
  const error = read.data?.error;
  const reason = typeof error === 'string' ? error : (error?.errors[0]?.reason ?? error?.status ?? '');
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new GoogleError(response.status, reason, Number.isFinite(seconds) ? seconds * 1000 : undefined);
};
