import type { Routine } from '@balcao/sdk/server';

/**
 * Returns the value of a column as an entry shows it: secrets and key material are hidden, bytes and long values are
 * cut.
 */
export const shownColumn: Routine = {
  name: 'shown-column',
  sql: [
    `create or replace function kernel.shown_column(name text, value jsonb) returns jsonb language sql immutable as $$
       select case
         when value is null or value = 'null'::jsonb then value
         when jsonb_typeof(value) = 'boolean' then value
         when name ~* '(pass|secret|token|hash|salt|credential|qrcode)' or name ~* '(_key|_code|^code)$' then '"•••"'::jsonb
         when jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^\\\\x([0-9a-f]{2})*$' then '"…"'::jsonb
         when jsonb_typeof(value) in ('object', 'array') and length(value::text) > 1000 then '"…"'::jsonb
         when jsonb_typeof(value) = 'string' and value #>> '{}' ~* 'https?://' then to_jsonb(left(kernel.plain_addresses(value #>> '{}'), 300))
         when jsonb_typeof(value) = 'string' and length(value #>> '{}') > 300 then to_jsonb(left(value #>> '{}', 300) || '…')
         else value end $$`,
  ],
};
