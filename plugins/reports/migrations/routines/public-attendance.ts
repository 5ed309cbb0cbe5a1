import type { Routine } from '@balcao/sdk/server';

/** A published view for other plugins' SQL; `contract.ts` documents its columns. */
export const publicAttendance: Routine = {
  name: 'public_attendance',
  sql: [
    `create or replace view reports.public_attendance with (security_invoker = true) as
       select a.company_id, a.ticket_id, a.no, a.opened_at, a.opened_by, a.accepted_at, a.first_reply_at, a.closed_at, a.closed_by,
              a.queue_id, a.user_id, a.connection_id, a.channel, a.contact_id, a.is_new_contact, a.messages_in, a.messages_out,
              a.wait_s, a.wait_open_s, a.reply_s, a.reply_open_s, a.support_s, a.transfers, a.rate, a.rated_at
         from reports.attendance a`,
  ],
};
