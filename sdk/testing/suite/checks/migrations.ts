import type { Check } from './check.ts';
import { startTestHost, type TestHost } from '../../host.ts';
import { runUpgrade, upgradePaths } from '../releases.ts';
import { withNeeds } from '../plugin-folder.ts';
import { shapeOf } from '../rows.ts';
import type { Subject } from '../suite-host.ts';

const schemaOf = ({ id }: Subject): string => id.replaceAll('-', '_');

interface Shapes {
  before: Map<string, string>;
  after: Map<string, string>;
}
/** One second start is shared by all plugins of a stand. */
const secondStarts = new WeakMap<TestHost, Promise<Shapes>>();

const startAgain = async ({ host, plugins, databaseUrl }: Subject): Promise<Shapes> => {
  const readShapes = async (): Promise<Map<string, string>> => {
    const found = new Map<string, string>();
    for (const { manifest } of plugins) {
      const schema = manifest.id.replaceAll('-', '_');
      found.set(schema, JSON.stringify(await shapeOf(host.kernel.database.owner, schema)));
    }
    return found;
  };
  const before = await readShapes();
  const again = await startTestHost({
    databaseUrl,
    plugins: plugins.map(({ name }) => name),
    env: { SANDBOX: '1' },
    sameDatabaseAs: host,
  });
  await again.close();
  return { before, after: await readShapes() };
};

export const secondStart: Check = {
  title: 'changes nothing in the database when it is started a second time',
  async run(subject) {
    const { host } = subject;
    const shapes = secondStarts.get(host) ?? startAgain(subject);
    secondStarts.set(host, shapes);
    const { before, after } = await shapes;
    const schema = schemaOf(subject);
    return before.get(schema) === after.get(schema) ? [] : [`the second start changed ${schema}`];
  },
};

export const upgrades: Check = {
  title: 'retains the rows of every earlier release',
  async run(subject) {
    const { plugin, host, databaseUrl } = subject;
    const { shape } = await shapeOf(host.kernel.database.owner, schemaOf(subject));
    const plugins = (await withNeeds(plugin.dir)).map((one) => (one.manifest.id === plugin.manifest.id ? plugin : one));
    const breaches: string[] = [];
    for (const way of await upgradePaths(plugin))
      breaches.push(...(await runUpgrade(plugin, plugins, way, { databaseUrl, today: shape })));
    return breaches;
  },
};
