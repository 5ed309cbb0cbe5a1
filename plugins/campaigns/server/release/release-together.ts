import { sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import type { Campaign } from '../campaign/campaign-view.ts';
import { mainMessage, question } from './compose.ts';
import { postpone, skip, type Line, type Stored, type Taken } from './recipients.ts';
import { releaseSingly } from './release-singly.ts';

interface Reached {
  id: number;
  contactId: number;
  isAttended: boolean;
}

const addressOf = ({ checkedValue, address }: Taken): string => checkedValue ?? address;

/**
 * Finds or creates the contacts in one statement, in the order of their numbers on all nodes, and looks whether somebody
 * attends them.
 */
const reachAll = (scope: Scope, { connection, adapter }: Line, people: readonly Taken[]): Promise<Reached[]> => {
  const rows = people.map((person) => ({
    id: person.id,
    contact: person.contactId,
    address: addressOf(person),
    name: person.name,
    number: person.number,
    key: person.numberKey,
  }));
  return scope.sql.rows<Reached>(
    sql`with p as materialized (
          select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
                          as x(id bigint, contact int, address text, name text, number text, key text) order by x.key),
        c as materialized (
          select p.id, case when p.contact is not null and p.address = '' then p.contact
                   else contacts.identify(${connection.channel}, ${adapter.identityScope(connection)}, 'phone', coalesce(nullif(p.address, ''), p.number),
                          case when p.contact is null then p.name else '' end, p.number, null) end as contact from p)
        select c.id, c.contact as "contactId", exists (select 1 from tickets.public_ticket t
                 where t.contact_id = c.contact and t.status in ('open', 'pending')) as "isAttended" from c`,
  );
};

/** People who get a message now; the others are written down as left out, or wait. */
const sortOut = async (
  scope: Scope,
  line: Line,
  campaign: Campaign,
  people: readonly Taken[],
): Promise<{ person: Taken; contactId: number }[]> => {
  for (const { id, optedOut, checked } of people)
    if (optedOut || checked === false) await skip(scope, id, optedOut ? 'opted-out' : 'invalid');
  const rest = people.filter(({ optedOut, checked }) => !optedOut && checked !== false);
  if (rest.length === 0) return [];
  const reached = new Map((await reachAll(scope, line, rest)).map((row) => [Number(row.id), row]));
  const now: { person: Taken; contactId: number }[] = [];
  for (const person of rest) {
    const found = reached.get(Number(person.id));
    if (!found) continue;
    if (found.isAttended && !campaign.interrupts) await postpone(scope, person, found.contactId);
    else now.push({ person, contactId: found.contactId });
  }
  return now;
};

/**
 * Stores the messages of many people in a few statements, which is what makes full speed possible. Campaigns with a file
 * or a flow, and channels that know no numbers, go one by one. What fails here fails for all: the caller repeats it
 * singly.
 */
export const releaseTogether = async (
  scope: Scope,
  line: Line,
  campaign: Campaign,
  people: readonly Taken[],
): Promise<Stored[]> => {
  const isPlain = campaign.flowId === null && campaign.mediaPath === null && line.adapter.identityKind === 'phone';
  if (!isPlain || people.length < 2) return releaseSingly(scope, line, campaign, people);
  const now = await sortOut(scope, line, campaign, people);
  if (now.length === 0) return [];
  const service = scope.use(tickets);
  const begun = await service.beginAll({
    contactIds: now.map(({ contactId }) => contactId),
    connectionId: line.connection.id,
  });
  const what = campaign.confirmation ? 'ask' : 'main';
  const sending: { person: Taken; contactId: number; ticket: number }[] = [];
  for (const { person, contactId } of now) {
    // A contact without an identity here may get one, or turns out not to be reachable.
    const { id: ticket } =
      begun.get(contactId) ?? (await service.begin({ contactId, connectionId: line.connection.id, listed: false }));
    sending.push({ person, contactId, ticket });
  }
  // Tickets are locked in one order everywhere.
  sending.sort((one, other) => one.ticket - other.ticket);
  const messages = await service.sendTexts(
    sending.map(({ person, ticket }) => {
      const { body, template } = (what === 'ask' ? question : mainMessage)(campaign, line.settings, person);
      return {
        ticketId: ticket,
        body,
        clientId: `campaign:${campaign.id}:${person.id}:${what}`,
        bulk: 'fast' as const,
        ...(template && { template }),
      };
    }),
  );
  return sending.map(({ person, contactId, ticket }, place) => ({
    id: person.id,
    contact: contactId,
    ticket,
    address: addressOf(person),
    what,
    message: messages[place]?.id ?? null,
  }));
};
