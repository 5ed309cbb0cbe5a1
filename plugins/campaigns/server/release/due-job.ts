import { sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { freezeAudience, startDue, tidyCampaigns } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { startCampaign } from '../campaign/start.ts';
import { takeBack } from '../campaign/take-back.ts';
import { finish } from './finish.ts';
import { keepRunner } from './wake.ts';

/** A question that nobody answered is over after this many days. */
const confirmationDays = 7;
/** Receipts are followed for this long after the last message. */
const watchDays = 7;
/** For this long after its last change a campaign's runner is looked after. */
const recentHours = 2;

const isStarting = sql`status = 'PROGRAMADA' and scheduled_at <= now()`;
const isRecent = sql`updated_at > now() - make_interval(hours => ${recentHours}::int)`;

/** SQL: the companies with a campaign that runs, is to start, or was changed a moment ago; most have none at most times. */
export const companiesAtWork = sql`select company_id from campaigns.campaign where status = 'EM_ANDAMENTO'
  union all select company_id from campaigns.campaign where ${isStarting}
  union all select company_id from campaigns.campaign where ${isRecent}`;

/** Starts what is due, also what became due while no node ran. */
const startAll = async (scope: Scope): Promise<void> => {
  const due = await scope.sql.rows<{ id: number }>(
    sql`select id from campaigns.campaign where ${isStarting} order by scheduled_at, id`,
  );
  for (const { id } of due) await scope.tx((inner) => startCampaign(inner, id, 'PROGRAMADA'));
};

const endQuestions = async (scope: Scope): Promise<void> => {
  await scope.sql.run(
    sql`update campaigns.recipient set state = 'skipped', reason = 'unconfirmed', settled_at = now()
         where state = 'asked' and asked_at < now() - make_interval(days => ${confirmationDays}::int)`,
  );
};

/** Messages that were on their way when the campaign was moved, and now wait for the former connection. */
const takeBackStranded = async (scope: Scope, campaignId: number): Promise<void> => {
  const row = await scope.sql.one(
    sql`select 1 from campaigns.recipient r
          join campaigns.campaign c on c.company_id = r.company_id and c.id = r.campaign_id
          join tickets.public_message m on m.company_id = r.company_id and m.id = r.message_id
         where r.campaign_id = ${campaignId} and r.state = 'released' and m.failure = 'disconnected'
           and m.connection_id is distinct from c.connection_id limit 1`,
  );
  if (row) await takeBack(scope, campaignId);
};

const lookAfter = async (scope: Scope): Promise<void> => {
  const running = await scope.sql.rows<{ id: number; connectionId: number | null; isFrozen: boolean }>(
    sql`select id, connection_id as "connectionId", frozen_at is not null as "isFrozen" from campaigns.campaign where status = 'EM_ANDAMENTO'`,
  );
  for (const { id, isFrozen } of running) {
    if (isFrozen) {
      await takeBackStranded(scope, id);
      await finish(scope, id);
    } else {
      // The job that writes the audience down may have given up after many failures.
      const at = new Date(Date.now() + 30_000);
      await scope.jobs.schedule(freezeAudience, { campaignId: id }, { key: String(id), at });
    }
    await scope.sql.run(sql`select campaigns.fold(${id}::int)`);
  }
  const ids = new Set(running.flatMap(({ connectionId }) => (connectionId === null ? [] : [connectionId])));
  const recent = await scope.sql.rows<{ connectionId: number }>(
    sql`select distinct connection_id as "connectionId" from campaigns.campaign
         where connection_id is not null and ${isRecent}`,
  );
  for (const { connectionId } of recent) ids.add(connectionId);
  for (const connectionId of ids) await keepRunner(scope, connectionId);
};

const stopWatching = async (scope: Scope): Promise<void> => {
  const row = await scope.sql.one(
    sql`select 1 from campaigns.campaign
         where status = 'EM_ANDAMENTO' or last_release_at > now() - make_interval(days => ${watchDays}::int) limit 1`,
  );
  if (!row) await scope.use(tickets).watchStatus('campaigns', false);
};

/** Companies without a campaign of late have ended their receipts. */
const hadWork = async (scope: Scope): Promise<boolean> =>
  (await scope.sql.one(
    sql`select 1 from campaigns.campaign where updated_at > now() - make_interval(days => ${watchDays + 1}::int) limit 1`,
  )) !== undefined;

export const dueJob = (host: Host<typeof manifest>): void => {
  host.job(startDue, {
    data: z.object({}),
    every: '1 minute',
    due: companiesAtWork,
    async handle(_data, scope) {
      await startAll(scope);
      await endQuestions(scope);
      await lookAfter(scope);
    },
  });
  host.job(tidyCampaigns, {
    data: z.object({}),
    every: '1 hour',
    async handle(_data, scope) {
      await endQuestions(scope);
      if (await hadWork(scope)) await stopWatching(scope);
    },
  });
};
