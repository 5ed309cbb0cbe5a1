import type { Routine } from '@balcao/sdk/server';

const facts = [
  'opened_at',
  'opened_by',
  'accepted_at',
  'first_reply_at',
  'closed_at',
  'closed_by',
  'queue_id',
  'user_id',
  'connection_id',
  'channel',
  'contact_id',
  'is_new_contact',
  'messages_in',
  'messages_out',
  'wait_s',
  'reply_s',
  'support_s',
  'transfers',
  'first_log_id',
  'last_log_id',
];
const list = facts.join(', ');

/**
 * Counts the attendances of a conversation from its log and messages: those that are not stored as closed yet, or
 * those from number `p_from` on. It depends on what is stored, not on the event that led here, so events may come late, twice or in
 * any order. Closed ones are not counted again, because their messages may have been deleted since.
 */
export const recount: Routine = {
  name: 'recount',
  sql: [
    // The messages of an attendance, from the end of the former one: the message that began it is older than it.
    `create or replace function reports.with_messages(a reports.attendance, p_since timestamptz) returns reports.attendance language plpgsql stable as $$
     declare
       v_begun timestamptz;
     begin
       select count(*) filter (where not m.from_me), count(*) filter (where m.from_me and m.sent_at >= a.opened_at)
         into a.messages_in, a.messages_out
         from tickets.public_message m
        where m.company_id = a.company_id and m.ticket_id = a.ticket_id and not m.only_internal and not m.is_imported
          and m.sent_at >= p_since and m.sent_at < coalesce(a.closed_at, 'infinity');
       if a.no = 1 and a.opened_by = 'customer' and exists (
            select 1 from tickets.public_message m where m.company_id = a.company_id and m.ticket_id = a.ticket_id and m.from_me
               and not m.only_internal and not m.is_imported and m.sent_at < a.opened_at) then
         a.opened_by := 'campaign';
       end if;
       v_begun := a.opened_at;
       if a.opened_by = 'company' then
         select min(m.sent_at) into v_begun from tickets.public_message m
          where m.company_id = a.company_id and m.ticket_id = a.ticket_id and not m.from_me and not m.is_imported
            and m.sent_at >= a.opened_at and m.sent_at < coalesce(a.closed_at, 'infinity');
       end if;
       select min(m.sent_at) into a.first_reply_at from tickets.public_message m
        where m.company_id = a.company_id and m.ticket_id = a.ticket_id and m.from_me and m.user_id is not null and not m.only_internal
          and m.sent_at >= v_begun and m.sent_at < coalesce(a.closed_at, 'infinity');
       -- Without a reply there is no time: greatest() would make it 0.
       a.reply_s := case when a.first_reply_at is not null then greatest(0, round(extract(epoch from a.first_reply_at - v_begun))) end;
       return a;
     end $$`,
    // A contact is new in the attendance with which its first conversation began.
    `create or replace function reports.is_first(a reports.attendance) returns boolean language sql stable as $$
       select a.no = 1 and not exists (
         select 1 from tickets.public_ticket o join tickets.public_ticket t on t.company_id = o.company_id and t.id = a.ticket_id
          where o.company_id = a.company_id and o.contact_id = a.contact_id and o.id <> t.id and o.status <> 'unlisted'
            and (o.created_at, o.id) < (t.created_at, t.id)) $$`,
    `create or replace function reports.recount(p_ticket int, p_from int default null) returns void language plpgsql as $$
     declare
       v_company int := kernel.current_company();
       v_after bigint := 0;
       v_no int := 0;
       v_since timestamptz := '-infinity';
       a reports.attendance;
     begin
       perform pg_advisory_xact_lock(hashtextextended('reports ' || v_company || ' ' || p_ticket, 0));
       select x.last_log_id, x.no, x.closed_at into v_after, v_no, v_since from reports.attendance x
        where x.company_id = v_company and x.ticket_id = p_ticket and x.closed_at is not null and (p_from is null or x.no < p_from)
        order by x.no desc limit 1;
       if not found then v_after := 0; v_no := 0; v_since := '-infinity'; end if;
       for a in select * from reports.derive(p_ticket, v_after, v_no) loop
         v_no := a.no;
         a := reports.with_messages(a, v_since);
         a.is_new_contact := reports.is_first(a);
         insert into reports.attendance as x (company_id, ticket_id, no, ${list})
         values (a.company_id, a.ticket_id, a.no, ${facts.map((name) => `a.${name}`).join(', ')})
         on conflict (company_id, ticket_id, no) do update set ${facts.map((name) => `${name} = excluded.${name}`).join(', ')}
          where (${facts.map((name) => `x.${name}`).join(', ')}) is distinct from (${facts.map((name) => `excluded.${name}`).join(', ')});
         v_since := a.closed_at;
       end loop;
       -- An attendance that the log does not tell any more, or told only in part.
       delete from reports.attendance x where x.company_id = v_company and x.ticket_id = p_ticket and x.no > v_no;
       perform reports.rate(p_ticket);
     end $$`,
    // The rating belongs to the attendance at whose end it was asked for, whenever the customer answers.
    `create or replace function reports.rate(p_ticket int) returns void language sql as $$
       update reports.attendance a set rate = r.rate, rated_at = r.rated_at
         from tickets.public_rating r
        where a.company_id = kernel.current_company() and a.ticket_id = p_ticket and r.company_id = a.company_id and r.ticket_id = a.ticket_id
          and r.rate is not null and r.asked_at >= a.opened_at and r.asked_at <= a.closed_at
          and (a.rate, a.rated_at) is distinct from (r.rate, r.rated_at)
          and not exists (select 1 from tickets.public_rating o where o.company_id = r.company_id and o.ticket_id = r.ticket_id
                and o.rate is not null and o.id > r.id and o.asked_at <= a.closed_at and o.asked_at >= a.opened_at) $$`,
  ],
};
