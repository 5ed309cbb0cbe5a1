import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fluentPackages } from '@balcao/sdk/build';
import { fluentCore } from '../shared-modules.ts';

const require = createRequire(import.meta.url);
const root = dirname(dirname(dirname(require.resolve('@fluentui/react-components/package.json'))));

const dependenciesOf = (id: string): string[] => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, id, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  return Object.keys(dependencies).filter((name) => fluentPackages.includes(name) && !fluentCore.includes(name));
};

/** How many layers of other packages lie under each package outside the core. */
export function fluentDepth(): Map<string, number> {
  const depth = new Map<string, number>();
  const measure = (id: string): number => {
    const known = depth.get(id);
    if (known !== undefined) return known;
    const levels = Math.max(0, ...dependenciesOf(id).map((below) => measure(below) + 1));
    depth.set(id, levels);
    return levels;
  };
  for (const id of fluentPackages) if (!fluentCore.includes(id)) measure(id);
  return depth;
}
