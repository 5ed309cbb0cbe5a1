import type { Routine } from '@balcao/sdk/server';

/** Writes an entry of its own, outside a request that is recorded. */
export const noteDeed: Routine = {
  name: 'note-deed',
  sql: [
    `create or replace function kernel.note_deed(entry jsonb) returns void language sql volatile security definer set search_path = '' as $$
       select kernel.note(kernel.current_company(), entry) $$`,
    `revoke all on function kernel.note_deed(jsonb) from public`,
    `grant execute on function kernel.note_deed(jsonb) to balcao_app`,
  ],
};
