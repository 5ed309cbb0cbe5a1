import { pino, type DestinationStream } from 'pino';
import type { Log } from '@balcao/sdk/server';

/** Names of fields that could carry a secret into the log by accident. */
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

// PostgreSQL repeats the refused value in errors of these two classes, and a stack begins with the message.
const repeatsInput = (error: object): boolean => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^2[23]...$/.test(code);
};

/** Returns the first line of an error's message, unless it may contain user data. */
export const plainMessage = (error: unknown): string => {
  if (typeof error === 'string') return error.split('\n')[0] ?? '';
  if (!(error instanceof Error)) return `no error but ${Object.prototype.toString.call(error)}`;
  return repeatsInput(error) ? 'a value was refused' : (error.message.split('\n')[0] ?? '');
};

/** Returns an error without the fields that drivers and validators add: statements and inputs may contain user data. */
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
