import type { Migration } from '@balcao/sdk/server';

export const seriesTicket: Migration = {
  name: '0005-series-ticket',
  sql: [
    // ticket_id: the conversation that the series was scheduled from.
    `alter table agenda.series add column ticket_id int`,
    // Series that run already have what their messages to the same contact had before they were sent.
    `update agenda.series s set ticket_id = m.ticket_id
       from (select distinct on (company_id, series_id) company_id, series_id, contact_id, ticket_id from agenda.schedule
              where series_id is not null and ticket_id is not null and status = 'PENDENTE'
              order by company_id, series_id, original_at desc) m
      where m.company_id = s.company_id and m.series_id = s.id and m.contact_id = s.contact_id`,
    `create index series_of_ticket on agenda.series (company_id, ticket_id)`,
    // Last: it holds up every change of a ticket until the migration ends.
    `alter table agenda.series
       add foreign key (company_id, ticket_id) references tickets.ticket (company_id, id) on delete set null (ticket_id)`,
  ],
};
