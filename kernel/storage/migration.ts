import type { Migration } from '@balcao/sdk/server';

/** What is stored of a company; the bytes lie on disk or in a bucket under `path`. */
export const fileMigration: Migration = {
  name: '0016-file',
  sql: [
    `create table kernel.file (
       path text primary key,
       company_id int not null references kernel.company (id) on delete cascade,
       name text not null,
       mime text not null,
       size bigint not null,
       created_at timestamptz not null default now()
     )`,
    `create index on kernel.file (company_id) include (size)`,
  ],
};

/** Files that anybody on the internet could have sent, which share a part of the room. */
export const anonymousFileMigration: Migration = {
  name: '0035-anonymous-file',
  sql: [
    `alter table kernel.file add column anonymous boolean not null default false`,
    `create index on kernel.file (company_id) include (size) where anonymous`,
  ],
};

/**
 * Files that the platform shows to all companies. Of those kept before, they are the ones that a table of no company
 * names: rows that belong to a company name its own files only.
 */
export const sharedFileMigration: Migration = {
  name: '0043-shared-file',
  sql: [
    `alter table kernel.file add column shared boolean not null default false`,
    `do $$
     declare named record;
     begin
       for named in
         select n.nspname, c.relname, a.attname
           from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
          where c.relkind in ('r', 'p') and n.nspname !~ '^(pg_|information_schema$|kernel$|public$|jobs$)'
            and a.attnum > 0 and not a.attisdropped and a.atttypid = 'text'::regtype and a.attname ~ 'path'
            and not exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'company_id'
                                                         and not o.attisdropped)
       loop
         execute format('update kernel.file f set shared = true from %I.%I t where t.%I = f.path',
                        named.nspname, named.relname, named.attname);
       end loop;
     end $$`,
  ],
};

/**
 * Who refers to a file beside its owner. While anybody does it stays, whoever removes it; `owner_gone` tells that its owner
 * did. Every change of this takes the file's row first, so that a file is neither used while it goes nor left behind.
 */
export const fileUseMigration: Migration = {
  name: '0047-file-use',
  sql: [
    `alter table kernel.file add column owner_gone boolean not null default false`,
    `create index file_owner_gone on kernel.file (path) where owner_gone`,
    `create table kernel.file_use (
       path text not null references kernel.file (path) on delete cascade,
       company_id int not null references kernel.company (id) on delete cascade,
       holder text not null,
       primary key (path, holder)
     )`,
    `create index on kernel.file_use (company_id)`,
    // False: the company has no such file. Until the caller's transaction ends nobody removes it.
    `create function kernel.use_file(of_path text, by_holder text) returns boolean
     language plpgsql volatile security definer set search_path = '' as $$
     declare company int := kernel.current_company();
     begin
       perform 1 from kernel.file f where f.path = of_path and f.company_id = company for key share;
       if not found then return false; end if;
       insert into kernel.file_use (path, company_id, holder) values (of_path, company, by_holder) on conflict do nothing;
       return true;
     end $$`,
    // Nobody begins to use it until the caller's transaction ends: now is the time to look whether it is used.
    `create function kernel.hold_file(of_path text) returns void
     language plpgsql volatile security definer set search_path = '' as $$
     begin
       perform 1 from kernel.file f where f.path = of_path and f.company_id = kernel.current_company() for update;
     end $$`,
    // True: its owner removed it and nobody uses it any more, so that the caller has to remove it after the commit.
    `create function kernel.leave_file(of_path text, by_holder text) returns boolean
     language plpgsql volatile security definer set search_path = '' as $$
     declare
       company int := kernel.current_company();
       gone boolean;
     begin
       select f.owner_gone into gone from kernel.file f where f.path = of_path and f.company_id = company for update;
       if not found then return false; end if;
       delete from kernel.file_use u where u.path = of_path and u.company_id = company and u.holder = by_holder;
       return gone and not exists (select 1 from kernel.file_use u where u.path = of_path);
     end $$`,
    `revoke all on function kernel.use_file(text, text), kernel.hold_file(text), kernel.leave_file(text, text) from public`,
    `grant execute on function kernel.use_file(text, text), kernel.hold_file(text), kernel.leave_file(text, text) to balcao_app`,
  ],
};
