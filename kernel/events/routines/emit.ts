import type { Routine } from '@balcao/sdk/server';

/** Writes events of the company into the outbox, in the caller's transaction. */
export const emit: Routine = {
  name: 'emit',
  sql: [
    `create or replace function kernel.emit(event text, key text, payload jsonb) returns void
       language sql volatile security invoker as $$
       insert into kernel.outbox (company_id, event, key, payload) values (kernel.current_company(), $1, $2, $3) $$`,
    `revoke all on function kernel.emit(text, text, jsonb) from public`,
    `grant execute on function kernel.emit(text, text, jsonb) to balcao_app`,
    // Events of one key are delivered in the order of their ids, so they are written in the order given.
    `create or replace function kernel.emit_all(event text, keys text[], payloads jsonb[]) returns void
       language sql volatile security invoker as $$
       insert into kernel.outbox (company_id, event, key, payload)
       select c.id, $1, e.key, e.payload from (select kernel.current_company() as id) c,
              unnest($2, $3) with ordinality e (key, payload, place) order by e.place $$`,
    `revoke all on function kernel.emit_all(text, text[], jsonb[]) from public`,
    `grant execute on function kernel.emit_all(text, text[], jsonb[]) to balcao_app`,
  ],
};
