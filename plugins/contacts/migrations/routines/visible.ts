import type { Routine } from '@balcao/sdk/server';

/** Masks a number, or a name that is only the number, except for its last four digits. */
export const visible: Routine = {
  name: 'visible',
  sql: [
    `create or replace function contacts.visible(shown text, number text, masked boolean) returns text
       language sql immutable parallel safe as $$
       select case when masked and shown <> '' and shown = number
         then repeat('*', greatest(length(number) - 4, 0)) || right(number, 4) else shown end $$`,
  ],
};
