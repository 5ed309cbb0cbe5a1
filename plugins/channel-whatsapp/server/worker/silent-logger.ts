/**
 * The library that speaks the encryption prints whole sessions, private keys and all, when it closes one. A thread has a
 * console of its own: in this one it says nothing, and what is worth knowing goes to the server as an answer.
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

/** For the client library, whose lines hold numbers and bodies. */
export const silent: Silent = {
  level: 'silent',
  child: () => silent,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};
