import type { Migration } from '@balcao/sdk/server';

export const endedMonitorings: Migration = {
  name: '0006-ended-monitorings',
  sql: [
    // Monitorings that somebody ended, kept for a while so that the end can be undone.
    // data: the row of legal_process.monitoring; notices: step and channel of those that waited.
    `create table legal_process.ended_monitoring (
       id int not null,
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       case_id int not null,
       contact_id int not null,
       data jsonb not null,
       notices jsonb not null,
       ended_at timestamptz not null default now(),
       primary key (company_id, id),
       foreign key (company_id, case_id) references legal_process.legal_case (company_id, id) on delete cascade,
       foreign key (company_id, contact_id) references contacts.contact (company_id, id) on delete cascade)`,
    `create index ended_monitoring_of_case on legal_process.ended_monitoring (company_id, case_id)`,
    `create index ended_monitoring_of_contact on legal_process.ended_monitoring (company_id, contact_id)`,
  ],
};
