import type { Routine } from '@balcao/sdk/server';

/**
 * Writes down that a source told of something, by the name that it gave to a watch or a request. News of a watch make the
 * stored answers old: all companies that monitor the case ask again at once, under `p_request` if the news is ready
 * there. A request that is answered makes nothing old: whoever made it reads the answer at once. Returns false for a name
 * that nobody has, and for a notice that came before.
 */
export const hear: Routine = {
  name: 'hear',
  sql: [
    `create or replace function legal_process.hear(p_source text, p_id text, p_ref text, p_request text)
       returns boolean language plpgsql volatile security definer set search_path = pg_catalog as $$
     declare
       v_cnj char(20);
       v_company int;
       v_is_watch boolean;
     begin
       select k.cnj, k.company_id, k.is_watch into v_cnj, v_company, v_is_watch
         from (select w.cnj, w.company_id, true as is_watch
                 from legal_process.watch w where w.source = p_source and w.watch_id = p_ref
               union all
               select r.cnj, r.company_id, false
                 from legal_process.open_request r where r.source = p_source and r.request = p_ref) k
        order by k.is_watch desc limit 1;
       if v_cnj is null then return false; end if;
       delete from legal_process.heard where company_id = v_company and heard_at < now() - interval '30 days';
       insert into legal_process.heard (company_id, source, id) values (v_company, p_source, p_id)
         on conflict do nothing;
       if not found then return false; end if;
       if v_is_watch then
         update legal_process.source_copy set heard_at = clock_timestamp() where cnj = v_cnj and source = p_source;
       end if;
       if v_is_watch and p_request is not null then
         insert into legal_process.open_request (company_id, cnj, source, request)
           select k.company_id, k.cnj, p_source, p_request from legal_process.legal_case k where k.cnj = v_cnj
           on conflict (company_id, cnj, source) do update set request = excluded.request, created_at = now();
       end if;
       -- A case that is being checked now is due again when its check ends.
       update legal_process.legal_case set next_at = now()
        where cnj = v_cnj and (v_is_watch or company_id = v_company)
          and (claimed_at is null or claimed_at < now() - interval '5 minutes');
       return true;
     end $$`,
    `revoke all on function legal_process.hear(text, text, text, text) from public`,
    `grant execute on function legal_process.hear(text, text, text, text) to balcao_app`,
  ],
};
