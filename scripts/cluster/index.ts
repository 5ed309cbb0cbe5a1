import { parseArgs } from 'node:util';
import { openCluster } from './cluster.ts';
import { report } from './report.ts';
import { soak } from './soak.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    companies: { type: 'string', default: '200' },
    sockets: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '100' },
    'kill-every': { type: 'string', default: '120' },
    nodes: { type: 'string', default: '3' },
  },
});
const number = (name: keyof typeof values): number => {
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

// Programs that were started end when this process exits, which a signal alone does not make it do.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const cluster = await openCluster(number('nodes'));
let isRight = false;
try {
  console.log(
    `Soak: ${options.minutes} min, ${options.companies} companies, ${options.sockets} browsers, ` +
      `${options.rate} messages a second, a node killed every ${options.killEvery} s`,
  );
  isRight = report(await soak(cluster, options), cluster.nodes);
} finally {
  await cluster.close();
}
process.exit(isRight ? 0 : 1);
