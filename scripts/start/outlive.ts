import type { Log } from '@balcao/sdk/server';

/**
 * A promise that some plugin's code let go of and that failed: told as a defect, because one company's mistake must not
 * end the process of all. An exception that nobody caught still ends it: what it left half done is not known.
 */
export function outliveLostPromises(log: Pick<Log, 'error'>): void {
  process.on('unhandledRejection', (err) => log.error({ err }, 'a promise failed that nobody waited for'));
}
