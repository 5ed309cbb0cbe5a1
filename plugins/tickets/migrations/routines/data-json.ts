import type { Routine } from '@balcao/sdk/server';

/**
 * Returns the content of a message beside text and file, as in `MessageView`. Numbers of cards are masked where numbers
 * of contacts are.
 */
export const dataJson: Routine = {
  name: 'data-json',
  sql: [
    `create or replace function tickets.data_json(p_data jsonb, p_masked boolean) returns jsonb language sql stable parallel safe as $$
       select case when not p_masked or p_data ->> 'kind' is distinct from 'contacts' then p_data
         else jsonb_set(p_data, '{contacts}', (
           select coalesce(jsonb_agg(c || jsonb_build_object('name', tickets.author_json(c ->> 'name', true), 'numbers', (
                    select coalesce(jsonb_agg(contacts.visible(n, n, true)), '[]') from jsonb_array_elements_text(c -> 'numbers') n))), '[]')
             from jsonb_array_elements(p_data -> 'contacts') c)) end $$`,
  ],
};
