import type { PluginManifest } from '@balcao/sdk/manifest';
import { fence, notice } from '../markdown.ts';
import type { Kind, Reference } from './references.ts';

type MessageKind = Extract<Kind, 'event' | 'room' | 'service' | 'job'>;

const meanings: Readonly<Record<MessageKind, string>> = {
  event:
    'Listen with `host.on(reference, name, handle)`. Stored with the change that they announce, delivered after it, at least once, in order per key.',
  room: 'Join in the browser with `useRoom(reference, params, handlers)`.',
  service: 'Use with `scope.use(reference)`, or `scope.find(reference)` where the plugin may be off.',
  job: 'Schedule with `scope.jobs.schedule(reference, data)`.',
};
const titles: Readonly<Record<MessageKind, string>> = {
  event: 'Events',
  room: 'Rooms',
  service: 'Services',
  job: 'Jobs',
};
const types = { event: 'Payload', room: 'Params', service: 'Service', job: 'Data' } as const;

const section = ({
  kind,
  id,
  name,
  specifier,
  type,
  doc,
  owner,
  version,
}: Reference & { kind: MessageKind }): string => {
  const [head = '', ...rest] = type.split('\n\n');
  const body = rest.length > 0 ? rest : head === '' ? [] : [`type ${types[kind]} = ${head};`];
  return [
    `### ${id}`,
    doc,
    `${owner === 'kernel' ? 'The kernel’s' : `Of the plugin \`${owner}\``}${kind === 'event' ? `, version ${version}` : ''}.`,
    fence('ts', [`import { ${name} } from '${specifier}';`, ...(body.length > 0 ? ['', ...body] : [])].join('\n')),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
};

const isKind =
  (kind: MessageKind) =>
  (one: Reference): one is Reference & { kind: typeof kind } =>
    one.kind === kind;

export function messagesPage(references: readonly Reference[], manifests: ReadonlyMap<string, PluginManifest>): string {
  const emitted = new Map([...manifests.values()].flatMap(({ emits = {} }) => Object.entries(emits)));
  return [
    notice,
    '# Events, rooms, services, jobs',
    'What the kernel and the plugins here let others use. Contracts of plugins: import them only from plugins that your manifest names under `requires` or `optional`.',
    ...(['event', 'room', 'service', 'job'] as const).flatMap((kind) => [
      `## ${titles[kind]}`,
      meanings[kind],
      ...references
        .filter(isKind(kind))
        .map((one) => ({ ...one, version: emitted.get(one.id) ?? 1 }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map(section),
    ]),
  ].join('\n\n');
}
