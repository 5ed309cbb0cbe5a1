import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildStale } from '../../web-host/build/index.ts';
import { boot } from './boot.ts';
import { campaigns } from './campaigns.ts';
import { composer } from './composer.ts';
import { conversation } from './conversation.ts';
import { flowPage } from './flow-page.ts';
import { flows } from './flows.ts';
import { inbound } from './inbound.ts';
import { aiStreams } from './ai-streams.ts';
import { kanban } from './kanban.ts';
import { knowledge } from './knowledge.ts';
import { reports } from './reports.ts';
import { openInstallation, type Installation, type Server } from './installation.ts';
import { isolation } from './isolation.ts';
import { list } from './list.ts';
import { live } from './live.ts';
import { metaWebhooks } from './meta-webhooks.ts';
import { nodeMemory } from './node-memory.ts';
import { outbound } from './outbound.ts';
import { buildServerCode } from '../server-build/index.ts';
import { seed } from './seed.ts';
import { panel } from './panel.ts';
import { seedPanelOffice } from './panel-office.ts';
import { plugins } from './plugins.ts';
import { search } from './search.ts';
import { memory, opening, scrolling } from './screen.ts';
import { print, type Row } from './table.ts';
import { twoNodes } from './two-nodes.ts';
import { waterfall } from './waterfall.ts';
import { web } from './web.ts';
import { whatsapp } from './whatsapp.ts';

// npm run bench [-- boot inbound two-nodes outbound isolation list search conversation opening scrolling memory node-memory live web waterfall composer panel plugins whatsapp meta kanban campaigns flows flow-page reports ai-streams knowledge] [--keep=folder]
const { values, positionals } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } });

const benches: Record<string, (installation: Installation, server: Server) => Promise<Row[]>> = {
  inbound,
  'two-nodes': twoNodes,
  outbound,
  isolation: (installation) => isolation(installation),
  list,
  search,
  conversation,
  opening,
  scrolling,
  memory,
  'node-memory': nodeMemory,
  live: (_installation, server) => live(server),
  web: (_installation, server) => web(server),
  waterfall,
  composer: (_installation, server) => composer(server),
  panel,
};
const wanted = (name: string): boolean => positionals.length === 0 || positionals.includes(name);

const seeded = async (installation: Installation): Promise<void> => {
  if (installation.isReused) return;
  // The first start creates the tables.
  const first = await installation.startServer();
  console.log(`first start, with all migrations: ${Math.round(first.bootMs)} ms`);
  await first.stop();
  const began = performance.now();
  await seed(installation);
  console.log(
    `a million conversations, ten million messages created in ${Math.round((performance.now() - began) / 1000)} s`,
  );
  await firstCounts(installation);
};

/** Waits until plugins have processed the seeded data, which would slow down everything that is measured. */
const firstCounts = async (installation: Installation): Promise<void> => {
  const began = performance.now();
  const server = await installation.startServer();
  const isCounting = async (): Promise<boolean> => {
    const { rows } = await installation.owner.query(
      `select from jobs.job where name like '%.on-enabled' and failed_at is null limit 1`,
    );
    return rows.length > 0;
  };
  while (await isCounting()) await sleep(1_000);
  await server.stop();
  console.log(`plugins counted the conversations in ${Math.round((performance.now() - began) / 1000)} s`);
};

// Built before any server reads the bundles.
await buildServerCode({ log: console.log });
if (['web', 'waterfall', 'opening', 'scrolling', 'memory', 'composer', 'panel', 'plugins'].some(wanted))
  await buildStale({ log: console.log });
const rows: Row[] = wanted('plugins') ? await plugins() : [];
if (wanted('whatsapp')) rows.push(...(await whatsapp()));
if (wanted('meta')) rows.push(...(await metaWebhooks()));
if (wanted('kanban')) rows.push(...(await kanban()));
if (wanted('campaigns')) rows.push(...(await campaigns()));
if (wanted('flows')) rows.push(...(await flows()));
if (wanted('flow-page')) rows.push(...(await flowPage()));
if (wanted('ai-streams')) rows.push(...(await aiStreams()));
if (wanted('reports')) rows.push(...(await reports()));
if (wanted('knowledge')) rows.push(...(await knowledge()));
const withOwnData = [
  'plugins',
  'whatsapp',
  'meta',
  'kanban',
  'campaigns',
  'flows',
  'flow-page',
  'reports',
  'ai-streams',
  'knowledge',
];
if (positionals.length > 0 && positionals.every((name) => withOwnData.includes(name))) {
  print(rows);
  process.exit(rows.some(({ met }) => met === false) ? 1 : 0);
}
const installation = await openInstallation(values.keep);
try {
  // The panel has a company of its own, which is all that it needs.
  if (positionals.length === 1 && wanted('panel')) await (await installation.startServer()).stop();
  else await seeded(installation);
  if (wanted('panel')) await seedPanelOffice(installation);
  if (wanted('boot')) rows.push(...(await boot(installation)));
  for (const [name, run] of Object.entries(benches)) {
    if (!wanted(name)) continue;
    // Each gets a fresh server, so that none is affected by the memory use of another.
    const server = await installation.startServer();
    try {
      const made = await run(installation, server);
      const load = loadavg()
        .map((minutes) => minutes.toFixed(1))
        .join(' ');
      for (const { what, figure } of made) console.log(`${what}: ${figure}, at a load of ${load}`);
      rows.push(...made.map((row) => ({ ...row, load })));
    } catch (error) {
      // The figures of the others are still useful.
      console.error(error);
      rows.push({ what: name, figure: 'could not be measured', goal: 'a figure', met: false });
    }
    await server.stop();
  }
} finally {
  await installation.close();
}
console.log('');
print(rows);
process.exitCode = rows.some(({ met }) => met === false) ? 1 : 0;
