import { sql, type Scope } from '@balcao/sdk/server';
import { settingsPath } from '@balcao/chatai/contract';
import { notifications } from '@balcao/notifications/contract';

/** Tells the admins that the model failed, once an hour for each reason. */
export const notifyAdmins = async (scope: Scope, code: string): Promise<void> => {
  const service = scope.find(notifications);
  if (!service) return;
  const admins = await scope.sql.rows<{ id: number }>(sql`select id from kernel."user" where profile = 'admin'`);
  const hour = Math.floor(Date.now() / 3_600_000);
  await service.notify(
    admins.map(({ id }) => id),
    {
      id: `assistant:${code}:${hour}`,
      kind: 'assistant.provider',
      title: scope.t('notice.title'),
      body: scope.t(code === 'ERR_AI_BUDGET' ? 'notice.budget' : 'notice.provider'),
      path: settingsPath,
      tag: 'assistant-provider',
    },
  );
};
