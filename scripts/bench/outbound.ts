import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { phoneRoom } from '@balcao/channel-sandbox/contract';
import { sessionsOf } from './attendants.ts';
import { companySetting } from './company-mark.ts';
import { round, sideBySide } from './figures.ts';
import { HttpClient } from './http-client.ts';
import type { Installation, Server } from './installation.ts';
import { firstCompany, numberOf } from './seed.ts';
import { mb, perSecond, type Row } from './table.ts';

const company = firstCompany;
const goal = 200;
/** Conversations that are answered in turn: the first ones of the company are open. */
const conversations = 200;

interface Reached {
  message: { id: string; body: string };
}

/** The simulated phones of the first conversations, over one socket, as the page of the simulator opens them. */
class Phones {
  readonly #socket: Socket;
  readonly #awaited = new Map<string, () => void>();
  /** The network's ids in order of arrival. */
  readonly ids: string[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('room', ({ event, data }: { event: string; data: Reached }) => {
      if (event !== 'message') return;
      this.ids.push(data.message.id);
      this.#awaited.get(data.message.body)?.();
      this.#awaited.delete(data.message.body);
    });
  }

  static async open(server: Server, token: string, count: number): Promise<Phones> {
    const socket = io(server.url, {
      path: '/socket.io',
      transports: ['websocket'],
      reconnection: false,
      auth: { token },
    });
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
    for (let contact = 1; contact <= count; contact += 1) {
      const params = { connectionId: company, number: numberOf(company, contact) };
      const answer = (await socket.timeout(30_000).emitWithAck('join', { room: phoneRoom.id, params })) as {
        error?: string;
      };
      if (answer.error !== undefined) throw new Error(`the room of a phone was refused: ${answer.error}`);
    }
    return new Phones(socket);
  }

  /** Resolves when a phone receives this text. */
  reached(body: string): Promise<void> {
    return new Promise((resolve) => this.#awaited.set(body, resolve));
  }

  close(): void {
    this.#socket.close();
  }
}

/**
 * Sends one message with the minimal plain statements: stored with its event in one transaction, and marked as sent in
 * a second one, which deletes the event.
 */
const sayPlainly = async (pool: Installation['confined'], mark: string, ticketId: number): Promise<void> => {
  const body = `resposta ${randomUUID()}`;
  const client = await pool.connect();
  const inCompany = async (work: () => Promise<void>): Promise<void> => {
    await client.query('begin');
    await client.query(`select set_config('app.company', $1, true)`, [mark]);
    await work();
    await client.query('commit');
  };
  try {
    let messageId: string | undefined;
    await inCompany(async () => {
      await client.query('select id, status, queue_id, user_id from tickets.ticket where company_id = $1 and id = $2', [
        company,
        ticketId,
      ]);
      await client.query(
        `update tickets.ticket set last_message = $3, last_message_ack = 0, last_at = now(), updated_at = now()
          where company_id = $1 and id = $2 and status <> 'closed' returning *`,
        [company, ticketId, body],
      );
      const { rows } = await client.query<{ id: string }>(
        `insert into tickets.message (company_id, ticket_id, whatsapp_id, user_id, body, from_me, sent_at, queued_at)
         values ($1, $2, $1, $3, $4, true, now(), now()) returning *`,
        [company, ticketId, company * 1_000 + 1, body],
      );
      messageId = rows[0]?.id;
      await client.query(
        `insert into kernel.outbox (company_id, event, key, payload) values ($1, 'bench.message', $2, $3)`,
        [company, `ticket:${ticketId}`, JSON.stringify({ ticketId, messageId })],
      );
    });
    await inCompany(async () => {
      await client.query(
        `insert into channel_sandbox.received (company_id, connection_id, number, message_id, external_id, body)
         values ($1, $1, $2, $3, $4, $5)`,
        [company, numberOf(company, ticketId), messageId, `plain-${messageId}`, body],
      );
      await client.query(
        `update tickets.message set external_id = $3, ack = 1 where company_id = $1 and id = $2 returning *`,
        [company, messageId, `plain-${messageId}`],
      );
      await client.query('update tickets.ticket set last_message_ack = 1 where company_id = $1 and id = $2', [
        company,
        ticketId,
      ]);
    });
  } finally {
    client.release();
  }
};

const isRising = (ids: readonly string[]): boolean => {
  const numbers = ids.map((id) => Number(id.slice(id.lastIndexOf('-') + 1)));
  return numbers.every((id, index) => index === 0 || id > (numbers[index - 1] ?? 0));
};

/** Returns the number of transactions of the database; PostgreSQL adds those of a connection within a second. */
const transactions = async ({ owner }: Installation): Promise<number> => {
  await sleep(1_100);
  const { rows } = await owner.query<{ count: string }>(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.count);
};

/** Measures a message of an attendant from the request to the simulated phone, against plain statements from Node. */
export const outbound = async (installation: Installation, server: Server): Promise<Row[]> => {
  const [token = ''] = await sessionsOf(server, [{ company, person: 1 }]);
  const phones = await Phones.open(server, token, conversations);
  const mark = await companySetting(installation.confined, company);
  const rows: Row[] = [];
  const ways = [
    { atOnce: 10, over: conversations },
    { atOnce: 50, over: conversations },
    { atOnce: 50, over: 1 },
  ];
  for (const { atOnce, over } of ways) {
    const clients = await HttpClient.many(server.url, token, atOnce);
    let sent = 0;
    let plainly = 0;
    let turn = 0;
    // The first conversation of the company is a long one, as its busiest would be.
    const nextTicket = (): number => (turn = (turn % over) + 1);
    const throughDoor = async (worker: number): Promise<void> => {
      const ticketId = nextTicket();
      const body = `resposta ${randomUUID()}`;
      sent += 1;
      const reached = phones.reached(body);
      await clients[worker]?.post(`/messages/${ticketId}`, { body });
      await reached;
    };
    phones.ids.length = 0;
    const before = await server.memory();
    const countBefore = await transactions(installation);
    const { limit, door: route } = await sideBySide(
      {
        limit: (seconds) =>
          round(atOnce, seconds, () => {
            plainly += 1;
            return sayPlainly(installation.confined, mark, nextTicket());
          }),
        door: (seconds) => round(atOnce, seconds, throughDoor),
      },
      { rounds: 3, seconds: 2 },
    );
    for (const client of clients) client.close();
    const after = await server.memory();
    const cpu = (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1000 / sent;
    const each = ((await transactions(installation)) - countBefore - 2 * plainly) / sent;
    const inOrder = over > 1 || isRising(phones.ids);
    rows.push({
      what: `message out to the phone, ${atOnce} at a time, ${over === 1 ? 'all in one conversation' : `${over} conversations`}`,
      figure: `${perSecond(route.perSecond)}, ${cpu.toFixed(2)} ms CPU and ${each.toFixed(1)} transactions each${inOrder ? '' : ', OUT OF ORDER'}`,
      limit: `${perSecond(limit.perSecond)} bare SQL`,
      ratio: route.ratio,
      // In one conversation each message waits until the one before it is sent.
      goal: over === 1 ? 'in order' : `≥ ${perSecond(goal)}`,
      met: inOrder && phones.ids.length === sent && (over === 1 || route.perSecond >= goal),
      p50: route.p50,
      p99: route.p99,
      memory: mb(after.rss),
    });
  }
  phones.close();
  return rows;
};
