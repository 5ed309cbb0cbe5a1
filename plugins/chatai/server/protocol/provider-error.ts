import { AppError } from '@balcao/sdk/server';

/**
 * A refusal or failure of a provider. The provider's own words are kept off the enumerable fields, so that they reach
 * neither logs nor answers by accident: they may quote the request.
 */
export class ProviderError extends AppError {
  readonly #detail: string;
  readonly #waitMs: number | undefined;
  readonly #param: string | undefined;
  constructor(
    status: number,
    code: string,
    { detail = '', waitMs, param }: { detail?: string; waitMs?: number | undefined; param?: string | undefined } = {},
  ) {
    super(status, code);
    this.#detail = detail;
    this.#waitMs = waitMs;
    this.#param = param;
  }
  /** The provider's own words, for the person who configures it. */
  get detail(): string {
    return this.#detail;
  }
  /** The wait that the provider asks for. */
  get waitMs(): number | undefined {
    return this.#waitMs;
  }
  /** The parameter that it does not accept. */
  get param(): string | undefined {
    return this.#param;
  }
}

/** 424: this server works, and another one on which it depends does not. */
const statuses: Readonly<Record<string, number>> = { ERR_AI_TOO_LONG: 413, ERR_AI_AUDIO: 422 };
export const providerError = (code: string, options?: ConstructorParameters<typeof ProviderError>[2]): ProviderError =>
  new ProviderError(statuses[code] ?? 424, code, options);
