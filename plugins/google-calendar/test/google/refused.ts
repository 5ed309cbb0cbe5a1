/** An answer of Google that refuses a call. */
export class Refused extends Error {
  readonly status: number;
  readonly reason: string;
  readonly retryAfter: number | undefined;
  constructor(status: number, reason: string, message = reason, retryAfter?: number) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }

  get body(): object {
    return {
      error: {
        code: this.status,
        message: this.message,
        errors: [{ domain: 'calendar', reason: this.reason, message: this.message }],
      },
    };
  }
}
