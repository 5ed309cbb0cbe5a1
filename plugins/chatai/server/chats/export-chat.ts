import { sql, type Scope } from '@balcao/sdk/server';
import type { ChatView } from '../../contract.ts';

/** Returns a chat as Markdown: a heading for each message. */
export const exported = async (scope: Scope, chat: ChatView): Promise<string> => {
  const rows = await scope.sql.rows<{ actor: string; message: string; name: string | null }>(
    sql`select m.actor, m.message, u.name from chatai.chat_message m
          left join kernel."user" u on u.company_id = m.company_id and u.id = m.user_id
         where m.chat_id = ${chat.id} and m.message <> '' order by m.id limit 5000`,
  );
  const parts = rows.map(
    ({ actor, message, name }) => `## ${actor === 'user' ? (name ?? '') : scope.t('chat.assistant')}\n\n${message}\n`,
  );
  return `# ${chat.title}\n\n${parts.join('\n')}`;
};
