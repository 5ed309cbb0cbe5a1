/**
 * True when this person may open the conversation of a row, by the rules of `find-ticket.ts`. The offset keeps it a
 * lookup of one row: joined, all tickets would be read.
 */
export const mayOpen = (row: string): string => `(p_sees_all or exists (
              select from tickets.ticket t where t.company_id = v_company and t.id = ${row}.ticket_id and (t.owner_key = p_user
                 or t.owner_key = 0 and (p_any_queue or t.queue_id is null or t.queue_id = any (v_queues))) offset 0))`;

/** Reads the queues of this person; not needed for those who see everything. */
export const queuesOfReader = `if not p_sees_all then
         v_queues := array(select q.queue_id from queues.public_member q where q.company_id = v_company and q.user_id = p_user);
       end if;`;

/** Number of rows that are read one by one before an index is used; more only when these had hits. */
export const newestRows = 100;
/** Maximum number of rows that are read one by one, over all rounds. */
export const maxWalked = 1100;

/**
 * Returns the words of a text in their common forms, without company and bucket: cheaper than the indexed expression.
 */
export const wordsOf = (text: string): string =>
  `to_tsvector('pg_catalog.portuguese', regexp_replace(left(${text}, 20000), '[!-/:-@\\[-\`{-~]+', ' ', 'g'))`;
