import { AppError } from '@balcao/sdk/server';

/**
 * PostgreSQL cannot be reached, is starting or went away in the middle: status 503, and the same call may succeed in
 * a moment.
 */
export class DatabaseUnavailable extends AppError {
  constructor(cause: unknown) {
    super(503, 'ERR_DATABASE_UNAVAILABLE', { cause });
  }
}

// Class 08 is the connection itself, 57P0x a server that stops or starts, 53300 too many clients, 25P03 a session
// closed for being idle.
const sqlStates = /^(08...|57P0[1-5]|53300|25P03)$/;
const systemCodes = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);
// The driver throws these without a code.
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

export const isUnavailable = (error: unknown): boolean => {
  if (error instanceof DatabaseUnavailable) return true;
  if (!(error instanceof Error)) return false;
  // Node tries every address of a name and reports the errors together.
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return sqlStates.test(code) || systemCodes.has(code) || messages.test(error.message);
};

/** Returns the error for callers: DatabaseUnavailable when the database cannot be reached, otherwise the same. */
export const wrapUnavailable = (error: unknown): unknown =>
  isUnavailable(error) && !(error instanceof DatabaseUnavailable) ? new DatabaseUnavailable(error) : error;

/**
 * Returns true for a conflict between transactions that running the same work again resolves: serialization failure
 * or deadlock.
 */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');
