import type { Migration } from '@balcao/sdk/server';

export const transcriptParts: Migration = {
  name: '0006-transcript-parts',
  sql: [
    // Parts of a long recording that were written down while others were not: a further attempt does not send them
    // again. They go when the whole text is stored.
    `create table chatai.transcript_part (
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       message_id bigint not null,
       -- The SHA-256 of the part as it was sent.
       hash text not null,
       text text not null,
       language text,
       created_at timestamptz not null default now(),
       primary key (company_id, message_id, hash),
       foreign key (company_id, message_id) references tickets.message (company_id, id) on delete cascade)`,
    `create index transcript_part_time on chatai.transcript_part (company_id, created_at)`,
  ],
};
