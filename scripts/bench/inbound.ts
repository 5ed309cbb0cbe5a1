import { randomUUID } from 'node:crypto';
import { sessionsOf } from './attendants.ts';
import { companySetting } from './company-mark.ts';
import { round, sideBySide } from './figures.ts';
import { HttpClient } from './http-client.ts';
import type { Installation, Server } from './installation.ts';
import { firstCompany, numberOf, openTickets } from './seed.ts';
import { mb, perSecond, type Row } from './table.ts';

const company = firstCompany;
/** Minimal share of plain SQL by concurrency, and the node's CPU milliseconds per message. */
export const goals = new Map([
  [10, 0.9],
  [50, 1.5],
]);
const cpuGoal = 1;
let turn = 0;
export const nextContact = (): number => (turn = (turn % openTickets) + 1);

/** Stores one message with the minimal plain statements, one after the other. */
export const storePlainly = async (pool: Installation['confined'], mark: string): Promise<void> => {
  const number = numberOf(company, nextContact());
  const externalId = randomUUID();
  const body = `mensagem ${externalId}`;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('app.company', $1, true)`, [mark]);
    await client.query(
      'select id from tickets.message where company_id = $1 and whatsapp_id = $1 and external_id = $2',
      [company, externalId],
    );
    const contact = await client.query<{ id: number }>(
      `select c.id, c.name, c.number from contacts.identity i join contacts.contact c on c.company_id = i.company_id and c.id = i.contact_id
        where i.company_id = $1 and i.channel = 'sandbox' and i.scope = '' and i.kind = 'phone' and i.value = $2`,
      [company, number],
    );
    const ticket = await client.query<{ id: number }>(
      `update tickets.ticket set unread = unread + 1, last_message = $3, last_at = now(), updated_at = now()
        where company_id = $1 and contact_id = $2 and whatsapp_id = $1 and status in ('open', 'pending') returning *`,
      [company, contact.rows[0]?.id, body],
    );
    const message = await client.query<{ id: number }>(
      `insert into tickets.message (company_id, ticket_id, whatsapp_id, external_id, body, from_me, sent_at)
       values ($1, $2, $1, $3, $4, false, now()) returning *`,
      [company, ticket.rows[0]?.id, externalId, body],
    );
    await client.query(
      `insert into kernel.outbox (company_id, event, key, payload) values ($1, 'bench.message', $2, $3)`,
      [
        company,
        `ticket:${ticket.rows[0]?.id}`,
        JSON.stringify({ ticketId: ticket.rows[0]?.id, messageId: message.rows[0]?.id }),
      ],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
};

export const namesOf = async ({ owner }: Installation): Promise<Map<string, string>> => {
  const { rows } = await owner.query<{ number: string; name: string }>(
    'select number, name from contacts.contact where company_id = $1',
    [company],
  );
  return new Map(rows.map(({ number, name }) => [number, name]));
};

/**
 * Measures messages through the channel's HTTP route, stored and published live, against plain statements from Node.
 */
export const inbound = async (installation: Installation, server: Server): Promise<Row[]> => {
  const [token = ''] = await sessionsOf(server, [{ company, person: 1 }]);
  const names = await namesOf(installation);
  const rows: Row[] = [];
  for (const [atOnce, goal] of goals) {
    const clients = await HttpClient.many(server.url, token, atOnce);
    const throughDoor = async (worker: number): Promise<void> => {
      const from = numberOf(company, nextContact());
      const id = randomUUID();
      through += 1;
      await clients[worker]?.post(`/sandbox/${company}/messages`, {
        from,
        name: names.get(from),
        body: `mensagem ${id}`,
        id,
      });
    };
    let through = 0;
    const mark = await companySetting(installation.confined, company);
    const before = await server.memory();
    const { limit, door: channel } = await sideBySide(
      {
        limit: (seconds) => round(atOnce, seconds, () => storePlainly(installation.confined, mark)),
        door: (seconds) => round(atOnce, seconds, throughDoor),
      },
      { rounds: 4, seconds: 1.5 },
    );
    for (const client of clients) client.close();
    const after = await server.memory();
    const cpu = (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1000 / through;
    rows.push({
      what: `message in, ${atOnce} at a time`,
      figure: `${perSecond(channel.perSecond)}, ${cpu.toFixed(2)} ms CPU each`,
      limit: `${perSecond(limit.perSecond)} bare SQL`,
      ratio: channel.ratio,
      goal: `≥ ${goal}, ≤ ${cpuGoal} ms`,
      met: channel.ratio >= goal && cpu <= cpuGoal,
      p50: channel.p50,
      p99: channel.p99,
      memory: mb(after.rss),
    });
  }
  return rows;
};
