import { AppError, sql, type Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import { tickets } from '@balcao/tickets/contract';
import type { CampaignPace } from '../../contract.ts';
import { campaignColumns, type Campaign } from '../campaign/campaign-view.ts';
import { optOutKey } from '../opt-outs/key.ts';
import { secondsEach } from '../pace/duration.ts';
import { nextOpening, zoneName, zones, type SendWindow, type Zone } from '../pace/window.ts';
import { readSettings } from '../settings/settings.ts';
import { sendConfirmed } from './confirmed.ts';
import { finish } from './finish.ts';
import { dailyCap, guardFailure, guardFailures } from './guards.ts';
import { checkBefore } from './number-checks.ts';
import { isHeld, publishProgressSoon, setPause } from './pause.ts';
import { RecipientFault, type DueRecipient, type ReleaseContext } from './recipients.ts';
import { failRecipient, hasNoPace, release, takeSql } from './release.ts';

/** The state that a runner keeps between its turns. */
export interface RunnerState {
  context?: ReleaseContext;
  /** When its settings and its cap were read, in milliseconds since 1970; they are read again after a while. */
  readAt: number;
  /** When it was last asked whether the provider wants a pause. */
  heldAt?: number;
}

/** Messages on their way where there is no interval: enough to keep a fast channel busy for seconds, and no backlog. */
const maxOnTheWay = 200;
const batch = 25;
/** Parts that are released at the same time where nothing but the channel sets a pace. */
const atOnce = 4;

const idle = 15_000;

const readContext = async (
  scope: Scope,
  connectionId: number,
  state: RunnerState,
): Promise<ReleaseContext | undefined> => {
  const connection = await scope.use(connections).find(connectionId);
  if (!connection) return undefined;
  const adapter = scope.use(connections).adapter(connection);
  if (!adapter) return undefined;
  if (state.context && Date.now() - state.readAt < 5_000)
    return (state.context = { ...state.context, connection, adapter });
  const settings = await readSettings(scope);
  await scope.sql.run(sql`insert into campaigns.pace (connection_id) values (${connectionId}) on conflict do nothing`);
  state.readAt = Date.now();
  state.context = {
    connection,
    adapter,
    settings,
    key: state.context?.key ?? (await optOutKey(scope)),
    cap: await dailyCap(scope, connection, adapter.capabilities.qr === true, settings.warmUp),
  };
  return state.context;
};

/** The zones whose send hours are now, when the first of all opens, and when each does. */
const openZones = (
  campaign: Campaign,
  window: SendWindow,
  companyZone: string,
): { open: number[]; opensAt: number; opens: readonly number[] } => {
  const now = Date.now();
  if (!campaign.recipientZone) {
    const { opensAt } = nextOpening(now, window, companyZone);
    return { open: opensAt <= now ? [...zones] : [], opensAt, opens: zones.map(() => opensAt) };
  }
  const openings = zones.map((zone) => ({ zone, opensAt: nextOpening(now, window, zoneName(zone)).opensAt }));
  return {
    open: openings.filter(({ opensAt }) => opensAt <= now).map(({ zone }) => zone),
    opensAt: Math.min(...openings.map(({ opensAt }) => opensAt)),
    opens: openings.map(({ opensAt }) => opensAt),
  };
};

const settle = async (scope: Scope, connectionId: number): Promise<number> => {
  const row = await scope.sql.one<{ unsettled: number }>(
    sql`select unsettled from campaigns.settle(${connectionId}::int)`,
  );
  return row?.unsettled ?? 0;
};

const confirmWaiting = async (scope: Scope, campaignId: number): Promise<void> => {
  const waiting = await scope.sql.rows<{ id: number }>(
    sql`select id from campaigns.recipient where campaign_id = ${campaignId} and state = 'confirmed' order by position limit 20`,
  );
  for (const { id } of waiting)
    await sendConfirmed(scope, id).catch(async (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      await failRecipient(scope, id, error.code);
    });
};

const releaseSome = async (
  scope: Scope,
  context: ReleaseContext,
  campaign: Campaign,
  open: readonly number[],
  limit: number,
) => {
  try {
    return await release(scope, context, campaign.id, open, limit).catch((error: unknown) => {
      // One of many was refused: one by one it turns out who.
      if (error instanceof AppError && error.status < 500)
        return release(scope, context, campaign.id, open, limit, true);
      throw error;
    });
  } catch (error) {
    if (!(error instanceof RecipientFault)) throw error;
    if (['ERR_TEMPLATE_NOT_SENDABLE', 'ERR_NO_TEMPLATE_FOUND'].includes(error.code)) {
      await setPause(scope, [campaign.id], 'template', { detail: error.code });
      return { released: 0, taken: 1 };
    }
    scope.log.warn(
      { err: error, campaign: campaign.id, recipient: error.recipientId },
      'a message of a campaign could not be stored',
    );
    await failRecipient(scope, error.recipientId, error.code);
    await guardFailure(scope, campaign.id, error.code, context.settings.stopOnFailures);
    return { released: 0, taken: 1 };
  }
};

/** Handles a campaign in which nobody may have a message at this moment: people may wait for later, or it has ended. */
const waitsFor = async (scope: Scope, campaign: Campaign, opens: readonly number[]): Promise<number> => {
  const row = await scope.sql.one<{ notBefore: Date | null; later: Zone[] }>(
    sql`select (select min(not_before) from campaigns.recipient where campaign_id = ${campaign.id} and state = 'waiting'
                   and not_before is not null) as "notBefore",
               array(select z.zone from unnest(${[...zones]}::smallint[]) z (zone)
                      where exists (select 1 from campaigns.recipient r where r.campaign_id = ${campaign.id} and r.state = 'waiting'
                                       and r.not_before is null and r.zone = z.zone)) as later`,
  );
  const later = row?.later ?? [];
  const opensAt = Math.min(...later.map((zone) => opens[zone] ?? 0));
  if (later.length > 0 && opensAt > Date.now())
    await setPause(scope, [campaign.id], 'window', { until: new Date(opensAt) });
  if (row?.notBefore == null && later.length === 0) await finish(scope, campaign.id);
  return Math.max(500, Math.min(idle, row?.notBefore ? row.notBefore.getTime() - Date.now() : idle));
};

/** Campaigns of a connection share its pace: where they differ, the slowest of those that run applies to all. */
const slowestPace = (active: readonly Campaign[], usual: CampaignPace): CampaignPace =>
  active
    .map(({ pace }) => pace ?? usual)
    .reduce((slowest, pace) => (secondsEach(pace) > secondsEach(slowest) ? pace : slowest));

/** Holds all campaigns of a connection that sends nothing at all now, and says why. One with nobody left ends. */
const hold = async (scope: Scope, connectionId: number, active: readonly Campaign[]): Promise<boolean> => {
  const connection = await scope.use(connections).find(connectionId);
  const adapter = connection && scope.use(connections).adapter(connection);
  if (connection?.status === 'CONNECTED' && adapter) return false;
  const ids: number[] = [];
  for (const { id } of active) if (!(await finish(scope, id))) ids.push(id);
  if (!connection || connection.status === 'CONNECTED') {
    await setPause(scope, ids, 'channel-off');
    return true;
  }
  if (connection.isLocked) {
    await setPause(scope, ids, 'restricted', { detail: 'locked' });
    return true;
  }
  // The network ended the session and asks for a new pairing: sending on right after it is what gets numbers banned.
  const isLost = adapter?.capabilities.qr === true && connection.status === 'qrcode' && connection.wasConnected;
  await setPause(scope, ids, isLost ? 'session-lost' : 'connection-down');
  return true;
};

/** Asks, at most once a second, whether the provider wants a pause of the connection, and says so until when. */
const isThrottled = async (
  scope: Scope,
  connectionId: number,
  ids: readonly number[],
  state: RunnerState,
): Promise<boolean> => {
  if (Date.now() - (state.heldAt ?? 0) < 1_000) return false;
  state.heldAt = Date.now();
  const until = await scope.use(tickets).heldUntil(connectionId);
  if (until === null || until.getTime() - Date.now() < 2_000) return false;
  await setPause(scope, ids, 'throttled', { until });
  return true;
};

const turnOf = async (
  scope: Scope,
  context: ReleaseContext,
  campaign: Campaign,
  room: number,
): Promise<{ released: number; waitMs: number }> => {
  const { settings } = context;
  const window = { from: settings.windowFrom, until: settings.windowUntil, days: settings.windowDays };
  await confirmWaiting(scope, campaign.id);
  const { open, opensAt, opens } = openZones(campaign, window, scope.company.timeZone);
  if (open.length === 0) {
    if (await finish(scope, campaign.id)) return { released: 0, waitMs: 0 };
    await setPause(scope, [campaign.id], 'window', { until: new Date(opensAt) });
    return { released: 0, waitMs: Math.min(60_000, Math.max(200, opensAt - Date.now())) };
  }
  if (context.settings.checkNumbers && context.adapter.capabilities.numberCheck === true) {
    const [next] = await scope.sql.rows<DueRecipient>(takeSql(campaign.id, open, 1, context));
    if (next) await checkBefore(scope, context.adapter, context.connection, next);
  }
  const parts = hasNoPace(context) ? Math.max(1, Math.min(atOnce, Math.floor(room / batch))) : 1;
  const all = await Promise.all(
    Array.from({ length: parts }, () => releaseSome(scope, context, campaign, open, Math.min(room, batch))),
  );
  const done = all.toSorted((one, other) => other.taken - one.taken)[0] ?? { released: 0, taken: 0 };
  if (hasNoPace(context) && done.taken > 0)
    await scope.sql.run(sql`update campaigns.campaign set last_release_at = now() where id = ${campaign.id}`);
  if (done.stop === 'cap') {
    if (await finish(scope, campaign.id)) return { released: 0, waitMs: 0 };
    // Tomorrow, when the send hours begin.
    const tomorrow = nextOpening(
      nextOpening(Date.now(), window, scope.company.timeZone).closesAt + 1,
      window,
      scope.company.timeZone,
    );
    await setPause(scope, [campaign.id], 'cap', { until: new Date(tomorrow.opensAt), detail: String(context.cap) });
    return { released: 0, waitMs: idle };
  }
  if (done.stop === 'pace')
    return { released: 0, waitMs: Math.max(20, Math.min(idle, (done.nextAt ?? Date.now() + 500) - Date.now())) };
  if (done.stop === 'status') return { released: 0, waitMs: 0 };
  if (done.taken === 0) return { released: 0, waitMs: await waitsFor(scope, campaign, opens) };
  if (campaign.pauseReason !== null) await setPause(scope, [campaign.id], null);
  await publishProgressSoon(scope, campaign.id);
  return { released: done.released, waitMs: 0 };
};

/**
 * One turn of a connection's runner: settles what left, and gives the campaign that waited longest its turn. Returns how
 * long nothing is to be done.
 */
export const turn = async (scope: Scope, connectionId: number, state: RunnerState): Promise<number> => {
  const running = await scope.sql.rows<Campaign>(
    sql`select ${campaignColumns} from campaigns.campaign c
         where c.connection_id = ${connectionId} and c.status = 'EM_ANDAMENTO' order by c.last_release_at nulls first, c.id`,
  );
  const active = running.filter((campaign) => campaign.frozenAt !== null && !isHeld(campaign));
  if (running.length === 0) return idle;
  const unsettled = await settle(scope, connectionId);
  if (active.length === 0) {
    // The last messages may have been on their way when the campaign was held.
    for (const { id, frozenAt } of running) if (frozenAt !== null) await finish(scope, id);
    return 5_000;
  }
  if (await hold(scope, connectionId, active)) return 10_000;
  const known = await readContext(scope, connectionId, state);
  if (!known) return 10_000;
  const context = { ...known, settings: { ...known.settings, ...slowestPace(active, known.settings) } };
  const isPaced = context.settings.messageInterval > 0;
  const room = isPaced ? (unsettled > 0 ? 0 : 1) : maxOnTheWay - unsettled;
  if (room <= 0 || unsettled > 0) {
    const ids = active.map(({ id }) => id);
    if (await isThrottled(scope, connectionId, ids, state)) return 1_000;
  }
  if (room <= 0) return isPaced ? 150 : 50;
  let waitMs = idle;
  for (const campaign of active) {
    // Events about failures may be late: no further part is released before they are counted.
    if (context.settings.stopOnFailures && (await guardFailures(scope, campaign.id))) return 0;
    const done = await turnOf(scope, context, campaign, room);
    if (done.waitMs === 0) return isPaced && done.released > 0 ? 150 : 0;
    waitMs = Math.min(waitMs, done.waitMs);
  }
  return unsettled > 0 ? Math.min(waitMs, 300) : waitMs;
};
