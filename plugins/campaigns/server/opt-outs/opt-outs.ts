import { sql, type Scope } from '@balcao/sdk/server';
import type { DoNotContact } from '@balcao/contact-lists/contract';
import { campaignsRoom, type OptOuts, type OptOutView } from '../../contract.ts';
import { optOutKey } from './key.ts';

/** The digits of a number in any spelling; a Brazilian one without country code gets it. */
export const digitsOf = (number: string): string => {
  const digits = number.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length === 10 || digits.length === 11 ? `55${digits}` : digits;
};

export interface NewOptOut {
  number: string;
  source: OptOutView['source'];
  channel: string;
  text?: string;
  name?: string;
  userId?: number | null;
  campaignId?: number | null;
}

const published = (scope: Scope): void => scope.rooms.emit(campaignsRoom, {}, 'opt-outs', {});

/** Records that a person wants no campaigns, effective for everything that is not released yet. Returns its id. */
export const optOut = async (scope: Scope, out: NewOptOut): Promise<{ id: number; isNew: boolean }> => {
  const key = await optOutKey(scope);
  const row = await scope.sql.one<{ id: number; isNew: boolean }>(
    sql`with before as (
          select returned_at is null as was_out from campaigns.opt_out
           where key_hash = campaigns.key_hash(${key}, campaigns.number_key(${out.number})))
        insert into campaigns.opt_out as o (key_hash, number, name, channel, source, text, user_id, campaign_id)
        values (campaigns.key_hash(${key}, campaigns.number_key(${out.number})), ${out.number}, ${out.name ?? ''}, ${out.channel},
                ${out.source}, ${(out.text ?? '').slice(0, 500)}, ${out.userId ?? null}, ${out.campaignId ?? null})
        on conflict (company_id, key_hash) do update
          set number = excluded.number, name = coalesce(nullif(excluded.name, ''), o.name),
              channel = case when o.returned_at is null then o.channel else excluded.channel end,
              source = case when o.returned_at is null then o.source else excluded.source end,
              text = case when o.returned_at is null then o.text else excluded.text end,
              at = case when o.returned_at is null then o.at else now() end,
              user_id = case when o.returned_at is null then o.user_id else excluded.user_id end,
              campaign_id = case when o.returned_at is null then o.campaign_id else excluded.campaign_id end,
              returned_at = null
        returning id, coalesce((select not was_out from before), true) as "isNew"`,
  );
  if (out.campaignId != null) await markLeft(scope, out.campaignId, out.number);
  published(scope);
  return { id: row?.id ?? 0, isNew: row?.isNew ?? true };
};

/** Notes that a person opted out after a campaign had reached them, once: the report lists and counts them. */
const markLeft = async (scope: Scope, campaignId: number, number: string): Promise<void> => {
  await scope.sql.run(
    sql`with marked as (
          update campaigns.recipient set opted_out_at = now()
           where campaign_id = ${campaignId} and number_key = campaigns.number_key(${number}) and opted_out_at is null
             and (sent_at is not null or asked_at is not null) returning 1)
        update campaigns.campaign set opted_out_after = opted_out_after + (select count(*) from marked)
         where id = ${campaignId} and exists (select 1 from marked)`,
  );
};

/** The person wants campaigns again. The row stays as evidence. Returns false if there was no opt-out. */
export const optIn = async (scope: Scope, number: string): Promise<boolean> => {
  const key = await optOutKey(scope);
  const changed = await scope.sql.run(
    sql`update campaigns.opt_out set returned_at = now()
         where key_hash = campaigns.key_hash(${key}, campaigns.number_key(${number})) and returned_at is null`,
  );
  if (changed > 0) published(scope);
  return changed > 0;
};

export const isOptedOut = async (scope: Scope, number: string): Promise<boolean> => {
  const key = await optOutKey(scope);
  const row = await scope.sql.one(
    sql`select 1 from campaigns.opt_out
         where key_hash = campaigns.key_hash(${key}, campaigns.number_key(${number})) and returned_at is null`,
  );
  return row !== undefined;
};

/** Implements the service for other plugins. */
export const optOutService = (scope: Scope): OptOuts => ({
  isOptedOut: (number) => isOptedOut(scope, digitsOf(number)),
  optOut: async (number, how) => {
    await optOut(scope, { number: digitsOf(number), ...how });
  },
  optIn: async (number) => {
    await optIn(scope, digitsOf(number));
  },
});

/** Told to imports of lists: they leave these people out. */
export const optedOutPeople: DoNotContact = {
  id: 'campaigns',
  async find(numberKeys, scope) {
    const key = await optOutKey(scope);
    const rows = await scope.sql.rows<{ numberKey: string; at: Date }>(
      sql`select k.number_key as "numberKey", o.at
            from unnest(${[...numberKeys]}::text[]) k (number_key)
            join campaigns.opt_out o on o.key_hash = campaigns.key_hash_in((select kernel.current_company()), ${key}, k.number_key)
                 and o.returned_at is null`,
    );
    return new Map(rows.map(({ numberKey, at }) => [numberKey, at]));
  },
};
