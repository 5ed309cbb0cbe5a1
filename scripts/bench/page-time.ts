import type { Browser, Page } from 'playwright-core';

/**
 * Work of the page's main thread, as opposed to elapsed time: with other programs on the machine a frame may be late
 * through no fault of the page.
 */
interface PageTime {
  /** Milliseconds of work of each task, in order. */
  tasks: readonly number[];
  /** Returns the milliseconds of work between each `<name>` mark of the page and the next `<name> end`. */
  worked(name: string): number[];
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** Microseconds: elapsed time, and the thread's own work. */
  dur?: number;
  tdur?: number;
  args: { name?: string };
}
interface Task {
  from: number;
  to: number;
  work: number;
}

const taskName = 'ThreadControllerImpl::RunTask';
const categories = ['toplevel', 'blink.user_timing', '__metadata'];

/** Counts the share of a partly included task that lies inside the interval. */
const between = (tasks: readonly Task[], from: number, to: number): number =>
  tasks.reduce((sum, task) => {
    const part = Math.min(task.to, to) - Math.max(task.from, from);
    return part <= 0 ? sum : sum + (task.to > task.from ? (task.work * part) / (task.to - task.from) : 0);
  }, 0);

export const timePage = async (browser: Browser, page: Page, work: () => Promise<unknown>): Promise<PageTime> => {
  await browser.startTracing(page, { categories });
  try {
    await page.evaluate(`performance.mark('this page')`);
    await work();
  } catch (error) {
    // A browser that has crashed never answers, and the first error is the one that matters.
    void browser.stopTracing().catch(() => undefined);
    throw error;
  }
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const own = traceEvents.find(({ name }) => name === 'this page');
  const events = traceEvents.filter(({ pid, tid }) => pid === own?.pid && tid === own.tid);
  const tasks = events
    .filter(({ name, ph }) => name === taskName && ph === 'X')
    .map(({ ts, dur = 0, tdur = 0 }) => ({ from: ts, to: ts + dur, work: tdur / 1000 }))
    .toSorted((one, other) => one.from - other.from);
  const at = (wanted: string): number[] =>
    events
      .filter(({ name }) => name === wanted)
      .map(({ ts }) => ts)
      .toSorted((one, other) => one - other);
  return {
    tasks: tasks.map((task) => task.work),
    worked: (name) => {
      const ends = at(`${name} end`);
      const starts = at(name);
      return starts.flatMap((from, index) => {
        const to = ends.find((end) => end >= from && end <= (starts[index + 1] ?? Infinity));
        return to === undefined ? [] : [between(tasks, from, to)];
      });
    },
  };
};
