import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** An item that a plugin of the repository adds to a point in the browser, as far as its entry has literals. */
export interface PointItem {
  plugin: string;
  id: string;
  /** Absent: after all items with an order, sorted by plugin. */
  order?: number;
}

const added = /host\.add\(\s*(\w+),\s*\{([^]*?)\}\s*\);/g;

/** Returns the items of each point, by the name of its reference, in the order in which people see them. */
export const readItems = (root: string): ReadonlyMap<string, readonly PointItem[]> => {
  const items = new Map<string, PointItem[]>();
  for (const plugin of readdirSync(path.join(root, 'plugins')).toSorted()) {
    const entry = path.join(root, 'plugins', plugin, 'client', 'index.tsx');
    if (!existsSync(entry)) continue;
    for (const [, point = '', fields = ''] of readFileSync(entry, 'utf8').matchAll(added)) {
      const id = /(?:^|\n|\{|,)\s*id: '([^']+)'/.exec(fields)?.[1];
      if (id === undefined) continue;
      const order = /(?:^|\n|,)\s*order: ([\d_]+)/.exec(fields)?.[1]?.replaceAll('_', '');
      items.set(point, [
        ...(items.get(point) ?? []),
        { plugin, id, ...(order !== undefined && { order: Number(order) }) },
      ]);
    }
  }
  const orderOf = ({ order = Number.MAX_SAFE_INTEGER }: PointItem): number => order;
  return new Map([...items].map(([point, all]) => [point, all.toSorted((a, b) => orderOf(a) - orderOf(b))]));
};

/** Returns a line of the reference; empty for a point without items. */
export const orderSentence = (items: readonly PointItem[]): string => {
  if (!items.some(({ order }) => order !== undefined)) return '';
  const parts = items.map(({ plugin, id, order }) => `\`${id}\` of ${plugin} (${order ?? 'none'})`);
  return `Items here, by \`order\`: ${parts.join(', ')}.`;
};
