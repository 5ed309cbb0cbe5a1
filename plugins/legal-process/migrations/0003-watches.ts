import type { Migration } from '@balcao/sdk/server';

export const watchTables: Migration = {
  name: '0003-watches',
  sql: [
    // It returns one value more.
    `drop function if exists legal_process.public_copy(text, text)`,

    // asked_at: when the request of the stored answer began; heard_at: the source told later that there is something new.
    `alter table legal_process.source_copy add column asked_at timestamptz not null default now(), add column heard_at timestamptz`,
    // The source whose movements are stored; '': not known. Another source names the same movements otherwise.
    `alter table legal_process.legal_case add column source text not null default ''`,

    // Cases that a source watches for us. watch_id: its name for the watch; null: it was not asked yet, or refused.
    `create table legal_process.watch (
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       cnj char(20) not null,
       source text not null,
       watch_id text,
       next_at timestamptz not null default now(),
       failures int not null default 0,
       created_at timestamptz not null default now(),
       primary key (company_id, cnj, source))`,
    `create index watch_by_id on legal_process.watch (source, watch_id)`,

    // Requests that a source is still working on, so that none is paid for twice.
    `create table legal_process.open_request (
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       cnj char(20) not null,
       source text not null,
       request text not null,
       created_at timestamptz not null default now(),
       primary key (company_id, cnj, source))`,
    `create index open_request_by_id on legal_process.open_request (source, request)`,

    // Notices of sources, which repeat them; of the company whose watch or request they name.
    `create table legal_process.heard (
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       source text not null,
       id text not null,
       heard_at timestamptz not null default now(),
       primary key (company_id, source, id))`,
  ],
};
