import { AppError, fetchPublic, NotPublic, sql, z, type Scope } from '@balcao/sdk/server';
import { contacts } from '@balcao/contacts/contract';
import { connections } from '@balcao/connections/contract';
import { defineFlowNode, type FlowContext, type FlowValue } from '../../contract.ts';
import { fill, nameKey, namesIn } from '../../graph/fill.ts';
import { handlesOf } from '../../graph/handles.ts';
import { readPath } from '../../graph/json-path.ts';
import type { NodeData } from '../../graph/node-data.ts';
import { flag, list, number, text, variable } from './fields.ts';

type Http = NodeData['httpNode'];
type Webhook = NodeData['webhookNode'];

const maxAnswer = 262_144;
const secretPrefix = 'secret.';
const headers = list(z.object({ name: z.string().regex(/^[\w-]{1,100}$/), value: text(2000) }), 30);

type Values = Record<string, FlowValue>;

/** Values of the names in these texts, for the work, which runs later and elsewhere. Secrets are read there. */
const valuesFor = (context: Pick<FlowContext, 'value'>, texts: readonly string[]): Values =>
  Object.fromEntries(
    texts
      .flatMap(namesIn)
      .filter((name) => !name.startsWith(secretPrefix))
      .map((name) => [name, context.value(name) ?? null]),
  );

const secretName = (name: string): string => `secret:${name}`;

/** Returns the secrets that these texts name, by key. */
const secretsIn = async (texts: readonly string[], scope: Scope): Promise<Values> => {
  const wanted = texts
    .flatMap(namesIn)
    .filter((name) => name.startsWith(secretPrefix))
    .map((name) => name.slice(secretPrefix.length));
  if (wanted.length === 0) return {};
  const rows = await scope.sql.rows<{ name: string; sealed: string }>(
    sql`select name, sealed from flows.secret where name = any(${[...new Set(wanted)]}::text[])`,
  );
  const opened = rows.map(({ name, sealed }) => [
    `${secretPrefix}${name}`,
    scope.secrets.box.open(sealed, secretName(name)) ?? '',
  ]);
  return Object.fromEntries(opened) as Values;
};

const urlFault = (url: string): { code: string; field: string }[] =>
  /^https?:\/\/[^\s]+$/i.test(url) ? [] : [{ code: 'emptyUrl', field: 'url' }];

interface Request {
  method: Http['method'];
  url: string;
  headers: readonly { name: string; value: string }[];
  body: string | undefined;
  timeoutSeconds: number;
  key: string;
}

const send = async (request: Request, scope: Scope): Promise<{ status: number; body: Buffer }> => {
  const { method, url, body, timeoutSeconds, key } = request;
  try {
    return await fetchPublic(url, {
      method,
      headers: {
        'user-agent': 'Balcao-Flows/1',
        // A request that is repeated after a stop of the server can be recognised by its receiver.
        'idempotency-key': key,
        ...Object.fromEntries(
          request.headers.map(({ name, value }) => [name.toLowerCase(), value.replace(/[\r\n]+/g, ' ')]),
        ),
      },
      ...(body !== undefined && { body }),
      maxBytes: maxAnswer,
      longer: 'refuse',
      redirects: 3,
      timeoutMs: timeoutSeconds * 1000,
      signal: scope.signal,
    });
  } catch (cause) {
    if (cause instanceof NotPublic) throw new AppError(400, 'ERR_NOT_PUBLIC', { cause });
    throw new AppError(502, 'ERR_UNREACHABLE', { cause });
  }
};

const isJson = (given: readonly { name: string; value: string }[], body: string): boolean => {
  const type = given.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  return type === undefined ? /^\s*[[{]/.test(body) : type.includes('json');
};
const inJson = (shown: string): string => JSON.stringify(shown).slice(1, -1);

const httpWork = async (input: unknown, data: Http, key: string, scope: Scope) => {
  const { values } = input as { values: Values };
  const secrets = await secretsIn([data.url, ...data.headers.map(({ value }) => value)], scope);
  const valueOf = (name: string) => values[name] ?? secrets[name];
  const json = isJson(data.headers, data.body);
  const hasBody = data.method !== 'GET' && data.body.trim() !== '';
  const answer = await send(
    {
      method: data.method,
      url: fill(data.url, valueOf, encodeURIComponent),
      headers: [
        ...(json && hasBody ? [{ name: 'content-type', value: 'application/json' }] : []),
        ...data.headers.map(({ name, value }) => ({ name, value: fill(value, valueOf) })),
      ],
      body: hasBody ? fill(data.body, (name) => values[name], json ? inJson : undefined) : undefined,
      timeoutSeconds: data.timeoutSeconds,
      key,
    },
    scope,
  );
  return { status: answer.status, values: saved(data.saves, answer.body.toString('utf8')) };
};

const maxValue = 4000;

/** Picks the wanted parts of a response, so that nothing else of it is stored. */
const saved = (saves: Http['saves'], body: string): Values => {
  let parsed: unknown = body;
  try {
    parsed = JSON.parse(body);
  } catch {
    // A response that is no JSON is one text, with the empty path.
  }
  return Object.fromEntries(
    saves.map(({ path, variable: name }) => {
      const found = readPath(parsed, path);
      const value: FlowValue =
        found === undefined || found === null
          ? null
          : typeof found === 'object'
            ? JSON.stringify(found).slice(0, maxValue)
            : typeof found === 'string'
              ? found.slice(0, maxValue)
              : (found as number | boolean);
      return [name, value];
    }),
  );
};

export const httpNode = defineFlowNode<Http>({
  type: 'httpNode',
  version: 1,
  schema: z.object({
    method: z
      .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      .nullish()
      .transform((value) => value ?? 'GET'),
    url: text(2000),
    headers,
    body: text(20_000),
    saves: list(z.object({ path: text(300), variable }), 30),
    timeoutSeconds: number(1, 30, 10),
  }),
  handles: () => handlesOf('httpNode', {}),
  texts: ({ url, headers: sent, body }) => [url, ...sent.map(({ value }) => value), body],
  sets: ({ saves }) => [...saves.map(({ variable: name }) => name), 'http_status'],
  check: ({ url }) => urlFault(url),
  execute: (context) => {
    const { url, headers: sent, body } = context.data;
    const values = valuesFor(context, [url, ...sent.map(({ value }) => value), body]);
    return { next: { wait: 'work', input: { values } } };
  },
  work: (input, { data, key }, scope) => httpWork(input, data, key, scope),
  resume(_context, signal) {
    if (signal.kind !== 'done') return { set: { http_status: 0 }, next: { go: 'failed' } };
    const { status, values } = signal.result as { status: number; values: Values };
    return { set: { ...values, http_status: status }, next: { go: status >= 200 && status < 300 ? 'out' : 'failed' } };
  },
});

export const webhookNode = defineFlowNode<Webhook>({
  type: 'webhookNode',
  version: 1,
  schema: z.object({ url: text(2000), headers, isRequired: flag }),
  handles: (data) => handlesOf('webhookNode', { ...data }),
  texts: ({ url, headers: sent }) => [url, ...sent.map(({ value }) => value)],
  check: ({ url }) => urlFault(url),
  execute: (context) => {
    const { data, ticket, values } = context;
    const used = valuesFor(context, [data.url, ...data.headers.map(({ value }) => value)]);
    const body = {
      event: 'flow',
      ticketId: ticket.id,
      channel: ticket.channel,
      contact: ticket.contact,
      variables: values,
    };
    return { next: { wait: 'work', input: { values: used, body } } };
  },
  async work(input, { data, key }, scope) {
    const { values, body } = input as { values: Values; body: object };
    const secrets = await secretsIn([data.url, ...data.headers.map(({ value }) => value)], scope);
    const valueOf = (name: string) => values[name] ?? secrets[name];
    const { status } = await send(
      {
        method: 'POST',
        url: fill(data.url, valueOf, encodeURIComponent),
        headers: [
          { name: 'content-type', value: 'application/json' },
          ...data.headers.map(({ name, value }) => ({ name, value: fill(value, valueOf) })),
        ],
        body: JSON.stringify(body),
        timeoutSeconds: 10,
        key,
      },
      scope,
    );
    if (status >= 500) throw new AppError(502, 'ERR_UNREACHABLE');
    return { status };
  },
  resume({ data }, signal) {
    const status = signal.kind === 'done' ? (signal.result as { status: number }).status : 0;
    return { next: { go: data.isRequired && (status < 200 || status >= 300) ? 'failed' : 'out' } };
  },
});

export const templateNode = defineFlowNode<NodeData['templateNode']>({
  type: 'templateNode',
  version: 1,
  schema: z.object({
    name: text(512),
    language: text(20),
    variables: z
      .record(z.string().max(100), z.string().max(2000))
      .nullish()
      .transform((value) => value ?? {}),
  }),
  handles: () => handlesOf('templateNode', {}),
  texts: ({ variables }) => Object.values(variables),
  check: ({ name }) => (name === '' ? [{ code: 'emptyTemplate', field: 'name' }] : []),
  async execute({ data, fill: filled, ticket }, scope) {
    const template = {
      name: data.name,
      language: data.language,
      variables: Object.fromEntries(Object.entries(data.variables).map(([key, value]) => [key, filled(value)])),
    };
    // Read here, so that a missing template is known before anything is sent, and the simulator shows its text.
    const { text: words } =
      ticket.connectionId > 0
        ? await scope.use(connections).previewTemplate(ticket.connectionId, template)
        : { text: `[${data.name}]` };
    return { effects: [{ kind: 'send', text: words, template }], next: { go: 'out' } };
  },
});

const isAddress = (value: string): boolean => /^[^\s@"<>]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(value);

export const contactNode = defineFlowNode<NodeData['contactNode']>({
  type: 'contactNode',
  version: 1,
  schema: z.object({
    field: z
      .enum(['name', 'email'])
      .nullish()
      .transform((value) => value ?? 'name'),
    value: text(254),
  }),
  handles: () => handlesOf('contactNode', {}),
  texts: ({ value }) => [value],
  check: ({ value }) => (value.trim() === '' ? [{ code: 'emptyText', field: 'value' }] : []),
  execute({ data, fill: filled, ticket }, scope) {
    const value = filled(data.value)
      .trim()
      .slice(0, data.field === 'name' ? 50 : 254);
    const isSound = data.field === 'name' ? [...value].length >= 2 : isAddress(value);
    if (!isSound) return { next: { go: 'out' } };
    const label = scope.t(data.field === 'name' ? 'server.contactName' : 'server.contactEmail', { value });
    return {
      effects: [
        {
          kind: 'apply',
          label,
          apply: (_ticketId, inner) => inner.use(contacts).update(ticket.contact.id, { [data.field]: value }),
        },
      ],
      next: { go: 'out' },
    };
  },
});

/** Seals a secret, or removes it. */
export const storeSecret = async (name: string, value: string, scope: Scope): Promise<void> => {
  const key = nameKey(name);
  if (value === '') await scope.sql.run(sql`delete from flows.secret where name = ${key}`);
  else
    await scope.sql.run(
      sql`insert into flows.secret (name, sealed) values (${key}, ${scope.secrets.box.seal(value, secretName(key))})
          on conflict (company_id, name) do update set sealed = excluded.sealed`,
    );
};
export const secretNames = async (scope: Scope): Promise<string[]> =>
  (await scope.sql.rows<{ name: string }>(sql`select name from flows.secret order by name`)).map(({ name }) => name);

/** Capabilities of a channel; undefined while its plugin is off. */
export const capabilitiesOf = (channel: string, scope: Scope) =>
  scope.use(connections).adapter({ channel })?.capabilities;
