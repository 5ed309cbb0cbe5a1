import { sql, type Scope } from '@balcao/sdk/server';
import { notifications } from '@balcao/notifications/contract';
import { legalStepFound } from '../../contract.ts';
import type { CaseRow } from '../cases/save-case.ts';
import type { NewStep } from '../cases/store-steps.ts';

interface Watcher {
  id: number;
  contactId: number;
  contactName: string;
  userId: number | null;
}

/** The most that an event names. */
const maxSteps = 20;

/**
 * Writes down who is to hear of new steps, in the transaction that stores them: each step once for each contact and
 * channel, whichever node found it. The lawyer hears of it inside the product at once.
 */
export const announce = async (inner: Scope, row: CaseRow, news: readonly NewStep[]): Promise<void> => {
  const [newest] = news;
  if (!newest) return;
  const watchers = await inner.sql.rows<Watcher>(
    sql`select m.id, m.contact_id as "contactId", c.name as "contactName", m.user_id as "userId"
          from legal_process.monitoring m
          join contacts.public_contact c on c.company_id = m.company_id and c.id = m.contact_id
         where m.case_id = ${row.id} order by m.id`,
  );
  await inner.sql.run(
    sql`insert into legal_process.notice (monitoring_id, step_id, channel)
        select m.id, s.id, w.channel
          from legal_process.monitoring m
         cross join unnest(${news.map(({ id }) => id)}::bigint[]) s (id)
         cross join (values ('email'), ('whatsapp')) w (channel)
         where m.case_id = ${row.id}
           and case w.channel when 'email' then m.notify_email else m.notify_whatsapp end
            on conflict do nothing`,
  );
  await inner.emit(legalStepFound, String(row.id), {
    caseId: row.id,
    cnj: row.cnj,
    steps: news
      .slice(0, maxSteps)
      .map(({ at, title, instance, kind }) => ({ at: at.toISOString(), title, instance, kind })),
    count: news.length,
    contactIds: watchers.map(({ contactId }) => contactId),
  });
  const service = inner.find(notifications);
  for (const { id, contactName, userId } of watchers) {
    if (userId === null) continue;
    await service?.notify([userId], {
      id: `legal:${id}:${newest.key.slice(0, 40)}`,
      kind: 'legal-process.step',
      title: contactName,
      body:
        news.length === 1
          ? inner.t('notice.one', { title: newest.title })
          : inner.t('notice.many', { count: news.length }),
      path: `/legal-process/${id}/report`,
      tag: `legal:${id}`,
    });
  }
};
