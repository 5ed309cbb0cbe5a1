import { sql, type Scope } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { channelInbox } from '@balcao/connections/contract';
import { tickets, type MessageView, type TicketView } from '@balcao/tickets/contract';
import { compileFlow } from '../graph/compile.ts';
import { readElements } from '../graph/elements.ts';
import { newSession } from '../graph/state.ts';
import { drawing, earlier, type FlowOffice, type Node, type Way } from './flow-office.ts';

/** A conversation with a flow of its own. */
export interface Conversation {
  data: string;
  number: string;
  ticket: TicketView;
}

/** Many conversations, each with its own flow, made in a few statements. Only the test continues them. */
export class ManyConversations {
  readonly all: Conversation[] = [];
  readonly #host: TestHost;
  readonly #office: FlowOffice;
  #arrived = 0;

  private constructor(host: TestHost, office: FlowOffice) {
    this.#host = host;
    this.#office = office;
  }

  static async of(
    host: TestHost,
    office: FlowOffice,
    graphs: readonly { nodes: Node[]; ways: Way[] }[],
  ): Promise<{ conversations: ManyConversations; first: MessageView[] }> {
    const made = new ManyConversations(host, office);
    const data = graphs.map(({ nodes, ways }) => drawing(nodes, ways));
    const versions = await made.#publish(data);
    const numbers = graphs.map(() => office.number());
    const first = await made.#write(numbers.map((number) => ({ number, body: 'Oi' })));
    const views = await office.company
      .scope('tickets')
      .use(tickets)
      .findAll(first.map(({ ticketId }) => ticketId));
    const byId = new Map(views.map((view) => [view.id, view]));
    for (const [index, message] of first.entries()) {
      const ticket = byId.get(message.ticketId);
      if (!ticket) throw new Error('the conversation is missing');
      made.all.push({ data: data[index] ?? '', number: numbers[index] ?? '', ticket });
    }
    await made.#offer(versions);
    return { conversations: made, first };
  }

  /** Stores messages of customers, as a provider delivers many at once. */
  async write(texts: ReadonlyMap<number, string>): Promise<Map<number, MessageView>> {
    const indexes = [...texts.keys()];
    const messages = await this.#write(
      indexes.map((index) => ({ number: this.all[index]?.number ?? '', body: texts.get(index) ?? '' })),
    );
    return new Map(indexes.map((index, place) => [index, messages[place] as MessageView]));
  }

  /** Lets all waits of this length end. */
  async passTime(minutes: number): Promise<void> {
    await this.#office.scope.sql.run(sql`update flows.session set ${earlier(minutes)} where state = 'waiting'`);
  }

  /** Indexes of the conversations that a flow still has. */
  async led(): Promise<number[]> {
    const rows = await this.#office.scope.sql.rows<{ id: number }>(
      sql`select id from tickets.public_ticket where automatic_by = 'flows'`,
    );
    const ids = new Set(rows.map(({ id }) => id));
    return this.all.flatMap(({ ticket }, index) => (ids.has(ticket.id) ? [index] : []));
  }

  /** Texts that each customer read. */
  async said(): Promise<string[][]> {
    const rows = await this.#office.scope.sql.rows<{ ticketId: number; body: string }>(
      sql`select ticket_id as "ticketId", body from tickets.public_message
           where from_me and not only_internal order by ticket_id, sent_at, id`,
    );
    return this.#byTicket(rows).map((own) => own.map(({ body }) => body.trim()));
  }

  async steps(): Promise<{ seq: number; nodeId: string; isEntry: boolean }[][]> {
    const rows = await this.#office.scope.sql.rows<{ ticketId: number; seq: number; nodeId: string; isEntry: boolean }>(
      sql`select x.ticket_id as "ticketId", s.seq, s.node_id as "nodeId", s.is_entry as "isEntry"
            from flows.step s join flows.session x on x.company_id = s.company_id and x.id = s.session_id
           order by x.ticket_id, s.seq`,
    );
    return this.#byTicket(rows);
  }

  async ends(): Promise<(string | null)[]> {
    const rows = await this.#office.scope.sql.rows<{ ticketId: number; why: string | null }>(
      sql`select ticket_id as "ticketId", ended_why as why from flows.session`,
    );
    return this.#byTicket(rows).map(([row]) => row?.why ?? null);
  }

  #byTicket<R extends { ticketId: number }>(rows: readonly R[]): R[][] {
    const groups = Map.groupBy(rows, ({ ticketId }) => ticketId);
    return this.all.map(({ ticket }) => groups.get(ticket.id) ?? []);
  }

  async #publish(data: readonly string[]): Promise<{ flowId: number; versionId: number }[]> {
    const { sql: database } = this.#office.scope;
    const flows = await database.rows<{ id: number }>(
      sql`insert into flows.flow (title, draft) select 'Fluxo', d.value from json_array_elements_text(${JSON.stringify(data)}::json)
            with ordinality d(value, place) order by d.place returning id`,
    );
    const list = JSON.stringify(flows.map(({ id }, index) => ({ id, source: data[index] })));
    const versions = await database.rows<{ flowId: number; versionId: number }>(
      sql`insert into flows.version (flow_id, number, source) select x.id, 1, x.source
            from json_to_recordset(${list}::json) as x(id int, source text) returning flow_id as "flowId", id as "versionId"`,
    );
    return versions.toSorted((one, other) => one.flowId - other.flowId);
  }

  /** Gives each conversation to its flow, which begins with the message that led there. */
  async #offer(versions: readonly { flowId: number; versionId: number }[]): Promise<void> {
    const sessions = this.all.map(({ data, ticket }, index) => {
      const version = versions[index] ?? { flowId: 0, versionId: 0 };
      const memory = newSession(compileFlow(readElements(data), version), new Date());
      return { ticket: ticket.id, ...version, memory: JSON.stringify(memory) };
    });
    await this.#office.scope.sql.run(
      sql`insert into flows.session (ticket_id, flow_id, version_id, connection_id, state, memory, started_by)
          select x.ticket, x."flowId", x."versionId", ${this.#office.connectionId}, 'offered', x.memory::json, 'test'
            from json_to_recordset(${JSON.stringify(sessions)}::json) as x(ticket int, "flowId" int, "versionId" int, memory text)`,
    );
    await this.#host.kernel.database.owner.query(
      `update tickets.ticket set automatic_by = 'flows', routing = 'done' where company_id = $1`,
      [this.#office.company.id],
    );
  }

  async #write(texts: readonly { number: string; body: string }[]): Promise<MessageView[]> {
    const scope: Scope = this.#office.company.scope('tickets');
    const ids: number[] = [];
    for (let from = 0; from < texts.length; from += 200) {
      const outcomes = await scope.use(channelInbox).messages(
        this.#office.connectionId,
        texts.slice(from, from + 200).map(({ number, body }) => ({
          externalId: `many-${(this.#arrived += 1)}`,
          from: { channel: 'telephone', scope: '', kind: 'phone', value: number },
          name: 'Cliente de teste',
          number,
          body,
          sentAt: new Date(),
        })),
      );
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') throw outcome.reason;
        ids.push(outcome.value.messageId);
      }
    }
    const row = await scope.sql.one<{ messages: string }>(
      sql`select tickets.messages_json(${ids}::bigint[], false) as messages`,
    );
    const views = new Map((JSON.parse(row?.messages ?? '[]') as MessageView[]).map((view) => [view.id, view]));
    return ids.map((id) => ({ ...(views.get(id) as MessageView), choice: null }));
  }
}
