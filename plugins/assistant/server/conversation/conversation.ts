import { sql, type Scope } from '@balcao/sdk/server';

/** State of a conversation that the assistant has. */
export interface Conversation {
  ticketId: number;
  userId: number | null;
  prompt: string;
  inboxId: number;
  answeredId: number;
  dueAt: Date | null;
  isDisclosed: boolean;
  misunderstood: number;
  negative: number;
  variables: Record<string, string>;
}

const columns = sql`ticket_id as "ticketId", user_id as "userId", prompt, inbox_id::int as "inboxId", answered_id::int as "answeredId",
  due_at as "dueAt", is_disclosed as "isDisclosed", misunderstood, negative, variables`;

export const conversationOf = (scope: Scope, ticketId: number): Promise<Conversation | undefined> =>
  scope.sql.one<Conversation & Record<string, unknown>>(
    sql`select ${columns} from assistant.conversation where ticket_id = ${ticketId}`,
  );

/** Locks it until the transaction ends. */
export const lockConversation = (scope: Scope, ticketId: number): Promise<Conversation | undefined> =>
  scope.sql.one<Conversation & Record<string, unknown>>(
    sql`select ${columns} from assistant.conversation where ticket_id = ${ticketId} for update`,
  );

/** Begins anew: nothing of an earlier attendance counts. */
export const beginConversation = async (
  scope: Scope,
  ticketId: number,
  origin: { userId: number | null; prompt: string },
): Promise<void> => {
  await scope.sql.run(
    sql`insert into assistant.conversation (ticket_id, user_id, prompt) values (${ticketId}, ${origin.userId}, ${origin.prompt})
        on conflict (company_id, ticket_id) do update set user_id = excluded.user_id, prompt = excluded.prompt, is_disclosed = false,
          misunderstood = 0, negative = 0, variables = '{}', first_at = null, due_at = null, started_at = now()`,
  );
};
