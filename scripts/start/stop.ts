/**
 * Milliseconds within which signals count as one: a Ctrl-C arrives several times, from the terminal, from npm and from
 * the parent process.
 */
const sameSignal = 500;

/** Closes in order on the first SIGINT, SIGTERM or SIGHUP and exits; a later second one exits at once. */
export function stopOnSignal(close: () => Promise<void>): void {
  let asked: number | undefined;
  const stop = (): void => {
    if (asked !== undefined) {
      if (performance.now() - asked > sameSignal) process.exit(1);
      return;
    }
    asked = performance.now();
    console.log('\nParando… (Ctrl+C de novo para parar à força)');
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}
