import type { PoolClient } from 'pg';
import { demoPassword } from '@balcao/kernel/config';
import type { Kernel } from '@balcao/kernel';
import type { DemoPerson } from './cast.ts';
import { insert, takeIds } from './write.ts';

export interface DemoCompany {
  companyId: number;
  /** Ids by e-mail. */
  people: ReadonlyMap<string, number>;
}

interface NewDemoCompany {
  name: string;
  email: string;
  phone: string;
  owner: DemoPerson;
  colleagues: readonly DemoPerson[];
  modules: readonly string[];
}

const findPeople = async (kernel: Kernel, emails: readonly string[]) => {
  const { rows } = await kernel.database.owner.query<{ id: number; companyId: number; email: string }>(
    `select id, company_id as "companyId", email from kernel."user" where email_key = any($1::text[])`,
    [emails],
  );
  return new Map(rows.map((row) => [row.email, row]));
};

/** Creates the company and its people where they are missing, so that an interrupted start continues. */
export const openCompany = async (
  kernel: Kernel,
  { owner, colleagues, modules, ...details }: NewDemoCompany,
): Promise<DemoCompany> => {
  const { tenants, people } = kernel.identity;
  const known = await findPeople(
    kernel,
    [owner, ...colleagues].map(({ email }) => email),
  );
  const ids = new Map([...known].map(([email, { id }]) => [email, id]));
  let companyId = known.get(owner.email)?.companyId;
  if (companyId === undefined) {
    const installed = modules.filter((module) =>
      [...kernel.registry.plugins.values()].some(({ source }) => source.manifest.toggle === module),
    );
    const made = await tenants.create({
      ...details,
      admin: { name: owner.name, email: owner.email, password: demoPassword },
      settings: Object.fromEntries(installed.map((module) => [module, 'enabled'])),
    });
    companyId = made.company.id;
    ids.set(owner.email, made.adminId);
  }
  for (const { email, name, profile } of colleagues) {
    if (ids.has(email)) continue;
    ids.set(email, (await people.create(companyId, { email, name, profile, password: demoPassword })).id);
  }
  return { companyId, people: ids };
};

/** Creates queues with their members. Returns the queues' ids in the order of the names. */
export const makeQueues = async (
  client: PoolClient,
  { companyId, people }: DemoCompany,
  queues: readonly { name: string; color: string; greeting: string }[],
  staff: readonly DemoPerson[],
): Promise<number[]> => {
  const ids = await takeIds(client, 'queues.queue', queues.length);
  const rows = queues.map(({ name, color, greeting }, index) => ({
    id: ids[index],
    company_id: companyId,
    name,
    color,
    greeting_message: greeting,
    out_of_hours_message: '',
    created_at: new Date(),
  }));
  await insert(client, 'queues.queue', rows);
  const members = staff.flatMap((person) =>
    queues.flatMap(({ name }, index) =>
      person.queues.includes(name)
        ? [{ company_id: companyId, queue_id: ids[index], user_id: people.get(person.email) }]
        : [],
    ),
  );
  await insert(client, 'queues.member', members);
  return ids;
};

export interface NewConnection {
  name: string;
  channel: 'sandbox' | 'webchat';
  up: boolean;
  queueIds: readonly number[];
  entryQueueId: number | null;
  greeting: string;
}

/**
 * Creates connections; those of the simulated network with their line, paired when they are up. The first is the
 * default.
 */
export const makeConnections = async (
  client: PoolClient,
  kernel: Kernel,
  companyId: number,
  connections: readonly NewConnection[],
): Promise<number[]> => {
  const ids = await takeIds(client, 'connections.connection', connections.length);
  await insert(
    client,
    'connections.connection',
    connections.map(({ name, channel, up, entryQueueId, greeting }, index) => ({
      id: ids[index],
      company_id: companyId,
      name,
      channel,
      status: up ? 'CONNECTED' : 'DISCONNECTED',
      connected_before: true,
      qrcode: '',
      is_default: index === 0,
      greeting_message: greeting,
      completion_message: 'Atendimento encerrado. Obrigado pelo contato!',
      time_create_new_ticket: 60,
      allow_group: false,
      entry_queue_id: entryQueueId,
      created_at: new Date(),
      updated_at: new Date(),
    })),
  );
  await insert(
    client,
    'connections.connection_queue',
    connections.flatMap(({ queueIds }, index) =>
      queueIds.map((queue_id) => ({ company_id: companyId, connection_id: ids[index], queue_id })),
    ),
  );
  if (kernel.registry.plugins.has('channel-sandbox')) {
    const lines = connections.flatMap(({ channel, up }, index) =>
      channel === 'sandbox'
        ? [
            {
              company_id: companyId,
              connection_id: ids[index],
              paired: up,
              pairing_code: '',
              cut: false,
              latency_ms: 0,
            },
          ]
        : [],
    );
    await insert(client, 'channel_sandbox.connection', lines);
  }
  return ids;
};
