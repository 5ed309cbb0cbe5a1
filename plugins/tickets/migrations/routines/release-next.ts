import type { Routine } from '@balcao/sdk/server';

/**
 * Releases the next bulk message of a connection and pace when it is due; without a pace all that may be in flight, in
 * one transaction. Returns the milliseconds after which to call
 * again; null: none is left and the release event ends. p_ahead: how many may be in flight; p_busy: the milliseconds to
 * wait while that many are.
 */
export const releaseNext: Routine = {
  name: 'release-next',
  sql: [
    `create or replace function tickets.release_next(p_connection int, p_paced boolean, p_interval float8, p_jitter float8, p_ahead int, p_busy float8)
       returns float8 language plpgsql as $$
     declare
       v_company int := kernel.current_company();
       v_wait float8;
       v_away int;
       v_down boolean;
       v_last timestamptz;
       v_free int;
       v_released int := 0;
       v_next bigint[];
       b tickets.bulk;
     begin
       perform 1 from tickets.bulk_line x
         where x.company_id = v_company and x.connection_id = p_connection and x.is_paced = p_paced for no key update;
       if not found then return null; end if;

       -- A message not settled after a minute is stuck for a reason of its own, and no longer counts. One that waits
       -- for the connection stays: it is queued again.
       delete from tickets.bulk x using tickets.message m
        where x.company_id = v_company and x.connection_id = p_connection and x.released_at is not null
          and m.company_id = v_company and m.id = x.message_id
          and (x.released_at < clock_timestamp() - interval '1 minute' and m.failure is null or m.ack > 0 or m.external_id is not null
               or m.is_deleted or m.failure <> 'disconnected');
       select count(*), coalesce(bool_or(m.failure is not null), false), max(x.released_at) into v_away, v_down, v_last
         from tickets.bulk x join tickets.message m on m.company_id = v_company and m.id = x.message_id
        where x.company_id = v_company and x.connection_id = p_connection and x.released_at > clock_timestamp() - interval '1 minute';

       loop
         select x.* into b from tickets.bulk x
          where x.company_id = v_company and x.connection_id = p_connection and x.is_paced = p_paced and x.released_at is null
          order by x.position limit 1;
         exit when not found;
         if v_down or v_away >= p_ahead then return p_busy; end if;
         if p_paced then
           perform 1 from tickets.bulk x
             where x.company_id = v_company and x.connection_id = p_connection and not x.is_paced and x.released_at is null limit 1;
           if found then return p_busy; end if;
         end if;
         select greatest(
                  extract(epoch from x.held_until - clock_timestamp()) * 1000,
                  case when p_paced then extract(epoch from x.bulk_at - clock_timestamp()) * 1000 + p_interval * (1 + x.bulk_stretch) end)
           into v_wait from tickets.pace x where x.company_id = v_company and x.connection_id = p_connection;
         if v_wait > 0 then return v_wait; end if;
         if not p_paced then
           v_free := p_ahead - v_away;
           select array_agg(y.message_id order by y.position) into v_next from (
             select x.message_id, x.position from tickets.bulk x
              where x.company_id = v_company and x.connection_id = p_connection and not x.is_paced and x.released_at is null
              order by x.position limit v_free) y;
           -- The tickets are locked before the messages, as everywhere, and in one order on all nodes.
           perform 1 from tickets.ticket t where t.company_id = v_company and t.id in (
             select x.ticket_id from tickets.bulk x where x.company_id = v_company and x.message_id = any(v_next)) order by t.id for update;
           delete from tickets.bulk x using tickets.message m
            where x.company_id = v_company and x.message_id = any(v_next) and m.company_id = v_company and m.id = x.message_id and m.is_deleted;
           select count(*) filter (where tickets.release(n.id)) into v_released from unnest(v_next) with ordinality n (id, place);
           if v_released > 0 then return 0; end if;
           continue;
         end if;
         -- The ticket is locked before the message, as everywhere.
         perform 1 from tickets.ticket x where x.company_id = v_company and x.id = b.ticket_id for update;
         delete from tickets.bulk x using tickets.message m
          where x.company_id = v_company and x.message_id = b.message_id and m.company_id = v_company and m.id = x.message_id and m.is_deleted;
         if not found and tickets.release(b.message_id) then
           if p_paced then
             insert into tickets.pace as x (connection_id, bulk_at, bulk_stretch) values (p_connection, clock_timestamp(), random() * p_jitter)
             on conflict (company_id, connection_id) do update set bulk_at = excluded.bulk_at, bulk_stretch = excluded.bulk_stretch;
           end if;
           return 0;
         end if;
       end loop;

       -- Asked more and more seldom: most messages are settled at once, and the next one must not wait until then.
       if v_away > 0 then
         return greatest(p_busy, least(1000, extract(epoch from clock_timestamp() - v_last) * 1000));
       end if;
       perform 1 from tickets.bulk_line x
         where x.company_id = v_company and x.connection_id = p_connection and x.is_paced = p_paced for update;
       perform 1 from tickets.bulk x
         where x.company_id = v_company and x.connection_id = p_connection and x.is_paced = p_paced and x.released_at is null limit 1;
       if found then return 0; end if;
       delete from tickets.bulk_line x where x.company_id = v_company and x.connection_id = p_connection and x.is_paced = p_paced;
       return null;
     end $$`,
  ],
};
