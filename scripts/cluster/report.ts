import { quantile } from '../bench/figures.ts';
import type { Faults } from './count.ts';
import type { ClusterNode, Memory } from './nodes.ts';
import type { Outcome } from './soak.ts';

/** Seconds within which browsers must be reconnected after a part of the cluster died. */
const goalSeconds = 5;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const faults = (what: string, { expected, lost, doubled, disordered }: Faults): string =>
  `  ${what.padEnd(28)} ${String(expected).padStart(7)} messages: ${lost} lost, ${doubled} doubled, ${disordered} disordered`;
const megabytes = (bytes: number): string => String(Math.round(bytes / 1024 / 1024));

/** Minutes of a process that count as warm-up. */
const warmUpMinutes = 3;
/** Minutes of a process that tell a growth: in its first ones it takes over the browsers of nodes that are killed. */
const minMinutes = 10;
/** Megabytes by which a process may grow in ten minutes after its warm-up; readings of a flat one vary as much. */
const maxGrowth = 20;

/**
 * Returns the growth of memory after the warm-up, in MB per ten minutes, by least squares; undefined when the process
 * ran too short.
 */
export const slope = (readings: readonly Pick<Memory, 'at' | 'rss'>[]): number | undefined => {
  const start = readings[0]?.at ?? 0;
  const points = readings
    .map(({ at, rss }) => ({ x: (at - start) / 600_000, y: rss / 1024 / 1024 }))
    .filter(({ x }) => x >= warmUpMinutes / 10);
  if ((points.at(-1)?.x ?? 0) < minMinutes / 10) return undefined;
  const mean = (key: 'x' | 'y'): number => points.reduce((sum, point) => sum + point[key], 0) / points.length;
  const [mx, my] = [mean('x'), mean('y')];
  const over = points.reduce((sum, { x, y }) => sum + (x - mx) * (y - my), 0);
  return over / points.reduce((sum, { x }) => sum + (x - mx) ** 2, 0);
};

/** Prints the results, and returns whether every goal was reached. */
export const report = (outcome: Outcome, nodes: readonly ClusterNode[], print: (line: string) => void): boolean => {
  const { stored, delivered, answered, incidents, refusals, checks } = outcome;
  print(
    `\n${outcome.written} messages were acknowledged in ${outcome.seconds} s and after; ${outcome.pending} events are pending`,
  );
  print(faults('stored', stored));
  print(faults('told to a plugin', delivered));
  print(faults('answers at the phones', answered));
  const tries = [...refusals].map(([what, count]) => `${count} × ${what}`).join(', ');
  print(`retried deliveries: ${tries || 'none'}`);
  print(`live messages received by browsers: ${outcome.received}`);
  print(`\nBrowsers that lost their connection, until they were in their rooms again (goal ${goalSeconds} s):`);
  for (const { at, what, returns } of incidents) {
    if (returns.length === 0 && what === 'start') continue;
    const late = returns.filter((ms) => ms > goalSeconds * 1000).length;
    const times =
      returns.length > 0 && `median ${seconds(quantile(returns, 0.5))}, last ${seconds(Math.max(...returns))}`;
    print(
      `  ${at.toFixed(0).padStart(5)} s  ${what.padEnd(20)} ${String(returns.length).padStart(5)} links` +
        `${times ? `, ${times}, ${late} later than the goal` : ''}`,
    );
  }
  const links = [...outcome.linkRefusals].map(([what, count]) => `${count} × ${what}`).join(', ');
  print(`failed reconnection attempts: ${links || 'none'}`);
  const growths: number[] = [];
  print('\nMemory of each process of a node in MB after a collection, resident (heap), first to last reading:');
  for (const { name, lives } of nodes) {
    for (const [life, readings] of lives.entries()) {
      if (readings.length === 0) continue;
      const some = readings.filter((_, index) => index % Math.ceil(readings.length / 12) === 0);
      const figures = some.map(({ rss, heapUsed }) => `${megabytes(rss)} (${megabytes(heapUsed)})`);
      const grew = slope(readings);
      if (grew !== undefined) growths.push(grew);
      const growth =
        grew === undefined ? '' : `; ${grew.toFixed(1)} MB in ten minutes after the first ${warmUpMinutes}`;
      print(`  ${name}, process ${life + 1}: ${figures.join(' ')}${growth}`);
    }
  }
  print('');
  for (const check of checks)
    print(`  ${check.what}: ${check.faults.length === 0 ? 'right' : check.faults.join('; ')}`);
  const wrong = [stored, delivered, answered].flatMap(({ lost, doubled, disordered }) => [lost, doubled, disordered]);
  const late = incidents.flatMap(({ returns }) => returns).filter((ms) => ms > goalSeconds * 1000).length;
  const verdicts = [
    { what: 'nothing lost, doubled or disordered', isRight: wrong.every((count) => count === 0) },
    { what: 'no event owed', isRight: outcome.pending === 0 },
    { what: `browsers back within ${goalSeconds} s`, isRight: late === 0 },
    ...(growths.length > 0
      ? [{ what: 'memory flat after the warm-up', isRight: growths.every((grew) => grew <= maxGrowth) }]
      : []),
    { what: 'files and long polling', isRight: checks.every((check) => check.faults.length === 0) },
  ];
  print('');
  for (const { what, isRight } of verdicts) print(`  ${isRight ? 'PASSED' : 'FAILED'}  ${what}`);
  return verdicts.every(({ isRight }) => isRight);
};
