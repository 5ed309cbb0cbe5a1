import { sql, type Scope } from '@balcao/sdk/server';
import { notifications } from '@balcao/notifications/contract';
import { publishEndpointChange } from './endpoints.ts';

/** An endpoint that accepted nothing for this long is disabled. */
const patience = sql`interval '23 hours'`;

const notifyAdmins = async (scope: Scope, webhookId: number, name: string): Promise<void> => {
  const admins = await scope.sql.rows<{ id: number; email: string }>(
    sql`select id, email from kernel."user" where profile = 'admin' order by id`,
  );
  await scope.find(notifications)?.notify(
    admins.map(({ id }) => id),
    {
      id: `webhook-off:${webhookId}:${new Date().toISOString().slice(0, 10)}`,
      kind: 'messages-api.webhooks',
      title: scope.t('notice.offTitle', { name }),
      body: scope.t('notice.offBody'),
      path: '/messages-api?tab=webhooks',
      tag: `webhook:${webhookId}`,
    },
  );
  const subject = scope.t('notice.offTitle', { name });
  for (const { email: to } of admins)
    await scope.mail.send({
      to,
      subject,
      title: subject,
      parts: [
        { text: scope.t('notice.offMail', { name }) },
        { button: scope.t('notice.open'), href: '/messages-api?tab=webhooks' },
      ],
    });
};

/**
 * Disables an endpoint and notifies admins. `gone`: the receiver says so itself (410). `failing`: only when it accepted
 * nothing for a day.
 */
export const disableEndpoint = (scope: Scope, webhookId: number, reason: 'gone' | 'failing'): Promise<void> =>
  scope.tx(async (inner) => {
    const row = await inner.sql.one<{ name: string }>(
      sql`update messages_api.webhook set is_active = false, disabled_reason = ${reason}
           where id = ${webhookId} and is_active
             and (${reason} = 'gone' or (failing_since is not null and failing_since <= now() - ${patience}))
         returning name`,
    );
    if (!row) return;
    await publishEndpointChange(inner, webhookId);
    await notifyAdmins(inner, webhookId, row.name);
  });
