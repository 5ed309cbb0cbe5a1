export type DatabaseFaultCode =
  | 'ERR_DATABASE_PLATFORM'
  | 'ERR_DATABASE_ACCOUNT'
  | 'ERR_DATABASE_UNREACHABLE'
  | 'ERR_DATABASE_GONE'
  | 'ERR_DATABASE_VERSION'
  | 'ERR_DATABASE_IN_USE'
  | 'ERR_DATABASE_PORT'
  | 'ERR_DATABASE_START';

/** Reason why the embedded database cannot start. The message tells the operator what to do. */
export class DatabaseFault extends Error {
  readonly code: DatabaseFaultCode;

  constructor(code: DatabaseFaultCode, message: string) {
    super(message);
    this.name = 'DatabaseFault';
    this.code = code;
  }
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
