import { z } from '@balcao/sdk/server';

interface GraphFault {
  status: number;
  code: number;
  subcode: number;
  isTransient: boolean;
  details: string;
  /** Seconds, if Meta specifies them. */
  retryAfter?: number | undefined;
}

/** An error answer of the Graph API. Meta’s own text may contain names: it is never logged. */
export class GraphError extends Error {
  override readonly name = 'GraphError';
  readonly status: number;
  readonly code: number;
  readonly subcode: number;
  readonly isTransient: boolean;
  readonly retryAfter: number | undefined;
  // Private, so that a log does not serialise it.
  readonly #details: string;
  constructor({ status, code, subcode, isTransient, details, retryAfter }: GraphFault) {
    super(`Graph answered ${status} with code ${code}${subcode ? `/${subcode}` : ''}`);
    this.status = status;
    this.code = code;
    this.subcode = subcode;
    this.isTransient = isTransient;
    this.retryAfter = retryAfter;
    this.#details = details;
  }
  get details(): string {
    return this.#details;
  }
}

/** No answer arrived. */
export class GraphUnreachable extends Error {
  override readonly name = 'GraphUnreachable';
  /** True if the request may have been carried out all the same. */
  readonly mayHaveArrived: boolean;
  constructor(mayHaveArrived: boolean, cause: unknown) {
    super('Graph did not answer', { cause });
    this.mayHaveArrived = mayHaveArrived;
  }
}

const failure = z.object({
  error: z.object({
    code: z.number().catch(0),
    error_subcode: z.number().catch(0),
    is_transient: z.boolean().catch(false),
    message: z.string().catch(''),
  }),
});

export const errorFrom = async (response: Response, pauseSeconds: number | undefined): Promise<GraphError> => {
  const read = failure.safeParse(await response.json().catch(() => undefined));
  const after = Number(response.headers.get('retry-after'));
  const retryAfter = Number.isFinite(after) && after > 0 ? Math.min(after, 3600) : pauseSeconds;
  const { status } = response;
  if (!read.success)
    return new GraphError({ status, code: 0, subcode: 0, isTransient: false, details: '', retryAfter });
  const { code, error_subcode: subcode, is_transient: isTransient, message: details } = read.data.error;
  return new GraphError({ status, code, subcode, isTransient, details, retryAfter });
};

/** Error codes of connections that were never established: nothing was sent. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
export const unreachable = (error: unknown): GraphUnreachable => {
  const { cause } = error as { cause?: { code?: unknown; errors?: readonly { code?: unknown }[] } };
  const code = cause?.code ?? cause?.errors?.[0]?.code;
  return new GraphUnreachable(!(typeof code === 'string' && neverSent.has(code)), error);
};
