/** A rejected or failed call. `code` is from the error catalogue; `status` is 0 if no response arrived. */
export class ApiError extends Error {
  readonly status: number;
  /** `ERR_…` */
  readonly code: string;
  /** Field name to its error, with `ERR_VALIDATION`. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** Values for the error text: names, counts. */
  readonly context: Readonly<Record<string, unknown>>;
  constructor(
    status: number,
    code: string,
    fields?: Readonly<Record<string, string>>,
    context: Readonly<Record<string, unknown>> = {},
  ) {
    super(code);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.context = context;
  }
}

const codeOf = (status: number): string =>
  status === 429
    ? 'ERR_TOO_MANY_REQUESTS'
    : status === 413
      ? 'ERR_FILE_TOO_LARGE'
      : status === 502 || status === 503 || status === 504
        ? 'ERR_UNAVAILABLE'
        : 'ERR_INTERNAL';

/** Creates the error for a response's status and body. */
export const errorFrom = (status: number, body: unknown): ApiError => {
  if (typeof body !== 'object' || body === null) return new ApiError(status, codeOf(status));
  const { error, fields, context } = body as {
    error?: unknown;
    fields?: Record<string, string>;
    context?: Record<string, unknown>;
  };
  return new ApiError(status, typeof error === 'string' ? error : codeOf(status), fields, context);
};

export const offline = (): ApiError => new ApiError(0, 'ERR_OFFLINE');
