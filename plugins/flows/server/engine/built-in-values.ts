import { sql, type Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import { flowVariable, type FlowTicket, type FlowValue, type FlowValues } from '../../contract.ts';
import { nameKey } from '../../graph/fill.ts';

/** The source of the built-in values. */
export interface ValueSource {
  ticket: FlowTicket;
  now: Date;
  timeZone: string;
  lastText: string;
}

type Read = (from: ValueSource, scope: Scope) => FlowValue | Promise<FlowValue>;

const hourOf = (now: Date, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now));

const greetingKey = (hour: number): string =>
  hour >= 5 && hour < 12
    ? 'server.goodMorning'
    : hour >= 12 && hour < 18
      ? 'server.goodAfternoon'
      : 'server.goodEvening';

const nameOfQueue = async (id: number, scope: Scope): Promise<string> =>
  (await scope.sql.one<{ name: string }>(sql`select name from queues.public_queue where id = ${id}`))?.name ?? '';

const attendantOf = async (ticketId: number, scope: Scope): Promise<string> =>
  (
    await scope.sql.one<{ name: string }>(
      sql`select u.name from tickets.public_ticket t join kernel."user" u on u.id = t.user_id where t.id = ${ticketId}`,
    )
  )?.name ?? '';

/** Names that every flow knows, with the keys of their explanations. */
export const builtInValues: Readonly<Record<string, Read>> = {
  nome: ({ ticket }) => ticket.contact.name,
  primeiro_nome: ({ ticket }) => ticket.contact.name.trim().split(/\s+/)[0] ?? '',
  numero: ({ ticket }) => ticket.contact.number,
  email: ({ ticket }) => ticket.contact.email,
  protocolo: ({ ticket }) => String(ticket.id),
  fila: ({ ticket }, scope) => (ticket.queueId === null ? '' : nameOfQueue(ticket.queueId, scope)),
  atendente: ({ ticket }, scope) => (ticket.id === 0 ? '' : attendantOf(ticket.id, scope)),
  empresa: (_from, scope) => scope.company.name,
  saudacao: ({ now, timeZone }, scope) => scope.t(greetingKey(hourOf(now, timeZone))),
  data: ({ now, timeZone }) => new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'short' }).format(now),
  hora: ({ now, timeZone }) => new Intl.DateTimeFormat('pt-BR', { timeZone, timeStyle: 'short' }).format(now),
  canal: ({ ticket }) => ticket.channel,
  conexao: async ({ ticket }, scope) =>
    ticket.connectionId > 0 ? ((await scope.use(connections).find(ticket.connectionId))?.name ?? '') : '',
  ultima_mensagem: ({ lastText }) => lastText,
};

/** Reads values by key: built-in ones, and those of the plugins that offer one of these names. */
export const loadValues = async (keys: readonly string[], from: ValueSource, scope: Scope): Promise<FlowValues> => {
  const values: Record<string, FlowValue> = {};
  for (const key of keys) {
    const read = builtInValues[key];
    if (read) values[key] = await read(from, scope);
  }
  const others = keys.filter((key) => builtInValues[key] === undefined);
  if (others.length === 0) return values;
  for (const { item, run } of scope.contributions(flowVariable)) {
    if (!item.names.some(({ name }) => others.includes(nameKey(name)))) continue;
    const loaded =
      from.ticket.id === 0
        ? item.samples
        : await run((one, own) => one.load(from.ticket, own)).catch(() => ({}) as FlowValues);
    for (const [name, value] of Object.entries(loaded)) values[nameKey(name)] ??= value;
  }
  return values;
};

/** Names that are known without being set by a flow. */
export const knownNames = (scope: Scope): { name: string; plugin: string; label: string; scope: Scope }[] => [
  ...Object.keys(builtInValues).map((name) => ({ name, plugin: 'flows', label: `server.variable.${name}`, scope })),
  ...scope
    .contributions(flowVariable)
    .flatMap(({ item, plugin, scope: own }) =>
      item.names.map(({ name, label }) => ({ name, plugin, label, scope: own })),
    ),
];
