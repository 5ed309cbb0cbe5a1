import type { PluginManifest } from '@balcao/sdk/manifest';
import { fence, notice, table } from '../markdown.ts';
import type { Reference } from './references.ts';

/**
 * Refuses components that only the contract or only the manifest declares: the reference would lack them, or promise
 * too much.
 */
function agree(components: readonly Reference[], manifests: ReadonlyMap<string, PluginManifest>): void {
  for (const { id, version, file, owner } of components)
    if (manifests.get(owner)?.exposes?.[id] !== version)
      throw new Error(`${file} declares the component ${id} ${version}, the manifest of ${owner} does not expose it.`);
  for (const [owner, { exposes = {} }] of manifests)
    for (const id of Object.keys(exposes))
      if (!components.some((one) => one.id === id))
        throw new Error(`${owner} exposes ${id}, its contract does not declare it.`);
}

export function componentsPage(
  references: readonly Reference[],
  manifests: ReadonlyMap<string, PluginManifest>,
): string {
  const components = references.filter(({ kind }) => kind === 'component').toSorted((a, b) => (a.id < b.id ? -1 : 1));
  agree(components, manifests);
  return [
    notice,
    '# Components',
    'Components that plugins of this repository expose. Render one with `<Exposed of={reference} props={…} />`, after you listed its plugin under `requires` or `optional`: [use-component](../how-to/use-component.md). To expose one of your own: [expose-component](../how-to/expose-component.md).',
    table(
      ['component', 'version', 'of the plugin'],
      components.map(({ id, version, owner }) => [`[${id}](#${id.replaceAll('.', '')})`, String(version), owner]),
    ),
    ...components.map(({ id, name, specifier, type, doc, version, owner }) => {
      const [props = '', ...rest] = type.split('\n\n');
      const shape = rest.length > 0 ? rest : props === '' ? [] : [`type Props = ${props};`];
      return [
        `## ${id}`,
        doc,
        `Version ${version}, of the plugin \`${owner}\`.`,
        fence('ts', [`import { ${name} } from '${specifier}';`, '', ...shape].join('\n')),
      ]
        .filter((part) => part !== '')
        .join('\n\n');
    }),
  ].join('\n\n');
}
