import type { Migration } from '@balcao/sdk/server';

/** What a message may be beside text and file, what became of it later, and how one is found in a long conversation. */
export const messageKinds: Migration = {
  name: '0008-message-kinds',
  sql: [
    // reactions: who reacted ('us' is the company) -> { emoji, fromMe, name, at }; one taken back stays with an empty emoji,
    // so that an older one that comes late is told apart. undo: by kind of change, what stood there before a change of ours
    // that the channel has not taken yet.
    `alter table tickets.message
       add column data jsonb,
       add column reactions jsonb not null default '{}',
       add column edited_at timestamptz,
       add column undo jsonb not null default '{}',
       add column has_link boolean not null generated always as (body ~* '(https?://|www\\.)[^[:space:]]') stored,
       add column search_text text not null generated always as (
         kernel.normalise(case when is_deleted then '' else body || ' ' || coalesce(media_name, '') end)) stored`,

    // Files of one kind in one conversation, and its links, newest first.
    `create index message_media on tickets.message (company_id, ticket_id, media_type, sent_at desc, id desc)
       where media_type is not null and not is_deleted`,
    `create index message_link on tickets.message (company_id, ticket_id, sent_at desc, id desc) where has_link and not is_deleted`,
    // Serves the search inside one conversation; without the conversation it serves a search over all of them.
    `create index message_search on tickets.message using gin (company_id, ticket_id, search_text public.gin_trgm_ops)
       with (gin_pending_list_limit = 256)`,
    // A definer function, because like is not leakproof: under the policy it would lose the index.
    `create function tickets.message_found(p_ticket int, p_query text, p_most int, p_skip int, p_before_at timestamptz, p_before bigint)
       returns table (id bigint, sent_at timestamptz)
       language sql stable security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan as $$
       select m.id, m.sent_at from tickets.message m
        where m.company_id = kernel.current_company() and m.ticket_id = p_ticket and not m.is_deleted
          and m.search_text like kernel.like_pattern(p_query)
          and (m.sent_at, m.id) < (coalesce(p_before_at, 'infinity'), coalesce(p_before, 9223372036854775807))
        order by m.sent_at desc, m.id desc limit p_most offset p_skip $$`,
    'revoke all on function tickets.message_found(int, text, int, int, timestamptz, bigint) from public',
    'grant execute on function tickets.message_found(int, text, int, int, timestamptz, bigint) to balcao_app',

    // Changes that overtook their message.
    `create table tickets.early_change (
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       whatsapp_id int not null,
       external_id text not null,
       kind text not null check (kind in ('reaction', 'edit', 'delete')),
       author text not null default '',
       value text not null default '',
       from_me boolean not null default false,
       name text,
       at timestamptz not null,
       created_at timestamptz not null default now(),
       primary key (company_id, whatsapp_id, external_id, kind, author)
     )`,

    // What the page behind an address says of itself; title is null when it says nothing or does not answer.
    `create table tickets.link_preview (
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       url_hash text not null,
       url text not null,
       title text,
       description text,
       site text,
       image_path text,
       fetched_at timestamptz not null default now(),
       primary key (company_id, url_hash)
     )`,
    `create index on tickets.link_preview (company_id, fetched_at)`,

    `create function tickets.reactions_json(p_reactions jsonb) returns json language sql stable parallel safe as $$
       select coalesce(json_agg(json_build_object('emoji', r.said ->> 'emoji', 'fromMe', r.said -> 'fromMe', 'name', r.said ->> 'name')
                order by (r.said -> 'at')::numeric, r.author), '[]')
         from (select key as author, value as said from jsonb_each(p_reactions) where value ->> 'emoji' <> ''
                order by (value -> 'at')::numeric desc, key limit 60) r $$`,
    // Numbers of cards are hidden where numbers of contacts are.
    `create function tickets.data_json(p_data jsonb, p_masked boolean) returns jsonb language sql stable parallel safe as $$
       select case when not p_masked or p_data ->> 'kind' is distinct from 'contacts' then p_data
         else jsonb_set(p_data, '{contacts}', (
           select coalesce(jsonb_agg(jsonb_set(c, '{numbers}', (
                    select coalesce(jsonb_agg(contacts.visible(n, n, true)), '[]') from jsonb_array_elements_text(c -> 'numbers') n))), '[]')
             from jsonb_array_elements(p_data -> 'contacts') c)) end $$`,

    // What was deleted stays in the table and is shown to nobody.
    `create function tickets.message_json(m tickets.message, q tickets.message, u_name text, p_masked boolean) returns json
       language sql stable parallel safe as $$
       select json_build_object(
         'id', m.id, 'ticketId', m.ticket_id, 'body', case when m.is_deleted then '' else m.body end, 'fromMe', m.from_me,
         'ack', m.ack, 'failure', m.failure,
         'mediaUrl', case when not m.is_deleted then '/public/' || m.media_path end,
         'mediaType', case when not m.is_deleted then m.media_type end,
         'mediaName', case when not m.is_deleted then m.media_name end,
         'mediaSize', case when not m.is_deleted then m.media_size end,
         'mediaMime', case when not m.is_deleted then m.media_mime end,
         'quotedMsg', case when q.id is not null then
           json_build_object('id', q.id, 'body', case when q.is_deleted then '' else q.body end, 'fromMe', q.from_me,
             'mediaType', case when not q.is_deleted then q.media_type end) end,
         'dataJson', case when m.data is not null and not m.is_deleted then tickets.data_json(m.data, p_masked) end,
         'messageReact', case when m.is_deleted or m.reactions = '{}' then '[]' else tickets.reactions_json(m.reactions) end,
         'isDeleted', m.is_deleted, 'editedAt', case when m.edited_at is not null then tickets.iso(m.edited_at) end,
         'onlyInternal', m.only_internal,
         'user', case when u_name is not null then json_build_object('id', m.user_id, 'name', u_name) end,
         'clientId', m.client_id, 'participant', m.participant, 'createdAt', tickets.iso(m.sent_at)) $$`,
    `create function tickets.show(m tickets.message, p_masked boolean) returns json language sql stable as $$
       select tickets.message_json(m, q, u.name, p_masked)
         from (select 1) one
         left join tickets.message q on q.company_id = m.company_id and q.id = m.quoted_id
         left join kernel."user" u on u.company_id = m.company_id and u.id = m.user_id $$`,
    `create or replace function tickets.show(m tickets.message) returns json language sql stable as $$ select tickets.show(m, true) $$`,
    'drop function tickets.message_json(tickets.message, tickets.message, text)',
    'drop function tickets.messages_json(bigint[])',
    `create function tickets.messages_json(p_ids bigint[], p_masked boolean) returns text language plpgsql stable as $$
     declare v_company int := kernel.current_company();
     begin
       return (select coalesce(json_agg(tickets.message_json(m, q, u.name, p_masked) order by m.sent_at, m.id), '[]')::text
         from unnest(p_ids) p (id)
         join tickets.message m on m.company_id = v_company and m.id = p.id
         left join tickets.message q on q.company_id = v_company and q.id = m.quoted_id
         left join kernel."user" u on u.company_id = v_company and u.id = m.user_id);
     end $$`,

    // What stands in the list when this message is the last one.
    `create function tickets.kind_of(m tickets.message) returns text language sql immutable parallel safe as $$
       select coalesce(m.media_type, m.data ->> 'kind', 'text') $$`,
  ],
};
