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

/** Hundredths of a second since the machine started: all, and those in which it had nothing to do. */
const machineTime = (): { all: number; idle: number } | undefined => {
  try {
    // user, nice, system, idle, iowait, irq, softirq, steal
    const fields = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.trim().split(/\s+/).slice(1, 9).map(Number) ?? [];
    return { all: fields.reduce((sum, ticks) => sum + ticks, 0), idle: (fields[3] ?? 0) + (fields[4] ?? 0) };
  } catch {
    return undefined;
  }
};
const atStart = machineTime();

/**
 * Returns the time since the start and how busy the machine was meanwhile, other programs included: below 80 %, tests
 * wait for something else than the processor. Empty where the system does not tell.
 */
export const machineBusy = (): string => {
  const now = machineTime();
  if (!atStart || !now || now.all === atStart.all) return '';
  const busy = 1 - (now.idle - atStart.idle) / (now.all - atStart.all);
  return `${(performance.now() / 1000).toFixed(0)} s in all, the ${availableParallelism()} cores were busy ${(busy * 100).toFixed(0)} % of it`;
};
