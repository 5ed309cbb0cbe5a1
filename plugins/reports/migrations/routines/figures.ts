import type { Routine } from '@balcao/sdk/server';
import { metricNames, metrics } from '../metrics.ts';

/** Attendances with the figures that roll-ups add up, for reports that roll-ups do not answer. */
export const figures: Routine = {
  name: 'figures',
  sql: [
    `create or replace view reports.figures with (security_invoker = true) as
       select a.company_id, a.ticket_id, a.no, a.contact_id, a.opened_at, a.closed_at, a.queue_key, a.user_key, a.connection_key,
              a.user_id, a.queue_id, a.connection_id, 
              a.rate, ${metricNames.map((name) => `${metrics[name]} as ${name}`).join(', ')}
         from reports.attendance a`,
  ],
};
