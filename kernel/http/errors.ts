import { AppError, RetryLater } from '@balcao/sdk/server';
import { isUnavailable } from '../database/index.ts';
import { CircuitOpen, TimeLimit } from '../host/limits.ts';

/** SQLSTATEs caused by a person's input: an answer, not a defect. */
const badValues = new Set([
  '22001',
  '22003',
  '22007',
  '22008',
  '22021',
  '22023',
  '22P02',
  '22P05',
  '23502',
  '23514',
  '54000',
]);

const codeOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string') return code;
  const cause = (error as { cause?: unknown } | null)?.cause;
  return cause === undefined || cause === error ? undefined : codeOf(cause);
};

/** Turns every error into an answer of the public shape. `defect` is true for errors that no input caused. */
export const toAnswer = (error: unknown): { answer: AppError; defect: boolean } => {
  if (error instanceof AppError) return { answer: error, defect: error.status >= 500 };
  if (error instanceof CircuitOpen) {
    const context = { retryAfter: Math.ceil(error.waitMs / 1000) };
    return { answer: new AppError(503, 'ERR_PLUGIN_FAILING', { context }), defect: false };
  }
  if (error instanceof RetryLater) {
    const context = { retryAfter: Math.ceil(error.waitMs / 1000) };
    return { answer: new AppError(503, 'ERR_BUSY', { context }), defect: false };
  }
  if (error instanceof TimeLimit) return { answer: new AppError(504, 'ERR_TIMEOUT', { cause: error }), defect: true };
  const code = codeOf(error);
  if (isUnavailable(error))
    return { answer: new AppError(503, 'ERR_DATABASE_UNAVAILABLE', { cause: error }), defect: true };
  if (code !== undefined && badValues.has(code))
    return { answer: new AppError(400, 'ERR_VALIDATION', { fields: {}, cause: error }), defect: false };
  if (code === 'P0C02') return { answer: new AppError(409, 'ERR_VISITING', { cause: error }), defect: false };
  if (code === '23503') return { answer: new AppError(400, 'ERR_REFERENCE', { cause: error }), defect: false };
  if (code === '23505') return { answer: new AppError(409, 'ERR_CONFLICT', { cause: error }), defect: false };
  if (code === '40001' || code === '40P01' || code === '55P03')
    return { answer: new AppError(409, 'ERR_BUSY', { cause: error }), defect: false };
  return { answer: new AppError(500, 'ERR_INTERNAL', { cause: error }), defect: true };
};

export const answerBody = ({ code, fields, context }: AppError): object => ({
  error: code,
  ...(code === 'ERR_VALIDATION' ? { fields: fields ?? {} } : fields && { fields }),
  ...(context && { context }),
});
