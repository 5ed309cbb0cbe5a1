import type { Routine } from '@balcao/sdk/server';

/** Replaces the table of prices. */
export const savePrices: Routine = {
  name: 'save-prices',
  sql: [
    `create or replace function chatai.save_prices(given jsonb)
       returns void language sql volatile security definer set search_path = pg_catalog as $$
       delete from chatai.price p where p.model not in (select g ->> 'model' from jsonb_array_elements(given) g);
       insert into chatai.price as p (model, input_micros, cached_micros, output_micros, minute_micros)
         select g.model, g."inputMicros", g."cachedMicros", g."outputMicros", g."minuteMicros"
           from jsonb_to_recordset(given) as g (model text, "inputMicros" bigint, "cachedMicros" bigint,
                "outputMicros" bigint, "minuteMicros" bigint)
         on conflict (model) do update
           set input_micros = excluded.input_micros, cached_micros = excluded.cached_micros,
               output_micros = excluded.output_micros, minute_micros = excluded.minute_micros $$`,
    `revoke all on function chatai.save_prices(jsonb) from public`,
    `grant execute on function chatai.save_prices(jsonb) to balcao_app`,
  ],
};
