import type { Routine } from '@balcao/sdk/server';

/**
 * Delivers the company’s messages to phones, each once however often it is sent, and returns the state of the network.
 * A slow network accepts nothing at first (`has_waited`): the sender retries after `latency_ms`. `received_at` is null
 * if the message did not reach the phone now.
 */
export const reachPhones: Routine = {
  name: 'reach-phones',
  sql: [
    `create or replace function channel_sandbox.reach_phones(p_messages json)
       returns table (place int, latency_ms int, is_down boolean, is_invalid boolean, received_at timestamptz) language plpgsql as $$
     declare
       p record;
       v_received timestamptz;
     begin
       for p in
         select x.*, coalesce(l.latency_ms, 0) as latency, coalesce(l.cut or not l.paired, true) as is_down,
                coalesce(n.invalid, false) as is_invalid
           from json_to_recordset(p_messages) as x(place int, connection int, number text, message bigint, external text, body text,
                  media jsonb, medias jsonb, data jsonb, menu jsonb, has_waited boolean)
           left join channel_sandbox.connection l on l.company_id = kernel.current_company() and l.connection_id = x.connection
           left join channel_sandbox.phone n on n.company_id = kernel.current_company() and n.connection_id = x.connection
            and n.number = x.number
          order by x.place
       loop
         v_received := null;
         if not p.is_down and not p.is_invalid and (p.latency = 0 or p.has_waited) then
           insert into channel_sandbox.received as r (connection_id, number, message_id, external_id, body, media, medias, data, menu)
           values (p.connection, p.number, p.message, p.external, p.body, p.media, p.medias, p.data, p.menu)
           on conflict do nothing returning r.received_at into v_received;
           if found then
             perform kernel.emit('channel-sandbox.phone.reached', 'phone:' || p.connection || ':' || p.number,
               jsonb_build_object('connectionId', p.connection, 'number', p.number, 'externalId', p.external));
           end if;
         end if;
         return query select p.place, p.latency, p.is_down, p.is_invalid, v_received;
       end loop;
     end $$`,
  ],
};
