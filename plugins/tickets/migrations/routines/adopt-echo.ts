import type { Routine } from '@balcao/sdk/server';

/**
 * Recognizes our own message when it comes back under the provider's id before the provider answered us: by the
 * reserved id, else by its text, also with the author's name in front. It is no second message.
 */
export const adoptEcho: Routine = {
  name: 'adopt-echo',
  sql: [
    `create or replace function tickets.adopt_echo(p_connection int, p_contact int, p_external text, p_body text) returns tickets.message
       language sql volatile as $$
       update tickets.message x set external_id = p_external, ack = greatest(x.ack, 1), failure = null, failure_reason = null
        where x.company_id = kernel.current_company() and x.id = (
                select m.id from tickets.message m
                  join tickets.ticket t on t.company_id = m.company_id and t.id = m.ticket_id
                 where t.company_id = kernel.current_company() and t.contact_id = p_contact and t.whatsapp_id = p_connection
                   and m.from_me and m.ack = 0 and not m.only_internal and m.external_id is null
                   and (m.reserved_id = p_external
                        or m.failure is null and not m.is_deleted and m.reserved_id is null
                           and m.sent_at > now() - interval '10 minutes'
                           and (m.body = p_body or m.user_id is not null and m.body <> '' and p_body like '*%:*%'
                                and right(p_body, length(m.body) + 1) = E'\\n' || m.body))
                 order by (m.reserved_id = p_external) desc nulls last, m.sent_at, m.id limit 1 for update of m skip locked)
       returning x.* $$`,
  ],
};
