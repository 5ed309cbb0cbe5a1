/** Milliseconds by which a tab further from the person's eyes lets the others go first. */
const step = 80;
/** Longer than any tab could be late, throttled ones in the background too. */
const held = 15_000;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Of all tabs that hear of one thing, one tells it: true there and nowhere else. `rank` 0 goes first. Without locks
 * (pages that did not come over https) each tab that can be seen tells for itself.
 */
export async function claim(id: string, rank: number): Promise<boolean> {
  await pause(rank * step);
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return document.visibilityState === 'visible';
  return new Promise((resolve, reject) => {
    locks
      .request(`balcao.notice:${id}`, { ifAvailable: true }, async (lock) => {
        resolve(lock !== null);
        if (lock) await pause(held);
      })
      .catch(reject);
  });
}
