import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import type { PersonalData } from '@balcao/contacts/contract';

interface Ask {
  gapId: number;
  ticketId: number | null;
}

/**
 * Puts the words of another customer into questions whose first words were erased, and into their drafts; without
 * others they are deleted. A draft goes with each conversation that it was made from, unless it was accepted: then it
 * is the company's own text, without personal data.
 */
const forgetQuestions = async (scope: Scope, asked: readonly Ask[]): Promise<void> => {
  const ids = [...new Set(asked.map(({ gapId }) => gapId))];
  if (ids.length === 0) return;
  const ticketIds = asked.flatMap(({ ticketId }) => (ticketId === null ? [] : [ticketId]));
  await scope.sql.run(
    sql`delete from assistant.proposal p where p.gap_id = any(${ids}::int[]) and p.state <> 'accepted'
           and p.made_from && ${ticketIds}::int[]`,
  );
  await scope.sql.run(
    sql`delete from assistant.gap g where g.id = any(${ids}::int[])
          and not exists (select 1 from assistant.gap_ask a where a.gap_id = g.id)`,
  );
  await scope.sql.run(
    sql`update assistant.gap g
           set asks = (select count(*) from assistant.gap_ask a where a.gap_id = g.id),
               question = (select a.text from assistant.gap_ask a where a.gap_id = g.id order by a.id limit 1)
         where g.id = any(${ids}::int[])`,
  );
  await scope.sql.run(
    sql`update assistant.proposal p set question = g.question from assistant.gap g
         where g.company_id = p.company_id and g.id = p.gap_id and g.id = any(${ids}::int[]) and p.state <> 'accepted'`,
  );
};

/** Erases what conversations asked. Their gaps are locked first: a draft that is being stored is found afterwards. */
const forgetAsks = async (scope: Scope, chosen: Sql): Promise<Ask[]> => {
  const asks = await scope.sql.rows<{ id: number; gapId: number }>(
    sql`select id, gap_id as "gapId" from assistant.gap_ask where ${chosen}`,
  );
  const gapIds = asks.map(({ gapId }) => gapId);
  await scope.sql.run(sql`select 1 from assistant.gap where id = any(${gapIds}::int[]) order by id for update`);
  const ids = asks.map(({ id }) => id);
  const gone = await scope.sql.rows<Ask & Record<string, unknown>>(
    sql`delete from assistant.gap_ask where id = any(${ids}::bigint[]) returning gap_id as "gapId", ticket_id as "ticketId"`,
  );
  await forgetQuestions(scope, gone);
  return gone;
};

/** The questions of a contact that the knowledge did not answer, and the facts that the assistant noted. */
export const dataOfContact: PersonalData = {
  id: 'assistant',
  async *collect(contactId, scope) {
    for (const row of await scope.sql.rows<object>(
      sql`select a.text, a.at from assistant.gap_ask a
            join tickets.public_ticket t on t.company_id = a.company_id and t.id = a.ticket_id
           where t.contact_id = ${contactId} order by a.id`,
    ))
      yield { kind: 'unanswered-question', row };
    for (const row of await scope.sql.rows<object>(
      sql`select c.ticket_id as "ticketId", c.variables, c.started_at as "startedAt" from assistant.conversation c
            join tickets.public_ticket t on t.company_id = c.company_id and t.id = c.ticket_id
           where t.contact_id = ${contactId} order by c.ticket_id`,
    ))
      yield { kind: 'automatic-conversation', row };
    for (const row of await scope.sql.rows<object>(
      sql`select i.question, i.text, e.created_at as "createdAt" from assistant.evaluation_item i
            join assistant.evaluation e on e.id = i.evaluation_id
            join tickets.public_ticket t on t.company_id = e.company_id and t.id = e.ticket_id
           where t.contact_id = ${contactId} and i.side = 'new' order by e.id, i.n`,
    ))
      yield { kind: 'replayed-conversation', row };
    for (const row of await scope.sql.rows<object>(
      sql`select p.question, p.answer, p.state, p.created_at as "createdAt" from assistant.proposal p
            join tickets.public_ticket t on t.company_id = p.company_id and t.id = p.ticket_id
           where t.contact_id = ${contactId} and p.state <> 'none' order by p.id`,
    ))
      yield { kind: 'drafted-answer', row };
  },
  async erase(contactId, scope) {
    const own = sql`select t.id from tickets.public_ticket t where t.contact_id = ${contactId}`;
    // A turn that still runs ends without a word, as if a newer message had come.
    await scope.sql.run(
      sql`update assistant.run set state = 'cancelled', why = 'erased', ended_at = now()
           where state = 'running' and ticket_id in (${own})`,
    );
    const asked = await forgetAsks(scope, sql`ticket_id in (${own})`);
    const conversations = await scope.sql.run(
      sql`update assistant.conversation set variables = '{}', answered_id = inbox_id, first_at = null, due_at = null
           where ticket_id in (${own})`,
    );
    // Drafts that nobody accepted; what was accepted is the company's own text, without personal data.
    const drafts = await scope.sql.run(
      sql`delete from assistant.proposal where ticket_id in (${own}) and state <> 'accepted'`,
    );
    await scope.sql.run(sql`update assistant.proposal set ticket_id = null where ticket_id in (${own})`);
    const replays = await scope.sql.run(sql`delete from assistant.evaluation where ticket_id in (${own})`);
    return { count: asked.length + conversations + drafts + replays, files: [] };
  },
  // Without `countBefore`: their conversations are counted by the plugin that keeps the messages.
  async eraseBefore(day, limit, scope) {
    const asked = await forgetAsks(scope, sql`at < ${day} and ticket_id is not null order by id limit ${limit}`);
    const ended = sql`exists (select 1 from tickets.public_ticket t where t.company_id = x.company_id and t.id = x.ticket_id
                               and t.status = 'closed' and t.closed_at < ${day})`;
    const conversations = await scope.sql.run(
      sql`update assistant.conversation set variables = '{}' where ticket_id in
            (select x.ticket_id from assistant.conversation x where x.variables <> '{}' and ${ended} limit ${limit})`,
    );
    // Accepted drafts are the company’s own text, without personal data; attempts that gave nothing have none.
    const drafts = await scope.sql.run(
      sql`delete from assistant.proposal where id in
            (select x.id from assistant.proposal x
              where x.state in ('open', 'rejected') and (${ended} or exists (
                select 1 from tickets.public_ticket t where t.company_id = x.company_id and t.id = any(x.made_from)
                   and t.status = 'closed' and t.closed_at < ${day})) limit ${limit})`,
    );
    const replays = await scope.sql.run(
      sql`delete from assistant.evaluation where id in (select x.id from assistant.evaluation x where ${ended} limit ${limit})`,
    );
    return { count: asked.length + conversations + drafts + replays, files: [] };
  },
};
