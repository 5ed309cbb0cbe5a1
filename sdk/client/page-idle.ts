/**
 * Detects when the page has finished loading its first screen. Code for later use (menus, dialogs, the next page) is
 * loaded then: early enough for the first click, and without delaying the first screen.
 */

/** Milliseconds without a request of the page after which it counts as idle. */
const idleMs = 300;
/** Milliseconds after which a page that never becomes idle loads code for later use all the same. */
export const maxWaitMs = 6000;
/** Milliseconds between the first join of a room and the opening of the socket, at most. */
export const liveWithin = 700;

let inFlight = 0;
let waiting: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

const idle = (work: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 1000 });
  else setTimeout(work, 50);
};

function settle(): void {
  clearTimeout(timer);
  timer = undefined;
  if (inFlight > 0 || waiting.length === 0) return;
  timer = setTimeout(() => {
    const due = waiting;
    waiting = [];
    idle(() => {
      for (const work of due) work();
    });
  }, idleMs);
}

/** Registers work that the first screen needs, and returns it unchanged. */
export function trackBusy<T>(work: Promise<T>): Promise<T> {
  inFlight += 1;
  clearTimeout(timer);
  const ended = () => {
    inFlight -= 1;
    settle();
  };
  work.then(ended, ended);
  return work;
}

/** Calls `work` once the page is idle after its current requests. Returns the function that cancels it. */
export function whenIdle(work: () => void): () => void {
  let due = true;
  const once = () => {
    if (!due) return;
    due = false;
    clearTimeout(late);
    work();
  };
  const late = setTimeout(once, maxWaitMs);
  waiting.push(once);
  settle();
  return () => {
    due = false;
    clearTimeout(late);
  };
}

/** True while the person asked the browser to use little data: Chromium tells pages about that, other browsers do not. */
const savesData = (): boolean =>
  (globalThis.navigator as { connection?: { saveData?: boolean } } | undefined)?.connection?.saveData === true;

/**
 * Calls `load`, which loads code that people may need next, once the page is idle: never in a browser that saves data,
 * where each part is loaded when it is opened. Returns the function that cancels it.
 */
export const preloadWhenIdle = (load: () => void): (() => void) => whenIdle(() => void (savesData() || load()));
