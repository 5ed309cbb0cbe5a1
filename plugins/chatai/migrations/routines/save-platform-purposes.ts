import type { Routine } from '@balcao/sdk/server';

/** Stores the platform's choice for each of the given purposes. */
export const savePlatformPurposes: Routine = {
  name: 'save-platform-purposes',
  sql: [
    `create or replace function chatai.save_platform_purposes(given jsonb)
       returns void language sql volatile security definer set search_path = pg_catalog as $$
       insert into chatai.platform_purpose as p
           (purpose, provider_id, model, fallback_provider_id, fallback_model, context_tokens, max_tokens, temperature)
         select g.purpose, g."providerId", g.model, g."fallbackProviderId", g."fallbackModel", g."contextTokens",
                g."maxTokens", g.temperature
           from jsonb_to_recordset(given) as g (purpose text, "providerId" int, model text, "fallbackProviderId" int,
                "fallbackModel" text, "contextTokens" int, "maxTokens" int, temperature real)
         on conflict (purpose) do update
           set provider_id = excluded.provider_id, model = excluded.model,
               fallback_provider_id = excluded.fallback_provider_id, fallback_model = excluded.fallback_model,
               context_tokens = excluded.context_tokens, max_tokens = excluded.max_tokens,
               temperature = excluded.temperature $$`,
    `revoke all on function chatai.save_platform_purposes(jsonb) from public`,
    `grant execute on function chatai.save_platform_purposes(jsonb) to balcao_app`,
  ],
};
