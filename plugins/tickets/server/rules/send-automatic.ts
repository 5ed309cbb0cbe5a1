import { sql, type Scope } from '@balcao/sdk/server';
import type { MessageView } from '../../contract.ts';
import type { Media } from '@balcao/connections/contract';
import { enqueue } from '../message/enqueue.ts';

/** How much one conversation hears by itself in a day: two machines must not talk to each other for ever. */
const maxADay = 30;

/**
 * Says something by a rule, inside a transaction that holds the ticket. `name` tells it from everything else the rules
 * say in this conversation: what was said under it is not said again. Undefined: nothing was said.
 */
export const sendAutomatic = async (
  scope: Scope,
  ticketId: number,
  name: string,
  body: string,
  media?: Media,
): Promise<MessageView | undefined> => {
  if (body.trim() === '' && !media) return undefined;
  const clientId = `rule:${name}`;
  const said = await scope.sql.one(
    sql`select 1 from tickets.message where ticket_id = ${ticketId} and client_id = ${clientId}`,
  );
  if (said) return undefined;
  const may = await scope.sql.run(
    sql`insert into tickets.automatic as a (ticket_id, said) values (${ticketId}, 1)
        on conflict (company_id, ticket_id) do update
           set said = case when a.said_since < now() - interval '1 day' then 1 else a.said + 1 end,
               said_since = case when a.said_since < now() - interval '1 day' then now() else a.said_since end
         where a.said < ${maxADay} or a.said_since < now() - interval '1 day'`,
  );
  if (may === 0) {
    scope.log.warn({ ticket: ticketId, rule: name }, 'too much was said by itself in this conversation today');
    return undefined;
  }
  return enqueue(scope, { ticketId, userId: null, body, clientId, ...(media && { media }) });
};
