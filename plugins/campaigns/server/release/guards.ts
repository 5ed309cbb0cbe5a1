import { sql, type Scope } from '@balcao/sdk/server';
import type { Connection } from '@balcao/connections/contract';
import { warmUpCap } from '../pace/duration.ts';
import { pairingAge } from './pairing.ts';
import { setPause } from './pause.ts';

/** Of the last `of` messages more than `most` failed: something is wrong beyond single people. */
const failureLimit = { of: 50, most: 5 };

/** Codes with which a provider restricts the account: sending on would make it worse. */
const restrictions = new Set(['131048', '131031', '368', 'restricted', 'banned', 'locked']);
/** Codes of a template that may not be sent any more. */
const templateCodes = new Set([
  '132001',
  '132007',
  '132015',
  '132016',
  'template-paused',
  'ERR_TEMPLATE_NOT_SENDABLE',
  'ERR_NO_TEMPLATE_FOUND',
]);

const codeOf = (reason: string): string => /\d{3,6}/.exec(reason)?.[0] ?? reason;

/** Stops all campaigns of the connection if the provider restricted its account. Returns false for another reason. */
const guardRestriction = async (scope: Scope, campaignId: number, reason: string): Promise<boolean> => {
  const code = codeOf(reason);
  if (!restrictions.has(reason) && !restrictions.has(code)) return false;
  const same = await scope.sql.rows<{ id: number }>(
    sql`select o.id from campaigns.campaign c join campaigns.campaign o on o.connection_id = c.connection_id
         where c.id = ${campaignId} and o.status = 'EM_ANDAMENTO'`,
  );
  await setPause(
    scope,
    same.map(({ id }) => id),
    'restricted',
    { detail: code },
  );
  return true;
};

/** Follows a failed message: stops the campaign, or all of its connection, where going on would do harm. */
export const guardFailure = async (
  scope: Scope,
  campaignId: number,
  reason: string,
  stopOnFailures: boolean,
): Promise<void> => {
  if (await guardRestriction(scope, campaignId, reason)) return;
  const code = codeOf(reason);
  if (templateCodes.has(reason) || templateCodes.has(code))
    return setPause(scope, [campaignId], 'template', { detail: code });
  if (stopOnFailures) await guardFailures(scope, campaignId);
};

const failuresOf = async (scope: Scope, campaignId: number): Promise<number> => {
  const row = await scope.sql.one<{ failed: number }>(
    sql`select count(*) filter (where l.state = 'failed')::int as failed from (
          select r.state from campaigns.recipient r join campaigns.campaign c on c.id = r.campaign_id
           where r.campaign_id = ${campaignId} and coalesce(r.released_at, r.settled_at) > c.guard_since and r.settled_at is not null
           order by r.settled_at desc limit ${failureLimit.of}) l`,
  );
  return row?.failed ?? 0;
};

/**
 * Stops a campaign if too many of its last messages failed, and returns whether they did. Messages from before a person
 * continued it do not count.
 */
export const guardFailures = async (scope: Scope, campaignId: number): Promise<boolean> => {
  if ((await failuresOf(scope, campaignId)) <= failureLimit.most) return false;
  return scope.tx(async (inner) => {
    // Counted again under a lock: a person may have continued it since.
    await inner.sql.run(sql`select 1 from campaigns.campaign where id = ${campaignId} for no key update`);
    const failed = await failuresOf(inner, campaignId);
    if (failed <= failureLimit.most) return false;
    await setPause(inner, [campaignId], 'failures', { detail: String(failed) });
    return true;
  });
};

/** Returns the limit of messages today for a connection that pairs a device; null: none. */
export const dailyCap = async (
  scope: Scope,
  connection: Connection,
  isPaired: boolean,
  warmUp: boolean,
): Promise<number | null> => {
  if (!warmUp || !isPaired) return null;
  return warmUpCap(await pairingAge(scope, connection.id));
};
