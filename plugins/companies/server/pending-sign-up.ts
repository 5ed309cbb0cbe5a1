import { sql, type Scope } from '@balcao/sdk/server';
import { notifications } from '@balcao/notifications/contract';

/**
 * Notifies each super user of the scope's company, in the page and by mail: the new company stays blocked until one of
 * them approves it.
 */
export const notifyOfPendingSignUp = async (
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
    // The visitor's text is not in the mail, because a name can be an advertisement.
    await scope.mail.send({
      to,
      subject: scope.t('waiting.subject'),
      title: scope.t('waiting.subject'),
      parts: [{ text: scope.t('waiting.text') }, { button: scope.t('waiting.button'), href: path }],
    });
};
