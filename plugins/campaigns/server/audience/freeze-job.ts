import { sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { freezeAudience } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { publishCampaign } from '../campaign/changed.ts';
import { optOutKey } from '../opt-outs/key.ts';
import { keepRunner, wakeRunner } from '../release/wake.ts';

/** One part takes about a second; a killed node repeats at most one. */
const partSize = 20_000;

/** Writes the whole audience down, part by part; each part commits with the place where it stopped. */
export const freezeParts = async (scope: Scope, campaignId: number, size = partSize): Promise<void> => {
  const key = await optOutKey(scope);
  for (;;) {
    if (scope.signal.aborted) throw scope.signal.reason;
    const part = await scope.sql.one<{ more: boolean }>(
      sql`select campaigns.freeze(${campaignId}::int, ${size}::int, ${key}) as more`,
    );
    if (part?.more !== true) break;
    await scope.sql.run(sql`select campaigns.fold(${campaignId}::int)`);
  }
  const row = await scope.tx(async (inner) => {
    const ready = await inner.sql.one<{ connectionId: number | null }>(
      sql`update campaigns.campaign set pause_reason = null
           where id = ${campaignId} and status = 'EM_ANDAMENTO' and frozen_at is not null
             and pause_reason is not distinct from 'preparing' returning connection_id as "connectionId"`,
    );
    await inner.sql.run(sql`select campaigns.fold(${campaignId}::int)`);
    await publishCampaign(inner, campaignId);
    return ready;
  });
  if (row?.connectionId == null) return;
  await keepRunner(scope, row.connectionId);
  await wakeRunner(scope, row.connectionId);
};

export const freezeJob = (host: Host<typeof manifest>): void => {
  host.job(freezeAudience, {
    data: z.object({ campaignId: z.number().int() }),
    handle: ({ campaignId }, scope) => freezeParts(scope, campaignId),
  });
};
