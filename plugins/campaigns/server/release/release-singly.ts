import { AppError, sql, type Scope, type Sql } from '@balcao/sdk/server';
import { flows } from '@balcao/flows/contract';
import { tickets } from '@balcao/tickets/contract';
import type { Campaign } from '../campaign/campaign-view.ts';
import { mainMessage, question } from './compose.ts';
import { postpone, RecipientFault, skip, type Line, type Stored, type Taken } from './recipients.ts';

/** SQL of the person's contact: a person of a list becomes one only here, never at the import. */
const contactSql = ({ connection, adapter }: Line, person: Taken, address: string): Sql => {
  if (person.contactId !== null && address === '') return sql`${person.contactId}::int`;
  if (adapter.identityKind !== 'phone')
    return sql`coalesce(${person.contactId}::int, (select c.id from contacts.public_contact c
      where c.number_key = ${person.numberKey} and c.number_key <> '' and c.merged_into is null))`;
  const name = person.contactId === null ? person.name : '';
  return sql`contacts.identify(${connection.channel}, ${adapter.identityScope(connection)}, 'phone', ${address || person.number},
    ${name}, ${person.number}, null)`;
};

/** Finds or creates the contact, and looks whether somebody attends them. */
const reach = async (
  scope: Scope,
  line: Line,
  person: Taken,
  address: string,
): Promise<{ contactId: number | null; isAttended: boolean }> =>
  (await scope.sql.one<{ contactId: number | null; isAttended: boolean }>(
    sql`with c as materialized (select ${contactSql(line, person, address)} as id)
        select c.id as "contactId", exists (select 1 from tickets.public_ticket t
                 where t.contact_id = c.id and t.status in ('open', 'pending')) as "isAttended" from c`,
  )) ?? { contactId: null, isAttended: false };

/** Stores the message of one person; undefined: nothing is sent now, which is written down already. */
const releaseOne = async (scope: Scope, line: Line, campaign: Campaign, person: Taken): Promise<Stored | undefined> => {
  if (person.optedOut) {
    await skip(scope, person.id, 'opted-out');
    return undefined;
  }
  const address = person.checkedValue ?? person.address;
  const { contactId, isAttended } =
    person.checked === false ? { contactId: null, isAttended: false } : await reach(scope, line, person, address);
  if (contactId === null) {
    await skip(scope, person.id, 'invalid');
    return undefined;
  }
  if (isAttended && !campaign.interrupts) {
    await postpone(scope, person, contactId);
    return undefined;
  }
  const service = scope.use(tickets);
  const { id: ticketId } = await service.begin({
    contactId,
    connectionId: line.connection.id,
    listed: campaign.flowId !== null,
  });
  const stored = { id: person.id, contact: contactId, ticket: ticketId, address };
  if (campaign.flowId !== null) {
    await startFlow(scope, campaign.flowId, ticketId, person, campaign.id);
    return { ...stored, what: 'flow', message: null };
  }
  const what = campaign.confirmation ? 'ask' : 'main';
  const { id: message } = await service.send(ticketId, {
    ...(what === 'ask' ? question : mainMessage)(campaign, line.settings, person),
    bulk: 'fast',
    by: null,
    clientId: `campaign:${campaign.id}:${person.id}:${what}`,
  });
  return { ...stored, what, message };
};

const startFlow = async (
  scope: Scope,
  flowId: string,
  ticketId: number,
  person: Taken,
  campaignId: number,
): Promise<void> => {
  const service = scope.find(flows);
  if (!service) throw new AppError(409, 'ERR_FLOWS_OFF');
  await service.start(ticketId, Number(flowId), {
    notify: 'automatic',
    startedBy: `campaign:${campaignId}`,
    variables: { ...person.variables, nome: person.name, numero: person.number },
  });
};

/** Stores the messages of people one after the other: the first that fails is named. */
export const releaseSingly = async (
  scope: Scope,
  line: Line,
  campaign: Campaign,
  people: readonly Taken[],
): Promise<Stored[]> => {
  const stored: Stored[] = [];
  for (const person of people) {
    try {
      const one = await releaseOne(scope, line, campaign, person);
      if (one) stored.push(one);
    } catch (error) {
      throw error instanceof AppError ? new RecipientFault(person.id, error) : error;
    }
  }
  return stored;
};
