import type { Routine } from '@balcao/sdk/server';

/**
 * Logs an access, unless the same person's last one in this conversation is less than ten minutes old. Two windows that
 * open it at once take turns, so that one of them logs it.
 */
export const logAccess: Routine = {
  name: 'log-access',
  sql: [
    `create or replace function tickets.log_access(p_ticket int, p_user int, p_queue int) returns void language plpgsql volatile as $$
     declare v_company int := kernel.current_company();
     begin
       perform pg_advisory_xact_lock(hashtextextended('tickets access ' || v_company || ' ' || p_ticket || ' ' || p_user, 0));
       -- A statement of its own, so that it sees what the transaction before stored.
       insert into tickets.log (company_id, ticket_id, type, user_id, queue_id)
       select v_company, p_ticket, 'access', p_user, p_queue
        where not exists (select 1 from tickets.log l
          where l.company_id = v_company and l.ticket_id = p_ticket and l.type = 'access' and l.user_id = p_user
            and l.created_at > clock_timestamp() - interval '10 minutes');
     end $$`,
  ],
};
