import { isPublic } from './routes.ts';
import { sampleOf } from './sample.ts';
import type { Subject } from './suite-host.ts';
import { poll } from '../eventually.ts';

/** Returns the toggle that switches a plugin: its own, or that of the plugin it is on with. */
export const toggleOf = ({ host, id }: Pick<Subject, 'host' | 'id'>, of = id): string | undefined => {
  const { plugins } = host.kernel.registry;
  const manifest = plugins.get(of)?.source.manifest;
  return manifest?.onWith === undefined ? manifest?.toggle : plugins.get(manifest.onWith)?.source.manifest.toggle;
};

/** Returns the plugin's toggle and those of plugins that require it, the outermost first. */
export const dependentToggles = (subject: Pick<Subject, 'host' | 'id'>, company: number): string[] => {
  const { switches } = subject.host.kernel;
  const order: string[] = [];
  const visit = (id: string): void => {
    for (const dependent of switches.dependents(id, company)) visit(dependent);
    const toggle = toggleOf(subject, id);
    if (toggle !== undefined && !order.includes(toggle)) order.push(toggle);
  };
  visit(subject.id);
  return order;
};

/** Returns everything that the company can observe of the plugin, and the platform's data about it. */
export const observableState = async ({ host, id, routes, ours }: Subject): Promise<Record<string, unknown>> => {
  const { registry, switches } = host.kernel;
  const { admin, company, ids } = ours;
  const readers = routes.filter((route) => route.method === 'GET' && !isPublic(route) && !route.path.includes(':'));
  const ledger = registry.plugins.get(id)?.ledger;
  return {
    on: switches.on(company.id).toSorted(),
    modules: (await admin.get<unknown>('/platform/modules')).body,
    plugins: (await admin.get<unknown>('/platform/plugins')).body,
    permissions: (await admin.get<unknown>('/permissions')).body,
    fields: (await admin.get<unknown>('/settings/schema')).body,
    me: ((await admin.get<{ permissions?: string[] }>('/auth/me')).body.permissions ?? []).toSorted(),
    answers: await Promise.all(readers.map(async ({ path }) => [path, (await admin.get(path)).status])),
    ledger: {
      routes: ledger?.routes.map(({ method, path }) => `${method} ${path}`),
      listeners: ledger?.listeners.map(({ event, name }) => `${event} ${name}`),
      jobs: ledger?.jobs.map(({ id: name }) => name),
      rooms: ledger?.rooms.map(({ id: name }) => name),
      registered: [registry.routes, registry.listeners, [...registry.jobs.values()], [...registry.rooms.values()]].map(
        (entries) => entries.filter(({ plugin }) => plugin === id).length,
      ),
    },
    named: Object.keys(ids).length,
  };
};

/** Work for which the plugin would be called. */
export interface RequestedWork {
  kind: 'event' | 'job';
  what: string;
  /** Requests it in one company. Items with the same key wait for each other. */
  send(company: number, key: string): Promise<void>;
}

/** Returns every event that the plugin listens to and every job it has, as the platform would request them. */
export const workOf = ({ host, id, ours }: Subject): RequestedWork[] => {
  const { registry, database, dispatcher, jobs } = host.kernel;
  const events = new Set(registry.listeners.filter(({ plugin }) => plugin === id).map(({ event }) => event));
  const ownJobs = [...registry.jobs.values()].filter(({ plugin }) => plugin === id);
  return [
    ...[...events].map((event): RequestedWork => ({
      kind: 'event',
      what: event,
      async send(company, key) {
        await database.owner.query(
          'insert into kernel.outbox (company_id, event, key, payload) values ($1, $2, $3, $4)',
          [company, event, key, { ...ours.ids, action: 'update' }],
        );
        dispatcher.wake();
      },
    })),
    ...ownJobs.flatMap(({ id: job, definition }): RequestedWork[] => {
      const data = definition.data.safeParse(sampleOf(definition.data, ours.ids));
      if (!data.success) return [];
      return [{ kind: 'job', what: job, send: (company) => jobs.schedule(job, company, data.data) }];
    }),
  ];
};

/** Waits until no earlier work is in progress: calls recorded from here on were requested by the suite. */
export const waitUntilIdle = async ({ host }: Subject): Promise<void> => {
  await poll(async () => {
    const { rows } = await host.kernel.database.owner.query<{ n: number }>(
      'select count(*)::int as n from kernel.outbox',
    );
    return rows[0]?.n === 0;
  }, 5_000);
};
