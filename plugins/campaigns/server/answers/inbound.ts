import { AppError, sql, type Scope } from '@balcao/sdk/server';
import { contacts } from '@balcao/contacts/contract';
import { tickets } from '@balcao/tickets/contract';
import { recipientAnswered, type CampaignSettings } from '../../contract.ts';
import { isOptedOut, optIn, optOut } from '../opt-outs/opt-outs.ts';
import { sendConfirmed } from '../release/confirmed.ts';
import { publishProgressSoon } from '../release/pause.ts';
import { readSettings } from '../settings/settings.ts';
import { wishOf, type Wish } from '../text/words.ts';

/** The latest campaign of a person, as their message finds it. */
export interface Latest {
  recipientId: number;
  campaignId: number;
  state: string;
  /** The last message of the company to this person is the campaign's. */
  isLast: boolean;
}

/** An answer counts for a campaign for this many days. */
const answerDays = 7;

/** Returns the campaign that a message of the contact answers; undefined for most messages, by one index look-up. */
export const latestCampaign = (scope: Scope, contactId: number, ticketId: number): Promise<Latest | undefined> =>
  scope.sql.one<Latest>(
    sql`select r.id as "recipientId", r.campaign_id as "campaignId", r.state,
               not exists (select 1 from tickets.public_message m
                            where m.company_id = r.company_id and m.ticket_id = ${ticketId} and m.from_me and not m.only_internal
                              and m.id > coalesce(r.message_id, r.ask_message_id)) as "isLast"
          from campaigns.recipient r
         where r.contact_id = ${contactId} and (r.message_id is not null or r.ask_message_id is not null or r.sent_at is not null)
         order by coalesce(r.released_at, r.asked_at) desc limit 1`,
  );

/** Returns the meaning of a message, given the campaign before it. */
export const meaningOf = async (
  scope: Scope,
  text: string,
  latest: Latest | undefined,
  number: string,
): Promise<{ wish: Wish; settings: CampaignSettings }> => {
  const settings = await readSettings(scope);
  const said = wishOf(text, settings);
  // People who never had a campaign say 'sair' to a menu, and are not answered about campaigns.
  if (said === 'opt-out') return { wish: latest ? said : undefined, settings };
  if (said === 'opt-out-after') return { wish: latest?.isLast === true ? said : undefined, settings };
  if (said === 'return') return { wish: (await isOptedOut(scope, number)) ? said : undefined, settings };
  return { wish: undefined, settings };
};

const reply = async (
  scope: Scope,
  ticketId: number,
  body: string,
  clientId: string,
  automation: string | undefined,
): Promise<void> => {
  if (body.trim() === '') return;
  await scope
    .use(tickets)
    .send(ticketId, { body, by: null, clientId, ...(automation !== undefined && { while: automation }) })
    .catch((error: unknown) => {
      // The conversation was closed or accepted in the meantime: the wish itself is stored.
      if (!(error instanceof AppError)) throw error;
    });
};

const confirm = async (
  scope: Scope,
  latest: Latest,
  ticketId: number,
  automation: string | undefined,
): Promise<void> => {
  await scope.sql.run(
    sql`update campaigns.recipient set state = 'confirmed', confirmed_at = now(), ticket_id = ${ticketId}
         where id = ${latest.recipientId} and state = 'asked'`,
  );
  await sendConfirmed(scope, latest.recipientId, { ticketId, ...(automation !== undefined && { automation }) });
};

const answered = async (
  scope: Scope,
  latest: Latest,
  contactId: number,
  ticketId: number,
  messageId: number,
): Promise<void> => {
  const isFirst = await scope.tx(async (inner) => {
    const changed = await inner.sql.one<{ at: Date }>(
      sql`update campaigns.recipient
             set state = 'answered', answered_at = now(), answer_message_id = ${messageId}, sent_at = coalesce(sent_at, now()),
                 settled_at = coalesce(settled_at, now())
           where id = ${latest.recipientId} and answered_at is null
             and state in ('released', 'sent', 'delivered', 'read', 'uncertain')
             and coalesce(released_at, sent_at) > now() - make_interval(days => ${answerDays}::int)
             and coalesce(message_id, 0) < ${messageId} returning answered_at as at`,
    );
    if (!changed) return false;
    await inner.emit(recipientAnswered, `ticket:${ticketId}`, {
      campaignId: latest.campaignId,
      recipientId: latest.recipientId,
      contactId,
      ticketId,
      messageId,
      at: changed.at.toISOString(),
    });
    return true;
  });
  if (isFirst) await publishProgressSoon(scope, latest.campaignId);
};

/**
 * Returns whether the person wished otherwise after this message. Events come late under load: the last word counts, not
 * the last event.
 */
const hasLaterWish = async (
  scope: Scope,
  contactId: number,
  messageId: number,
  settings: CampaignSettings,
): Promise<boolean> => {
  // The wish itself may have ended their conversation.
  const later = await scope.sql.rows<{ body: string | null }>(
    sql`select m.body from tickets.public_ticket t join tickets.public_message m on m.ticket_id = t.id
         where t.contact_id = ${contactId} and m.id > ${messageId} and not m.from_me and not m.is_deleted order by m.id limit 50`,
  );
  return later.some(({ body }) => {
    const wish = wishOf(body ?? '', settings);
    return wish === 'return' || wish === 'opt-out';
  });
};

export interface Inbound {
  ticketId: number;
  messageId: number;
  contactId: number;
  text: string;
  channel: string;
}

/**
 * Follows a message of a customer: an opt-out, a return, a confirmation or an answer. It may run twice, by the event and
 * by the automation: every step looks first at what is stored. Returns whether the message was for campaigns alone.
 */
export const followMessage = async (
  scope: Scope,
  { ticketId, messageId, contactId, text, channel }: Inbound,
  automation?: string,
): Promise<boolean> => {
  const latest = await latestCampaign(scope, contactId, ticketId);
  const contact = await scope.use(contacts).find(contactId);
  const number = contact?.number ?? '';
  const { wish, settings } = await meaningOf(scope, text, latest, number);
  if (wish !== undefined && (await hasLaterWish(scope, contactId, messageId, settings))) return true;
  if (wish === 'return') {
    await optIn(scope, number);
    await reply(scope, ticketId, settings.returnAnswer, `campaigns:return:${messageId}`, automation);
    return true;
  }
  if (wish !== undefined) {
    if (number !== '')
      await optOut(scope, {
        number,
        name: contact?.name ?? '',
        source: 'word',
        channel,
        text,
        campaignId: latest?.campaignId ?? null,
      });
    if (latest?.state === 'asked')
      await scope.sql.run(
        sql`update campaigns.recipient set state = 'skipped', reason = 'opted-out', settled_at = now()
             where id = ${latest.recipientId} and state = 'asked'`,
      );
    else if (latest) await answered(scope, latest, contactId, ticketId, messageId);
    await reply(scope, ticketId, settings.optOutAnswer, `campaigns:opt-out:${messageId}`, automation);
    return true;
  }
  if (!latest) return false;
  if (latest.state === 'asked' || latest.state === 'confirmed') {
    await confirm(scope, latest, ticketId, automation);
    await publishProgressSoon(scope, latest.campaignId);
    return true;
  }
  await answered(scope, latest, contactId, ticketId, messageId);
  return false;
};
