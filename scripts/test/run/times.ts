import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { FileRecord } from './records.ts';

const shown = 12;

/** Prints the longest files, with their waiting times. */
export const printTimes = (files: readonly FileRecord[]): void => {
  if (files.length <= 1) return;
  const longest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, shown);
  console.log(
    `\n${'seconds'.padStart(8)}${'worker'.padStart(8)}  the longest files (worker: processor time of the test)`,
  );
  for (const { file, seconds, workerSeconds, waited } of longest) {
    const parts = Object.entries(waited).map(([part, time]) => `${part} ${time.toFixed(1)}`);
    const tail = parts.length > 0 ? ` (${parts.join(', ')})` : '';
    console.log(`${seconds.toFixed(1).padStart(8)}${workerSeconds.toFixed(1).padStart(8)}  ${file}${tail}`);
  }
  const total: Record<string, number> = {};
  for (const { waited } of files)
    for (const [part, time] of Object.entries(waited)) total[part] = (total[part] ?? 0) + time;
  const sums = Object.entries(total).map(([part, time]) => `${part} ${time.toFixed(0)}`);
  console.log(`seconds spent on the set-up of files: ${sums.join(', ') || 'none'}`);
};

/**
 * Returns the share of the machine's CPU used by this process and its descendants: the rest was spent waiting. Browser
 * processes that nobody waited for are not included.
 */
export const processorSeconds = (): string => {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    // utime, stime, cutime and cstime, in hundredths of a second.
    const used = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
    const elapsed = performance.now() / 1000;
    const share = (used / elapsed / availableParallelism()) * 100;
    return `${elapsed.toFixed(0)} s in all, ${used.toFixed(0)} s of processor time at least: ${share.toFixed(0)} % of ${availableParallelism()} cores`;
  } catch {
    return '';
  }
};
