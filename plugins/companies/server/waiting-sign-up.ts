import { sql, type Scope } from '@balcao/sdk/server';
import { notifications } from '@balcao/notifications/contract';

/** To each super user of the scope's company, in the page and by mail: without them the company stays shut. */
export const tellOfWaiting = async (
  { companyId, name }: { companyId: number; name: string },
  scope: Scope,
): Promise<void> => {
  const supers = await scope.sql.rows<{ id: number; email: string }>(
    sql`select u.id, u.email from kernel.user u where u.super order by u.id`,
  );
  const path = '/settings/companies';
  await scope.find(notifications)?.notify(
    supers.map(({ id }) => id),
    {
      id: `sign-up:${companyId}`,
      kind: 'companies.waiting',
      title: scope.t('waiting.title', { name }),
      body: scope.t('waiting.text'),
      path,
      tag: `sign-up:${companyId}`,
    },
  );
  for (const { email: to } of supers)
    // What a visitor wrote stays out of the mail: a name can be an advertisement.
    await scope.mail.send({
      to,
      subject: scope.t('waiting.subject'),
      title: scope.t('waiting.subject'),
      parts: [{ text: scope.t('waiting.text') }, { button: scope.t('waiting.button'), href: path }],
    });
};
