import { companyBatch, RetryLater, sql, type Host, type Scope } from '@balcao/sdk/server';
import { preferenceChanged } from '@balcao/channel-whatsapp-cloud/contract';
import { messageReceived, messageStatus, tickets } from '@balcao/tickets/contract';
import type manifest from '../../manifest.ts';
import { takeBack } from '../campaign/take-back.ts';
import { guardFailure } from '../release/guards.ts';
import { isHeld, publishProgressSoon } from '../release/pause.ts';
import { readSettings } from '../settings/settings.ts';
import { wakeRunner } from '../release/wake.ts';
import { digitsOf, optIn, optOut } from '../opt-outs/opt-outs.ts';
import { followMessage } from './inbound.ts';

/** Codes with which WhatsApp says that a person wants no marketing of this company. */
const optedOutCodes = new Set(['131050']);

/** An automation is asked first where a conversation begins; a moment later it has answered, or never will. */
const afterRoutingMs = 1_500;

/** Follows a message that no automation of campaigns has: in a running conversation, or out of hours. */
const receive = async (
  { ticketId, messageId, isRouting }: { ticketId: number; messageId: number; isRouting: boolean },
  scope: Scope,
  createdAt: Date,
): Promise<void> => {
  const row = await scope.sql.one<{ contactId: number; channel: string; text: string; automaticBy: string | null }>(
    sql`select t.contact_id as "contactId", t.channel, m.body as text, t.automatic_by as "automaticBy"
          from tickets.public_ticket t join tickets.public_message m on m.company_id = t.company_id and m.id = ${messageId}
         where t.id = ${ticketId}`,
  );
  if (!row || row.automaticBy === 'campaigns') return;
  const known = await scope.sql.one(sql`select 1 from campaigns.recipient where contact_id = ${row.contactId} limit 1`);
  const isOut = known ?? (await scope.sql.one(sql`select 1 from campaigns.opt_out where returned_at is null limit 1`));
  if (!isOut) return;
  const age = Date.now() - createdAt.getTime();
  if (isRouting && age < afterRoutingMs) throw new RetryLater(afterRoutingMs - age, 'an automation may take it');
  await followMessage(scope, { ticketId, messageId, contactId: row.contactId, text: row.text, channel: row.channel });
};

const failed = async (scope: Scope, messageId: number, campaignId: number, code: string): Promise<void> => {
  const settings = await readSettings(scope);
  const digits = /\d{6}/.exec(code)?.[0] ?? code;
  if (optedOutCodes.has(digits)) {
    const person = await scope.sql.one<{ number: string; name: string }>(
      sql`update campaigns.recipient set state = 'skipped', reason = 'opted-out' where message_id = ${messageId} and state = 'failed'
          returning number, name`,
    );
    if (person)
      await optOut(scope, {
        number: person.number,
        name: person.name,
        source: 'provider',
        channel: '',
        text: digits,
        campaignId,
      });
    return;
  }
  await guardFailure(scope, campaignId, code, settings.stopOnFailures);
};

interface Receipt {
  message: number;
  status: 'sent' | 'delivered' | 'read';
}

/** Moves recipients on with the receipts of their messages, several in one statement: three follow each message. */
const createAdvance = () =>
  companyBatch<Receipt, number | null>({
    async run(scope, receipts) {
      const batch = JSON.stringify(receipts.map((receipt, place) => ({ place, ...receipt })));
      const rows = await scope.sql.rows<{ place: number; campaignId: number | null }>(
        sql`select r.place, campaigns.advance(r.message, r.status, null) as "campaignId"
              from (select * from jsonb_to_recordset(${batch}::jsonb) as x(place int, message bigint, status text) order by message, place) r`,
      );
      const found = new Map(rows.map(({ place, campaignId }) => [place, campaignId]));
      return receipts.map((_, place) => found.get(place) ?? null);
    },
  });

const followFailure = async (scope: Scope, messageId: number): Promise<void> => {
  const isOurs = await scope.sql.one<{
    campaignId: number;
    connectionId: number | null;
    pauseReason: string | null;
  }>(
    sql`select r.campaign_id as "campaignId", c.connection_id as "connectionId", c.pause_reason as "pauseReason"
          from campaigns.recipient r join campaigns.campaign c on c.company_id = r.company_id and c.id = r.campaign_id
         where r.message_id = ${messageId} or r.ask_message_id = ${messageId} limit 1`,
  );
  if (!isOurs) return;
  const { campaignId, connectionId } = isOurs;
  const message = await scope.use(tickets).message(messageId);
  // It waits for its connection, and leaves when that is back; the runner says why the connection is down. If only a
  // person continues the campaign, it must not leave before.
  if (message?.failure === 'disconnected') {
    if (isHeld(isOurs)) await scope.tx((inner) => takeBack(inner, campaignId));
    if (connectionId !== null) await wakeRunner(scope, connectionId);
    return;
  }
  const why = message?.failure === 'unknown' ? 'unknown' : (message?.failureReason ?? message?.failure ?? 'refused');
  await scope.sql.run(sql`select campaigns.advance(${messageId}::bigint, 'failed', ${why})`);
  if (why !== 'unknown') await failed(scope, messageId, campaignId, why);
  await publishProgressSoon(scope, campaignId);
  if (connectionId !== null) await wakeRunner(scope, connectionId);
};

export const listeners = (host: Host<typeof manifest>): void => {
  host.on(messageReceived, 'answer', async (received, scope, { createdAt }) => {
    if (received.isGroup) return;
    await receive(received, scope, createdAt);
  });
  // The switch for marketing messages in WhatsApp itself.
  host.on(preferenceChanged, 'preference', async ({ number, wantsMarketing }, scope) => {
    if (wantsMarketing) await optIn(scope, digitsOf(number));
    else await optOut(scope, { number: digitsOf(number), source: 'provider', channel: 'whatsapp-cloud' });
  });
  const advance = createAdvance();
  host.on(messageStatus, 'status', async ({ messageId, status }, scope) => {
    if (status !== 'failed') {
      const campaignId = await advance(scope, { message: messageId, status });
      if (campaignId !== null) await publishProgressSoon(scope, campaignId);
      return;
    }
    await followFailure(scope, messageId);
  });
};
