/**
 * Whether this person may open the conversation of a row, as `find-ticket.ts` decides for one. The offset keeps it a
 * look at one row: joined, all tickets would be read.
 */
export const mayOpen = (row: string): string => `(p_sees_all or exists (
              select from tickets.ticket t where t.company_id = v_company and t.id = ${row}.ticket_id and (t.owner_key = p_user
                 or t.owner_key = 0 and (p_any_queue or t.queue_id is null or t.queue_id = any (v_queues))) offset 0))`;

/** The queues of this person, which only who does not see everything needs. */
export const queuesOfReader = `if not p_sees_all then
         v_queues := array(select q.queue_id from queues.public_member q where q.company_id = v_company and q.user_id = p_user);
       end if;`;

/** Rows that are looked through one by one before any index is asked; more only when these had hits. */
export const newestRows = 100;
/** Of those that are looked through one by one, in as many goes as it takes. */
export const maxWalked = 1100;

/** A text as words in their common forms, with neither company nor bucket: cheaper than what the index holds. */
export const wordsOf = (text: string): string =>
  `to_tsvector('pg_catalog.portuguese', regexp_replace(left(${text}, 20000), '[!-/:-@\\[-\`{-~]+', ' ', 'g'))`;
