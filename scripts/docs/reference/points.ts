import type { PluginManifest } from '@balcao/sdk/manifest';
import { fence, notice, table } from '../markdown.ts';
import { orderSentence, type PointItem } from './items.ts';
import type { Reference } from './references.ts';

/** The how-to pages that explain each point with a complete example. */
const howTo: Readonly<Record<string, readonly string[]>> = {
  'automatic-service': ['tickets.automation'],
  'company-field': [
    'companies.form.section',
    'companies.list.column',
    'companies.record',
    'companies.row.action',
    'companies.sign-up.choice',
  ],
  'assistant-tool': ['assistant.choice', 'assistant.tool'],
  'language-models': ['ai.costs.section', 'ai.provider', 'ai.purpose.trial'],
  'legal-provider': ['legal-process.provider'],
  'connection-field': ['connections.form.section', 'connections.integration', 'connections.token.issuer'],
  'contact-data': [
    'contacts.form.section',
    'contacts.list.action',
    'contacts.list.column',
    'contacts.list.extra',
    'contacts.merge',
    'contacts.number.check',
    'contacts.source',
  ],
  'conversation-parts': [
    'messages.action',
    'messages.below',
    'messages.composer.action',
    'messages.composer.outside-window',
    'messages.composer.suggestion',
    'messages.composer.trigger',
    'messages.renderer',
  ],
  'before-deleting': ['connections.dependents', 'queues.dependents'],
  'billing-system': ['billing.system'],
  'field-in-a-form': [
    'queues.extra',
    'queues.form.section',
    'queues.list.column',
    'users.bulk.action',
    'users.extra',
    'users.form.section',
  ],
  'first-step': ['first-steps.step'],
  'outside-calendar': ['agenda.source'],
  'contact-lists': ['contact-lists.do-not-contact', 'contact-lists.tab', 'contacts.page.action'],
  'flow-node': ['flows.node', 'flows.node.form', 'flows.variable'],
  'flow-trigger': ['flows.trigger'],
  'header-action': ['tickets.header.action'],
  'list-filter': ['tickets.list.filter', 'tickets.list.query'],
  'list-order': ['tickets.list.order', 'tickets.list.sort'],
  'login-step': ['kernel.login.step'],
  'message-kind': ['messages.kind'],
  notice: ['notifications.kind'],
  'page-and-menu': ['app.menu', 'app.route'],
  'payment-provider': ['payments.provider'],
  'personal-data': ['contacts.personal-data'],
  reports: ['dashboard.card', 'reports.column', 'reports.dimension'],
  'plan-limit': ['kernel.count', 'kernel.limit'],
  record: ['kernel.audit.name'],
  'row-badge': ['tickets.list.badge', 'tickets.list.extra'],
  'setting-and-secret': ['kernel.setting.effect', 'kernel.setting.store'],
  'settings-tab': ['settings.tab'],
  'start-page': ['app.start'],
  'shell-parts': [
    'app.background',
    'app.channel-glyph',
    'app.command',
    'app.notice',
    'app.topbar',
    'profile.picture',
    'profile.section',
    'search.source',
  ],
  'ticket-actions': ['tickets.list.bulk', 'tickets.options.action'],
  'ticket-log': ['tickets.log.entry'],
  'ticket-panel': ['tickets.drawer.panel'],
  'webhook-event': ['webhooks.event'],
  'who-may-enter': ['kernel.login.check', 'kernel.session.extra', 'kernel.sign-up', 'kernel.token.check'],
  '../write-a-channel': ['channels.adapter', 'channels.type'],
  templates: ['channels.template'],
};

/**
 * Returns the page that explains a point. Its code must add to the point, so that the page does not explain it in name
 * only.
 */
export const pageOf = (point: string): string | undefined =>
  Object.entries(howTo).find(([, points]) => points.includes(point))?.[0];

const endOf = ({ owner, doc, id }: Reference): string => {
  if (owner === 'shell') return 'browser';
  if (owner === 'kernel') return 'server';
  const [, side] = /^(Browser|Server):/.exec(doc) ?? [];
  if (side === undefined)
    throw new Error(
      `The docstring of the point ${id} must begin with "Browser:" or "Server:", so that people know where it works.`,
    );
  return side.toLowerCase();
};

const openers: Readonly<Record<string, string>> = { kernel: 'the kernel', shell: 'the shell' };
const opener = ({ owner }: Reference): string => openers[owner] ?? `the plugin \`${owner}\``;
const link = (page: string | undefined): string =>
  page === undefined
    ? ''
    : page.startsWith('../')
      ? `[${page.slice(3)}](${page}.md)`
      : `[${page}](../how-to/${page}.md)`;

/**
 * Refuses points that only the contract or only the manifest declares: the reference would lack them, or promise too
 * much.
 */
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

/** Returns the type as written where the point is declared, with the types that it depends on. */
const shapeOf = (item: string, rest: readonly string[]): string[] => {
  if (rest.length === 0) return [`type Item = ${item};`];
  return /^\w+$/.test(item) ? [...rest] : [`type Contribution = ${item};`, '', ...rest];
};

export function pointsPage(
  references: readonly Reference[],
  manifests: ReadonlyMap<string, PluginManifest>,
  items: ReadonlyMap<string, readonly PointItem[]>,
): string {
  const points = references.filter(({ kind }) => kind === 'point').toSorted((a, b) => (a.id < b.id ? -1 : 1));
  agree(points, manifests);
  const contributors = (id: string): string[] =>
    [...manifests.values()].filter(({ contributes }) => contributes?.[id] !== undefined).map((manifest) => manifest.id);
  return [
    notice,
    '# Extension points',
    'Places where plugins may add something. On the server: `host.contribute(reference, item)`. In the browser: `host.add(reference, item)`; every item there has an `id`, and may have `order`, `permission` and `when(context)`. Items with a lower `order` come first, those without one last; the sections below list what is there, so that you find a place between. Name each point of another plugin or of the kernel under `contributes` in the manifest, with the version.',
    table(
      ['point', 'version', 'where', 'opened by', 'how-to'],
      points.map((point) => [
        `[${point.id}](#${point.id.replaceAll('.', '')})`,
        String(point.version),
        endOf(point),
        opener(point),
        link(pageOf(point.id)),
      ]),
    ),
    ...points.map((point) => {
      const { id, name, specifier, type, doc, file, version } = point;
      const used = contributors(id);
      const [item = '', ...rest] = type.split('\n\n');
      return [
        `## ${id}`,
        doc,
        `Version ${version}, ${endOf(point)}. Opened by ${opener(point)} in \`${file}\`.${used.length > 0 ? ` Contributors in this repository: ${used.map((one) => `\`${one}\``).join(', ')}.` : ''}`,
        orderSentence(items.get(name) ?? []),
        fence('ts', [`import { ${name} } from '${specifier}';`, '', ...shapeOf(item, rest)].join('\n')),
      ]
        .filter((part) => part !== '')
        .join('\n\n');
    }),
  ].join('\n\n');
}
