import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { inject } from 'vitest';
import { startTestHost, type Person, type TestCompany, type TestHost, type TestHostOptions } from '@balcao/sdk/testing';

export const pluginsFolder = path.resolve(import.meta.dirname, '../../../plugins');
/** Every plugin of the platform, whoever wrote it and whenever. */
export const firstParty = readdirSync(pluginsFolder).filter((id) =>
  existsSync(path.join(pluginsFolder, id, 'manifest.ts')),
);

export const startPlatform = (options: Partial<TestHostOptions> = {}): Promise<TestHost> =>
  startTestHost({ databaseUrl: inject('databaseUrl'), plugins: firstParty, ...options });

export interface Route {
  plugin: string;
  method: string;
  /** Without `/api`. */
  path: string;
  access: unknown;
  input: { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType; files?: object };
}

/** Every call that the server answers, the kernel's own first, as they are matched. */
export const routesOf = ({ kernel }: TestHost): Route[] => [
  ...kernel.routes.map(({ method, path: at, access, input = {} }) => ({
    plugin: 'kernel',
    method,
    path: at,
    access,
    input,
  })),
  ...kernel.registry.routes.map(({ plugin, method, path: at, definition: { access, input = {} } }) => ({
    plugin,
    method,
    path: at,
    access,
    input,
  })),
];

export const manifestsOf = ({ kernel }: TestHost) =>
  [...kernel.registry.plugins.values()].map(({ source }) => source.manifest);
const togglesOf = (host: TestHost): string[] =>
  manifestsOf(host).flatMap(({ toggle }) => (toggle === undefined ? [] : [toggle]));

/** A company with every module on and one of everything that a call could name. */
export interface Office {
  company: TestCompany;
  admin: Person;
  /** By the name that parameters and fields give it. */
  ids: Record<string, string | number | boolean>;
  /** Stands in every text that the company keeps. */
  secret: string;
}

type Row = Record<string, unknown> & { id: number };

const made = async (admin: Person, where: string, body: object): Promise<Row> => {
  const answer = await admin.post<Row>(where, body);
  if (answer.status !== 200) throw new Error(`POST ${where} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

let counter = 0;
export const openOffice = async (host: TestHost, name: string): Promise<Office> => {
  counter += 1;
  const secret = `Sigilo${counter}${name}`;
  const company = await host.company({
    name: secret,
    settings: Object.fromEntries(togglesOf(host).map((toggle) => [toggle, true])),
  });
  const { admin } = company;
  const number = `55119870${String(10_000 + counter)}`;
  const contact = await made(admin, '/contacts', { name: secret, number });
  const queue = await made(admin, '/queue', { name: secret, color: '#123456', greetingMessage: secret });
  const user = await made(admin, '/users', {
    name: secret,
    email: `${secret.toLowerCase()}@teste.local`,
    password: 'Senha-123',
    profile: 'user',
  });
  const line = await made(admin, '/whatsapp', {
    name: secret,
    channel: 'sandbox',
    queueIds: [queue.id],
    entryQueueId: queue.id,
  });
  const site = await made(admin, '/whatsapp', {
    name: `${secret} site`,
    channel: 'webchat',
    queueIds: [queue.id],
    entryQueueId: queue.id,
  });
  await admin.post(`/whatsappsession/${line.id}`);
  await admin.post(`/sandbox/${line.id}/pair`);
  const received = await made(admin, `/sandbox/${line.id}/messages`, { from: number, name: secret, body: secret });
  const ticket = (await admin.get<Row>(`/tickets/${received['ticketId']}`)).body;
  const messages = (await admin.get<{ messages: Row[] }>(`/messages/${ticket.id}`)).body.messages;
  const { kanbanId } = (await admin.get<{ kanbanId: number }>('/kanban-lanes')).body;
  const address = await company.scope('channel-webchat').addresses.issue(`connection:${site.id}`);
  const ids: Office['ids'] = {
    contactId: contact.id,
    queueId: queue.id,
    entryQueueId: queue.id,
    userId: user.id,
    connectionId: line.id,
    whatsappId: line.id,
    ticketId: ticket.id,
    uuid: String(ticket['uuid']),
    messageId: messages[0]?.id ?? 0,
    quotedMsg: messages[0]?.id ?? 0,
    kanbanId,
    companyId: company.id,
    siteId: site.id,
    address,
    number,
    from: number,
    with: number,
    digits: number,
    email: admin.email,
    key: 'hideContactNumber',
    column: 'hideContactNumber',
    token: '123456',
    channel: 'sandbox',
    cut: false,
    targetLaneId: 'lane2',
    permission: 'settings:view',
    value: 'enabled',
    data: 'enabled',
    users: String(user.id),
    allowedOrigins: 'https://loja.example',
  };
  return { company, admin, ids, secret };
};

const idBehind: Record<string, string> = {
  contacts: 'contactId',
  queue: 'queueId',
  users: 'userId',
  whatsapp: 'connectionId',
  whatsappsession: 'connectionId',
  tickets: 'ticketId',
  messages: 'messageId',
  companies: 'companyId',
  companySettings: 'companyId',
};

/** What a path's parameter is called in `ids`. */
export const meaningOf = (route: Route, parameter: string): string => {
  const first = route.path.split('/')[1] ?? '';
  if (first === 'webchat-sites') return 'siteId';
  return parameter === 'id' ? (idBehind[first] ?? 'id') : parameter;
};

export const parametersOf = ({ path: at }: Route): string[] =>
  [...at.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => name ?? '');

/** The path with its parameters, encoded; `change` replaces some of them by text as it goes into the address. */
export const pathWith = (route: Route, ids: Office['ids'], change: Record<string, string> = {}): string =>
  route.path.replace(
    /:([a-zA-Z]+)/g,
    (_all, name: string) => change[name] ?? encodeURIComponent(String(ids[meaningOf(route, name)] ?? 1)),
  );
