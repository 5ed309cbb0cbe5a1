import type { Migration } from '@balcao/sdk/server';

export const noticeTemplates: Migration = {
  name: '0004-notice-templates',
  sql: [
    // The template that leaves by a connection when its reply window is closed: name, language and variables.
    `create table legal_process.notice_template (
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       connection_id int not null,
       template jsonb not null,
       primary key (company_id, connection_id),
       foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
  ],
};
