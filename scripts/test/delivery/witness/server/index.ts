import { definePlugin, sql } from '@balcao/sdk/server';
import { messageReceived } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';

export default definePlugin(manifest, {
  migrations: [
    {
      name: '0001-heard',
      sql: [
        `create table witness.received (
           id bigint generated always as identity primary key,
           company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
           ticket_id int not null,
           message_id bigint not null)`,
      ],
    },
  ],
  setup(host) {
    host.on(messageReceived, 'write-down', async ({ ticketId, messageId }, scope) => {
      await scope.sql.run(sql`insert into witness.received (ticket_id, message_id) values (${ticketId}, ${messageId})`);
    });
  },
});
