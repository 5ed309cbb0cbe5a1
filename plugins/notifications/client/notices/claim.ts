/** Milliseconds of delay per rank, so that the tab closest to the person's view goes first. */
const step = 80;
/** Milliseconds that a claim is held: longer than any tab could be late, including throttled background tabs. */
const holdMs = 15_000;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Returns true in exactly one of the tabs that receive a notification. `rank` 0 goes first. Without locks (pages served
 * without https) each visible tab returns true.
 */
export async function claim(id: string, rank: number): Promise<boolean> {
  await pause(rank * step);
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return document.visibilityState === 'visible';
  return new Promise((resolve, reject) => {
    locks
      .request(`balcao.notice:${id}`, { ifAvailable: true }, async (lock) => {
        resolve(lock !== null);
        if (lock) await pause(holdMs);
      })
      .catch(reject);
  });
}
