import { inject } from 'vitest';
import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import { eventually, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { channelInbox, type InboundMessage, type InboundResult } from '@balcao/connections/contract';
import type { SavedFlow } from '../graph/wire.ts';
import { advance } from '../server/engine/advance.ts';
import { sweep } from '../server/engine/sweep.ts';
import { plugins } from './plugins.ts';

export const startFlows = (sameDatabaseAs?: TestHost, further: readonly string[] = []): Promise<TestHost> =>
  startTestHost({
    databaseUrl: inject('databaseUrl'),
    importLimitMs: 60_000,
    plugins: [...plugins, ...further],
    ...(sameDatabaseAs && { sameDatabaseAs }),
  });

/** A node: id, kind, data. */
export type Node = [id: string, type: string, data?: Record<string, unknown>];
/** A connection: from a way out (`node` or `node:handle`) to a node. */
export type Way = [from: string, to: string];

/** Draws `data` of the wire; the start is there already. */
export const drawing = (nodes: readonly Node[], ways: readonly Way[], settings?: object): string =>
  JSON.stringify([
    {
      id: 'start',
      type: 'startNode',
      position: { x: 0, y: 0 },
      data: { label: 'Inicio', ...(settings && { settings }) },
    },
    ...nodes.map(([id, type, data = {}], index) => ({ id, type, position: { x: 300 * (index + 1), y: 0 }, data })),
    ...ways.map(([from, target]) => {
      const [source, sourceHandle = 'out'] = from.split(':');
      return {
        id: `${source}-${sourceHandle}-${target}`,
        type: 'custom',
        source,
        sourceHandle,
        target,
        targetHandle: 'in',
      };
    }),
  ]);

export const say = (id: string, label: string, more: object = {}): Node => [
  id,
  'messageNode',
  { label, delay: 0, sendGreetingMessage: 1, ...more },
];
export const ask = (id: string, question: string, titles: readonly string[], more: object = {}): Node => [
  id,
  'questionNode',
  { question, options: titles.map((title, index) => ({ id: String(index + 1), title })), optionType: 'list', ...more },
];

/** Assignments that let a session wait so much longer already: the time of its end, and the time of which its memory knows. */
export const earlier = (minutes: number): Sql =>
  sql`wake_at = wake_at - make_interval(mins => ${minutes}),
      memory = jsonb_set(memory::jsonb, '{enteredAt}', to_jsonb((memory->>'enteredAt')::bigint - ${minutes * 60_000}::bigint))::json`;

/** A company with a connection and customers who write to it. */
export class FlowOffice {
  readonly company: TestCompany;
  readonly connectionId: number;
  readonly #host: TestHost;
  #count = 0;

  private constructor(host: TestHost, company: TestCompany, connectionId: number) {
    this.#host = host;
    this.company = company;
    this.connectionId = connectionId;
  }

  static async of(host: TestHost, settings: Record<string, string | boolean> = {}): Promise<FlowOffice> {
    const company = await host.company({
      settings: { flow: 'enabled', 'plugin:flow-telephone': 'enabled', ...settings },
    });
    const row = await company.scope('connections').sql.one<{ id: number }>(
      sql`insert into connections.connection (name, channel, status, is_default)
          values ('Principal', 'telephone', 'CONNECTED', true) returning id`,
    );
    return new FlowOffice(host, company, row?.id ?? 0);
  }

  get admin() {
    return this.company.admin;
  }

  /** The scope of the plugin, as its handlers have it. */
  get scope(): Scope {
    return this.company.scope('flows');
  }

  at(host: TestHost): Scope {
    return host.kernel.scope(this.company.id, 'flows');
  }

  number(): string {
    this.#count += 1;
    return String(5_511_900_000_000 + this.company.id * 10_000 + this.#count);
  }

  async queue(name: string, more: object = {}): Promise<number> {
    this.#count += 1;
    const color = `#${String(100_000 + this.#count)}`;
    const { body } = await this.admin.post<{ id: number }>('/queue', { name, color, ...more });
    return body.id;
  }

  /** Creates and publishes a flow. */
  async flow(nodes: readonly Node[], ways: readonly Way[], settings?: object, title = 'Fluxo'): Promise<number> {
    const saved = await this.admin.post<SavedFlow>('/flow', { title, data: drawing(nodes, ways, settings) });
    if (saved.status !== 200) throw new Error(`saving answered ${saved.status} ${JSON.stringify(saved.body)}`);
    return saved.body.id;
  }

  /** Lets a flow answer everybody who begins a conversation. */
  async answerWith(flowId: number): Promise<void> {
    await this.admin.put(`/whatsapp-flow-options/connection/${this.connectionId}`, { flowId });
  }

  arrives(number: string, body: string, more: Partial<InboundMessage> = {}): Promise<InboundResult> {
    this.#count += 1;
    return this.company
      .scope('tickets')
      .use(channelInbox)
      .message(this.connectionId, {
        externalId: `in-${this.connectionId}-${this.#count}`,
        from: { channel: 'telephone', scope: '', kind: 'phone', value: number },
        name: `Cliente ${number.slice(-4)}`,
        number,
        body,
        sentAt: new Date(),
        ...more,
      });
  }

  /** Waits until all events were delivered. */
  async settled(): Promise<void> {
    await eventually(async () => {
      const { rows } = await this.#host.kernel.database.owner.query(
        `select (select count(*) from kernel.outbox where company_id = $1)
              + (select count(*) from kernel.event_retry where company_id = $1) as owed`,
        [this.company.id],
      );
      return Number(rows[0].owed) === 0;
    });
  }

  /** Sends a customer's message and waits for what follows at once. */
  async writes(number: string, body: string, more: Partial<InboundMessage> = {}): Promise<InboundResult> {
    const arrived = await this.arrives(number, body, more);
    await this.settled();
    return arrived;
  }

  /** Texts of the company in a conversation, oldest first. */
  async said(ticketId: number): Promise<string[]> {
    const rows = await this.scope.sql.rows<{ body: string }>(
      sql`select body from tickets.public_message where ticket_id = ${ticketId} and from_me and not only_internal order by sent_at, id`,
    );
    return rows.map(({ body }) => body);
  }

  async notes(ticketId: number): Promise<string[]> {
    const rows = await this.scope.sql.rows<{ body: string }>(
      sql`select body from tickets.public_message where ticket_id = ${ticketId} and only_internal order by id`,
    );
    return rows.map(({ body }) => body);
  }

  async ticket(ticketId: number) {
    const row = await this.scope.sql.one<{ status: string; queueId: number | null; automaticBy: string | null }>(
      sql`select status, queue_id as "queueId", automatic_by as "automaticBy" from tickets.public_ticket where id = ${ticketId}`,
    );
    return row ?? { status: 'missing', queueId: null, automaticBy: null };
  }

  /** The last session of a conversation. */
  async session(ticketId: number) {
    const row = await this.scope.sql.one<{
      id: number;
      state: string;
      nodeId: string;
      seq: number;
      endedWhy: string | null;
      flowId: number | null;
      versionId: number | null;
    }>(
      sql`select id, state, node_id as "nodeId", seq, ended_why as "endedWhy", flow_id as "flowId", version_id as "versionId"
            from flows.session where ticket_id = ${ticketId} order by id desc limit 1`,
    );
    if (!row) throw new Error('no session');
    return row;
  }

  /** Lets a wait end now, as if its time had passed. */
  async passTime(ticketId: number, minutes = 1): Promise<void> {
    await this.scope.sql.run(
      sql`update flows.session
             set ${earlier(minutes)}, settle_at = settle_at - make_interval(mins => ${minutes}),
                 touched_at = touched_at - make_interval(mins => ${minutes})
           where ticket_id = ${ticketId} and ended_at is null`,
    );
    await sweep(this.scope);
    await this.settled();
  }

  async wake(ticketId: number): Promise<void> {
    const { id } = await this.session(ticketId);
    await advance(this.scope, id, { kind: 'wake' });
  }
}
