import { sql, type Scope } from '@balcao/sdk/server';
import { campaignRoom, heldReasons, type PauseReason } from '../../contract.ts';
import { publishCampaign } from '../campaign/changed.ts';
import { takeBack } from '../campaign/take-back.ts';
import { countsOf } from '../report/counts.ts';

const held: readonly (string | null)[] = heldReasons;

/** True if only a person continues the campaign. */
export const isHeld = ({ pauseReason }: { pauseReason: string | null }): boolean => held.includes(pauseReason);

/**
 * Says why campaigns do not send at the moment, or null that they do. A reason that only a person ends is not replaced,
 * and takes back what waits behind other messages. Nothing is written while it stays the same.
 */
export const setPause = async (
  scope: Scope,
  campaignIds: readonly number[],
  reason: PauseReason | null,
  { until = null, detail = null }: { until?: Date | null; detail?: string | null } = {},
): Promise<void> => {
  if (campaignIds.length === 0) return;
  await scope.tx(async (inner) => {
    const changed = await inner.sql.rows<{ id: number }>(
      sql`update campaigns.campaign
             set pause_reason = ${reason}, pause_until = ${until}::timestamptz, pause_detail = ${detail}, paused_at = now()
           where id = any(${[...campaignIds]}::int[]) and status = 'EM_ANDAMENTO'
             and (pause_reason is distinct from ${reason}::text or pause_until is distinct from ${until}::timestamptz)
             and (pause_reason is null or pause_reason <> all(${[...held]}::text[]))
             and (frozen_at is not null or ${reason}::text is not null) returning id`,
    );
    for (const { id } of changed) {
      if (isHeld({ pauseReason: reason })) await takeBack(inner, id);
      await publishCampaign(inner, id);
      await publishProgress(inner, id);
    }
  });
};

/** Sends the numbers of a campaign to open reports. */
export const publishProgress = async (scope: Scope, campaignId: number): Promise<void> => {
  const state = await scope.sql.one<{
    status: string;
    reason: string | null;
    until: Date | null;
    at: Date | null;
    detail: string | null;
  }>(
    sql`select status, pause_reason as reason, pause_until as until, paused_at as at, pause_detail as detail
          from campaigns.campaign where id = ${campaignId}`,
  );
  if (!state) return;
  const pause =
    state.reason === null || state.status !== 'EM_ANDAMENTO'
      ? null
      : {
          reason: state.reason,
          until: state.until?.toISOString() ?? null,
          at: state.at?.toISOString() ?? '',
          detail: state.detail,
        };
  const counts = await countsOf(scope, campaignId);
  scope.rooms.emit(campaignRoom, { campaignId }, 'progress', { counts, status: state.status, pause });
};

const last = new Map<string, number>();

/** The same at most once a second for each campaign and node. */
export const publishProgressSoon = async (scope: Scope, campaignId: number): Promise<void> => {
  const key = `${scope.company.id}:${campaignId}`;
  const now = Date.now();
  if (now - (last.get(key) ?? 0) < 1000) return;
  if (last.size > 5000) last.clear();
  last.set(key, now);
  await publishProgress(scope, campaignId);
};
