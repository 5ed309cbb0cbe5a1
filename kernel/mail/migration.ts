import type { Migration } from '@balcao/sdk/server';

/** Plugins send by this function alone, in their own transaction, and in no other company's name. */
export const sendMailMigration: Migration = {
  name: '0025-send-mail',
  sql: [
    `create function kernel.send_mail(recipient text, subject text, body text, html text, status text) returns void
       language sql volatile security definer set search_path = '' as $$
       insert into kernel.mail (company_id, recipient, subject, text, html, status)
       values (kernel.current_company(), $1, $2, $3, $4, $5) $$`,
    `revoke all on function kernel.send_mail(text, text, text, text, text) from public`,
    `grant execute on function kernel.send_mail(text, text, text, text, text) to balcao_app`,
  ],
};

/** Messages until they are sent; for ever where no mail server is set. The texts go once a message was sent. */
export const mailMigration: Migration = {
  name: '0017-mail',
  sql: [
    `create table kernel.mail (
       id bigint generated always as identity primary key,
       company_id int references kernel.company (id) on delete cascade,
       recipient text not null,
       subject text not null,
       text text,
       html text,
       status text not null check (status in ('kept', 'waiting', 'sent', 'failed')),
       attempts int not null default 0,
       next_at timestamptz not null default now(),
       last_error text,
       created_at timestamptz not null default now(),
       sent_at timestamptz
     )`,
    `create index on kernel.mail (next_at) where status = 'waiting'`,
    `create index on kernel.mail (company_id)`,
  ],
};
