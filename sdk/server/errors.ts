/**
 * A deliberate error response. The browser translates the code; `fields` names the invalid inputs. Any other error is a
 * defect: the response is ERR_INTERNAL and the cause is logged.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly context: Readonly<Record<string, unknown>> | undefined;
  constructor(
    status: number,
    code: string,
    options: { fields?: Record<string, string>; context?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = status;
    this.code = code;
    this.fields = options.fields;
    this.context = options.context;
  }
}

/**
 * Asks for a later retry that does not count as a failed attempt. A listener or job that throws it is called again
 * after `waitMs`, in its place in the order. For waits that a provider demands, such as "retry after".
 * @example
 * ```ts
 * if (response.status === 429) throw new RetryLater(Number(response.headers.get('retry-after')) * 1000);
 * ```
 */
export class RetryLater extends Error {
  override readonly name: string = 'RetryLater';
  /** Delay before the retry, in milliseconds. */
  readonly waitMs: number;
  constructor(waitMs: number, reason = 'not yet') {
    super(reason);
    this.waitMs = waitMs;
  }
}

/** Returns a 400 with the invalid fields: `{ name: 'Required' }`. */
export const invalid = (fields: Record<string, string>): AppError => new AppError(400, 'ERR_VALIDATION', { fields });
/** Returns a 404 with the catalogue's code for the missing thing. */
export const notFound = (code: string): AppError => new AppError(404, code);
/** Returns a 403 ERR_NO_PERMISSION. */
export const forbidden = (code = 'ERR_NO_PERMISSION'): AppError => new AppError(403, code);
/** Returns a 409 with a code and the context of the conflict. */
export const conflict = (code: string, context?: Record<string, unknown>): AppError =>
  new AppError(409, code, context ? { context } : {});

/**
 * Returns the SQLSTATE with which the database refused a statement: '23505' is a violated unique key, '23503' a row
 * that other rows still reference. Undefined for every other error.
 * @example
 * if (sqlState(error) === '23505') throw conflict('ERR_TITLE_IN_USE');
 */
export const sqlState = (error: unknown): string | undefined => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const state = code ?? cause?.code;
  return typeof state === 'string' ? state : undefined;
};
