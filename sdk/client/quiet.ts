/**
 * When the page has what its first screen needs. What opens later (menus, dialogs, the next page) is fetched then: it
 * is there when a hand reaches for it, and the first screen never waited behind it.
 */

/** Milliseconds without a request of the page's own before it counts as quiet. */
const rest = 300;
/** A page that is never quiet fetches what it keeps for later all the same. */
export const patience = 6000;
/** Milliseconds after the first room was asked for until the page opens its socket at the latest. */
export const liveWithin = 700;

let underway = 0;
let waiting: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

const idle = (work: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 1000 });
  else setTimeout(work, 50);
};

function settle(): void {
  clearTimeout(timer);
  timer = undefined;
  if (underway > 0 || waiting.length === 0) return;
  timer = setTimeout(() => {
    const due = waiting;
    waiting = [];
    idle(() => {
      for (const work of due) work();
    });
  }, rest);
}

/** Counts work without which the screen is not whole, and answers it as it came. */
export function whileBusy<T>(work: Promise<T>): Promise<T> {
  underway += 1;
  clearTimeout(timer);
  const ended = () => {
    underway -= 1;
    settle();
  };
  work.then(ended, ended);
  return work;
}

/** Calls once the page has come to rest after what it is fetching now. Answers how to call it off. */
export function whenQuiet(work: () => void): () => void {
  let due = true;
  const once = () => {
    if (!due) return;
    due = false;
    clearTimeout(late);
    work();
  };
  const late = setTimeout(once, patience);
  waiting.push(once);
  settle();
  return () => {
    due = false;
    clearTimeout(late);
  };
}
