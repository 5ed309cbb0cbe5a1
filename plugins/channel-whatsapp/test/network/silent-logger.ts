const nothing = (): void => undefined;

/** A logger for the client library that writes nothing. */
export const silent = {
  level: 'silent',
  child: () => silent,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
} as {
  level: string;
  child(): typeof silent;
  trace(): void;
  debug(): void;
  info(): void;
  warn(): void;
  error(): void;
};
