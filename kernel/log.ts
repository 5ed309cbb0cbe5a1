import { pino, type DestinationStream } from 'pino';
import type { Log } from '@balcao/sdk/server';

/** Names under which a secret could travel into a log by accident. */
const secret = [
  'token',
  'password',
  'authorization',
  'cookie',
  'secret',
  'code',
  'refreshToken',
  'number',
  'phone',
  'email',
  'body',
];
const redact = {
  paths: secret.flatMap((name) => [`*.${name}`, `err.*.${name}`]).concat(secret.filter((name) => name !== 'code')),
  censor: '[hidden]',
};

// PostgreSQL repeats the value it refuses in these two classes; a stack begins with the message.
const repeatsInput = (error: object): boolean => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^2[23]...$/.test(code);
};

/** The first line of an error's message, unless it may hold what people wrote. */
export const plainMessage = (error: unknown): string => {
  if (typeof error === 'string') return error.split('\n')[0] ?? '';
  if (!(error instanceof Error)) return `no error but ${Object.prototype.toString.call(error)}`;
  return repeatsInput(error) ? 'a value was refused' : (error.message.split('\n')[0] ?? '');
};

/** Errors without what a driver or validator hangs on them: statements and inputs may hold what people wrote. */
const plainError = (error: unknown): object => {
  if (!(error instanceof Error)) return { message: plainMessage(error) };
  const { code, severity, schema, table, constraint } = error as Error & Record<string, unknown>;
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
  const cause = error.cause instanceof Error ? { cause: plainError(error.cause) } : {};
  return {
    type: error.name,
    message: plainMessage(error),
    stack,
    code,
    severity,
    schema,
    table,
    constraint,
    ...cause,
  };
};

export const createLog = (level: string, destination?: DestinationStream): Log & { child(bindings: object): Log } =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: plainError, error: plainError },
      redact: { ...redact, paths: redact.paths.filter((path) => !path.endsWith('.code')) },
    },
    destination ?? pino.destination(1),
  );
