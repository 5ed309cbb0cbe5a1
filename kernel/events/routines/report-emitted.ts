import type { Routine } from '@balcao/sdk/server';
import { emittedCode } from '../../database/emitted.ts';

/**
 * Sends one message to the connection of a transaction that emitted events, so that its node reads the outbox then
 * and only then. Level `info` reaches the client whatever `client_min_messages` is, and is not logged.
 */
export const reportEmitted: Routine = {
  name: 'report-emitted',
  sql: [
    `create or replace function kernel.report_emitted() returns trigger language plpgsql as $$
     begin
       if coalesce(current_setting('kernel.emitted', true), '') = '' then
         perform set_config('kernel.emitted', 'yes', true);
         raise info using message = 'events were emitted', errcode = '${emittedCode}';
       end if;
       return null;
     end $$`,
    `create or replace trigger report_emitted after insert on kernel.outbox for each statement execute function kernel.report_emitted()`,
  ],
};
