import { sql, type Scope } from '@balcao/sdk/server';
import { notifications } from '@balcao/notifications/contract';

/** Notifies the administrators that a connection went down, in the product and by mail, with the reason and the way back. */
export const notifyDown = async (scope: Scope, name: string, trouble: string): Promise<void> => {
  const admins = await scope.sql.rows<{ id: number; email: string }>(
    sql`select id, email from kernel."user" where profile = 'admin' order by id limit 50`,
  );
  const title = scope.t('down.title', { name });
  const body = scope.t(`trouble.${trouble}`);
  await scope.find(notifications)?.notify(
    admins.map(({ id }) => id),
    {
      id: `down:${name}:${Date.now()}`,
      kind: 'channel-meta.down',
      title,
      body,
      path: '/connections',
      tag: `down:${name}`,
    },
  );
  for (const { email } of admins)
    await scope.mail
      .send({
        to: email,
        subject: title,
        title,
        parts: [{ text: body }, { button: scope.t('down.button'), href: '/connections' }],
      })
      .catch((error: unknown) => scope.log.warn({ err: error }, 'mail about a connection could not be stored'));
};
