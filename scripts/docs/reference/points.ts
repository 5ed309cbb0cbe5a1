import type { PluginManifest } from '@balcao/sdk/manifest';
import { fence, notice, table } from '../markdown.ts';
import type { Reference } from './references.ts';

/** Where a point is explained with a whole example. */
const howTo: Readonly<Record<string, string>> = {
  'app.route': 'page-and-menu',
  'app.menu': 'page-and-menu',
  'settings.tab': 'settings-tab',
  'tickets.drawer.panel': 'ticket-panel',
  'tickets.list.filter': 'list-filter',
  'tickets.list.query': 'list-filter',
  'tickets.list.badge': 'row-badge',
  'tickets.list.extra': 'row-badge',
  'tickets.header.action': 'header-action',
};

const endOf = ({ owner, doc, id }: Reference): string => {
  if (owner === 'shell') return 'browser';
  if (owner === 'kernel') return 'server';
  const [, told] = /^(Browser|Server):/.exec(doc) ?? [];
  if (told === undefined)
    throw new Error(
      `The docstring of the point ${id} must begin with "Browser:" or "Server:", so that people know where it works.`,
    );
  return told.toLowerCase();
};

const openers: Readonly<Record<string, string>> = { kernel: 'the kernel', shell: 'the shell' };
const opener = ({ owner }: Reference): string => openers[owner] ?? `the plugin \`${owner}\``;
const link = (name: string): string => `[${name}](../how-to/${name}.md)`;

/** A point that only one side knows of would be missing here, or promised in vain. */
function agree(points: readonly Reference[], manifests: ReadonlyMap<string, PluginManifest>): void {
  for (const [id, { provides = {} }] of manifests) {
    const declared = points.filter(({ owner }) => owner === id);
    for (const { id: point, version, file } of declared)
      if (provides[point] !== version)
        throw new Error(`${file} declares ${point} ${version}, the manifest of ${id} does not.`);
    for (const point of Object.keys(provides))
      if (!declared.some((one) => one.id === point))
        throw new Error(`${id} provides ${point}, its contract does not declare it.`);
  }
}

export function pointsPage(references: readonly Reference[], manifests: ReadonlyMap<string, PluginManifest>): string {
  const points = references.filter(({ kind }) => kind === 'point').toSorted((a, b) => (a.id < b.id ? -1 : 1));
  agree(points, manifests);
  const contributors = (id: string): string[] =>
    [...manifests.values()].filter(({ contributes }) => contributes?.[id] !== undefined).map((manifest) => manifest.id);
  return [
    notice,
    '# Extension points',
    'Where you may add to what others made. On the server: `host.contribute(reference, item)`. In the browser: `host.add(reference, item)`; every item there has an `id`, and may have `order`, `permission` and `when(context)`. Name each point of another plugin or of the kernel under `contributes` in the manifest, with the version.',
    table(
      ['point', 'version', 'where', 'opened by', 'how-to'],
      points.map((point) => [
        `[${point.id}](#${point.id.replaceAll('.', '')})`,
        String(point.version),
        endOf(point),
        opener(point),
        howTo[point.id] === undefined ? '' : link(howTo[point.id] ?? ''),
      ]),
    ),
    ...points.map((point) => {
      const { id, name, specifier, type, doc, file, version } = point;
      const used = contributors(id);
      const [item = '', ...rest] = type.split('\n\n');
      return [
        `## ${id}`,
        doc,
        `Version ${version}, ${endOf(point)}. Opened by ${opener(point)} in \`${file}\`.${used.length > 0 ? ` Plugins here that add to it: ${used.map((one) => `\`${one}\``).join(', ')}.` : ''}`,
        fence(
          'ts',
          [`import { ${name} } from '${specifier}';`, '', ...(rest.length > 0 ? rest : [`type Item = ${item};`])].join(
            '\n',
          ),
        ),
      ]
        .filter((part) => part !== '')
        .join('\n\n');
    }),
  ].join('\n\n');
}
