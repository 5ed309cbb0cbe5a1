import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildServerCode } from '../server-build/index.ts';
import { openCluster } from './cluster.ts';
import { report } from './report.ts';
import { soak } from './soak.ts';
import { deliveryTests } from './tests.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    companies: { type: 'string', default: '200' },
    sockets: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '100' },
    'kill-every': { type: 'string', default: '120' },
    nodes: { type: 'string', default: '3' },
    report: { type: 'string' },
    tests: { type: 'boolean' },
  },
});
const number = (name: Exclude<keyof typeof values, 'report' | 'tests'>): number => {
  const given = Number(values[name]);
  if (given > 0) return given;
  console.error(`--${name} must be a number above 0`);
  process.exit(2);
};
const options = {
  minutes: number('minutes'),
  companies: number('companies'),
  sockets: number('sockets'),
  rate: number('rate'),
  killEvery: number('kill-every'),
};

// Started programs end when this process exits, which a signal alone would not cause.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

if (values.tests) process.exit((await deliveryTests()) ? 0 : 1);

// Built before any node reads the bundles.
await buildServerCode({ log: console.log });
const cluster = await openCluster(number('nodes'));
let isRight = false;
try {
  const lines = [
    `Soak: ${options.minutes} min, ${options.companies} companies, ${options.sockets} browsers, ` +
      `${options.rate} messages a second, a node killed every ${options.killEvery} s`,
  ];
  console.log(lines[0]);
  const outcome = await soak(cluster, options);
  isRight = report(outcome, cluster.nodes, (line) => {
    lines.push(line);
    console.log(line);
  });
  if (values.report !== undefined) {
    const file = path.resolve(values.report);
    writeFileSync(file, `${lines.join('\n')}\n`);
    console.log(`\nReport written to ${file}`);
  }
} finally {
  await cluster.close();
}
process.exit(isRight ? 0 : 1);
