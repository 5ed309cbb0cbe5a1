import type { Routine } from '@balcao/sdk/server';

/** Writes one event of the company into the outbox, in the caller's transaction. */
export const emit: Routine = {
  name: 'emit',
  sql: [
    `create or replace function kernel.emit(event text, key text, payload jsonb) returns void
       language sql volatile security invoker as $$
       insert into kernel.outbox (company_id, event, key, payload) values (kernel.current_company(), $1, $2, $3) $$`,
    `revoke all on function kernel.emit(text, text, jsonb) from public`,
    `grant execute on function kernel.emit(text, text, jsonb) to balcao_app`,
  ],
};
