import { quantile } from '../bench/figures.ts';
import type { Faults } from './count.ts';
import type { ClusterNode } from './nodes.ts';
import type { Outcome } from './soak.ts';

/** Within which browsers shall be back after a part of the cluster died. */
const goalSeconds = 5;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const faults = (what: string, { expected, lost, doubled, disordered }: Faults): string =>
  `  ${what.padEnd(28)} ${String(expected).padStart(7)} messages: ${lost} lost, ${doubled} doubled, ${disordered} disordered`;
const megabytes = (bytes: number): string => String(Math.round(bytes / 1024 / 1024));

/** Prints what became of everything, and answers whether nothing was lost, doubled or disordered. */
export const report = (outcome: Outcome, nodes: readonly ClusterNode[]): boolean => {
  const { stored, told, answered, incidents, refusals, checks } = outcome;
  console.log(
    `\n${outcome.written} messages were acknowledged in ${outcome.seconds} s and after; ${outcome.owed} events are owed`,
  );
  console.log(faults('stored', stored));
  console.log(faults('told to a plugin', told));
  console.log(faults('answers at the phones', answered));
  const tries = [...refusals].map(([what, count]) => `${count} × ${what}`).join(', ');
  console.log(`  deliveries tried again: ${tries || 'none'}`);
  console.log(`  live messages heard by browsers: ${outcome.heard}`);
  console.log(`\nBrowsers that lost their link, until they were in their rooms again (goal ${goalSeconds} s):`);
  for (const { at, what, returns } of incidents) {
    if (returns.length === 0 && what === 'start') continue;
    const late = returns.filter((ms) => ms > goalSeconds * 1000).length;
    const times =
      returns.length > 0 && `median ${seconds(quantile(returns, 0.5))}, last ${seconds(Math.max(...returns))}`;
    console.log(
      `  ${at.toFixed(0).padStart(5)} s  ${what.padEnd(20)} ${String(returns.length).padStart(5)} links` +
        `${times ? `, ${times}, ${late} later than the goal` : ''}`,
    );
  }
  console.log('\nMemory of each process of a node in MB after a collection, resident (heap), first to last look:');
  for (const { name, lives } of nodes) {
    for (const [life, looks] of lives.entries()) {
      if (looks.length === 0) continue;
      const some = looks.filter((_, index) => index % Math.ceil(looks.length / 12) === 0);
      const figures = some.map(({ rss, heapUsed }) => `${megabytes(rss)} (${megabytes(heapUsed)})`);
      console.log(`  ${name}, process ${life + 1}: ${figures.join(' ')}`);
    }
  }
  console.log('');
  for (const check of checks)
    console.log(`  ${check.what}: ${check.faults.length === 0 ? 'right' : check.faults.join('; ')}`);
  const wrong = [stored, told, answered].flatMap(({ lost, doubled, disordered }) => [lost, doubled, disordered]);
  return (
    wrong.every((count) => count === 0) && outcome.owed === 0 && checks.every((check) => check.faults.length === 0)
  );
};
