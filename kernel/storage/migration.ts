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
