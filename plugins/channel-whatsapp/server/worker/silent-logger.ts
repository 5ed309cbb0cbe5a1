/**
 * The encryption library prints whole sessions, including private keys, when it closes one. A worker thread has its own
 * console, which is muted here; relevant results are returned to the server.
 */
for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const)
  console[name] = () => undefined;

interface Silent {
  level: string;
  child(): Silent;
  trace(): void;
  debug(): void;
  info(): void;
  warn(): void;
  error(): void;
}

const nothing = (): void => undefined;

/** A logger for the client library, whose log lines contain numbers and texts. */
export const silent: Silent = {
  level: 'silent',
  child: () => silent,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};
