import { AppError, sql, type Scope, type Sql } from '@balcao/sdk/server';
import { flows } from '@balcao/flows/contract';
import { tickets } from '@balcao/tickets/contract';
import type { Campaign } from '../campaign/campaign-view.ts';
import { mainMessage, question } from './compose.ts';
import { postpone, skip, type DueRecipient, type ReleaseContext, type StoredRelease } from './recipients.ts';

/** A recipient with the contact and the conversation that the message goes to. */
interface Addressed {
  person: DueRecipient;
  contactId: number;
  ticketId: number;
}

const addressOf = ({ checkedValue, address }: DueRecipient): string => checkedValue ?? address;

/** SQL of the contact of a row `p`: a person of a list becomes one only here, never at the import. */
const contactSql = ({ connection, adapter }: ReleaseContext, within: string): Sql =>
  adapter.identityKind === 'phone'
    ? sql`case when p.contact is not null and p.address = '' then p.contact
               else contacts.identify(${connection.channel}, ${within}, 'phone', coalesce(nullif(p.address, ''), p.number),
                      case when p.contact is null then p.name else '' end, p.number, null) end`
    : sql`coalesce(p.contact, (select k.id from contacts.public_contact k
             where k.number_key = p.key and k.number_key <> '' and k.merged_into is null))`;

/**
 * Finds or creates the contacts in one statement, in the order of their numbers on all nodes, and looks whether somebody
 * attends them. Null: the channel knows no such person.
 */
const resolveContacts = async (
  scope: Scope,
  context: ReleaseContext,
  people: readonly DueRecipient[],
): Promise<{ id: number; contactId: number | null; isAttended: boolean }[]> => {
  const rows = people.map((person) => ({
    id: person.id,
    contact: person.contactId,
    address: addressOf(person),
    name: person.name,
    number: person.number,
    key: person.numberKey,
  }));
  const within = await context.adapter.identityScope(context.connection, scope);
  return scope.sql.rows(
    sql`with p as materialized (
          select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
                          as x(id bigint, contact int, address text, name text, number text, key text) order by x.key),
        c as materialized (select p.id, ${contactSql(context, within)} as contact from p)
        select c.id, c.contact as "contactId", exists (select 1 from tickets.public_ticket t
                 where t.contact_id = c.contact and t.status in ('open', 'pending')) as "isAttended" from c`,
  );
};

/** People who get a message now; the others are written down as left out, or wait. */
const reachable = async (
  scope: Scope,
  context: ReleaseContext,
  campaign: Campaign,
  people: readonly DueRecipient[],
): Promise<Omit<Addressed, 'ticketId'>[]> => {
  for (const { id, optedOut, checked } of people)
    if (optedOut || checked === false) await skip(scope, id, optedOut ? 'opted-out' : 'invalid');
  const rest = people.filter(({ optedOut, checked }) => !optedOut && checked !== false);
  if (rest.length === 0) return [];
  const resolved = new Map((await resolveContacts(scope, context, rest)).map((row) => [Number(row.id), row]));
  const now: Omit<Addressed, 'ticketId'>[] = [];
  for (const person of rest) {
    const { contactId, isAttended } = resolved.get(Number(person.id)) ?? { contactId: null, isAttended: false };
    if (contactId === null) await skip(scope, person.id, 'invalid');
    else if (isAttended && !campaign.interrupts) await postpone(scope, person, contactId);
    else now.push({ person, contactId });
  }
  return now;
};

/** Begins the conversations, in the order in which all nodes lock them. */
const beginConversations = async (
  scope: Scope,
  { connection }: ReleaseContext,
  campaign: Campaign,
  people: readonly Omit<Addressed, 'ticketId'>[],
): Promise<Addressed[]> => {
  const service = scope.use(tickets);
  const listed = campaign.flowId !== null;
  const begun = listed
    ? undefined
    : await service.beginAll({ contactIds: people.map(({ contactId }) => contactId), connectionId: connection.id });
  const addressed: Addressed[] = [];
  for (const one of people) {
    const { contactId } = one;
    // A contact without an identity here may get one, or turns out not to be reachable.
    const { id } = begun?.get(contactId) ?? (await service.begin({ contactId, connectionId: connection.id, listed }));
    addressed.push({ ...one, ticketId: id });
  }
  return addressed.toSorted((one, other) => one.ticketId - other.ticketId);
};

const startFlow = async (
  scope: Scope,
  campaignId: number,
  flowId: string,
  { person, ticketId }: Addressed,
): Promise<void> => {
  const service = scope.find(flows);
  if (!service) throw new AppError(409, 'ERR_FLOWS_OFF');
  await service.start(ticketId, Number(flowId), {
    notify: 'automatic',
    startedBy: `campaign:${campaignId}`,
    variables: { ...person.variables, nome: person.name, numero: person.number },
  });
};

/** Sends to each what the campaign sends. Returns the ids of the messages in the same order; null: a flow started. */
const sendAll = async (
  scope: Scope,
  { settings }: ReleaseContext,
  campaign: Campaign,
  addressed: readonly Addressed[],
): Promise<(number | null)[]> => {
  const { id, flowId } = campaign;
  if (flowId !== null) {
    for (const one of addressed) await startFlow(scope, id, flowId, one);
    return addressed.map(() => null);
  }
  const service = scope.use(tickets);
  const messages = addressed.map(({ person, ticketId }) => ({
    ticketId,
    ...(campaign.confirmation ? question : mainMessage)(campaign, settings, person),
    bulk: 'fast' as const,
    clientId: `campaign:${id}:${person.id}:${campaign.confirmation ? 'ask' : 'main'}`,
  }));
  if (campaign.confirmation || campaign.mediaPath === null)
    return (await service.sendTexts(messages)).map((message) => message.id);
  // A message with a file is stored by itself.
  const sent: number[] = [];
  for (const { ticketId, ...message } of messages)
    sent.push((await service.send(ticketId, { ...message, by: null })).id);
  return sent;
};

/**
 * Stores the messages of recipients whose turn it is, in a few statements for all of them, which is what makes full
 * speed possible. People who get none now are written down as left out, or postponed. An error undoes all of them: the
 * caller repeats them one by one to learn whose it was.
 */
export const storeMessages = async (
  scope: Scope,
  context: ReleaseContext,
  campaign: Campaign,
  people: readonly DueRecipient[],
): Promise<StoredRelease[]> => {
  const now = await reachable(scope, context, campaign, people);
  if (now.length === 0) return [];
  const addressed = await beginConversations(scope, context, campaign, now);
  const messages = await sendAll(scope, context, campaign, addressed);
  const what = campaign.flowId !== null ? 'flow' : campaign.confirmation ? 'ask' : 'main';
  return addressed.map(({ person, contactId, ticketId }, place) => ({
    id: person.id,
    contact: contactId,
    ticket: ticketId,
    address: addressOf(person),
    what,
    message: messages[place] ?? null,
  }));
};
