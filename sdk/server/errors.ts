/**
 * An answer that is not a success, on purpose. The code is what the browser translates; `fields` names the inputs
 * that were wrong. Anything else that is thrown is a defect: it answers ERR_INTERNAL and is logged with its cause.
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
 * Not now, through no fault of what is handled: thrown by a listener or a job, it is called again after `waitMs`, in its
 * place in the order, and no attempt is counted. For waits that somebody else names: a provider's "retry after".
 *
 * @example
 * ```ts
 * if (response.status === 429) throw new RetryLater(Number(response.headers.get('retry-after')) * 1000);
 * ```
 */
export class RetryLater extends Error {
  override readonly name: string = 'RetryLater';
  /** Milliseconds. */
  readonly waitMs: number;
  constructor(waitMs: number, reason = 'not yet') {
    super(reason);
    this.waitMs = waitMs;
  }
}

/** 400 with the fields that are wrong: `{ name: 'Required' }`. */
export const invalid = (fields: Record<string, string>): AppError => new AppError(400, 'ERR_VALIDATION', { fields });
/** 404 with the catalogue's code of the thing that was not found. */
export const notFound = (code: string): AppError => new AppError(404, code);
/** 403 ERR_NO_PERMISSION. */
export const forbidden = (code = 'ERR_NO_PERMISSION'): AppError => new AppError(403, code);
/** 409 with a code and what stands in the way. */
export const conflict = (code: string, context?: Record<string, unknown>): AppError =>
  new AppError(409, code, context ? { context } : {});

/**
 * The code with which the database refused a statement: '23505' is a unique key, '23503' a row that others still need.
 * Undefined for every other error.
 * @example
 * if (sqlState(error) === '23505') throw conflict('ERR_TITLE_IN_USE');
 */
export const sqlState = (error: unknown): string | undefined => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const state = code ?? cause?.code;
  return typeof state === 'string' ? state : undefined;
};
