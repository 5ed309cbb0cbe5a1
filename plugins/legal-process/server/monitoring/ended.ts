import { sql, type Scope } from '@balcao/sdk/server';

/** The end of a monitoring can be undone for so long. */
export const undoMinutes = 60;

/** Ends a monitoring, and keeps it with its waiting notices so that the end can be undone. */
export const endMonitoring = async (inner: Scope, id: number): Promise<void> => {
  await inner.sql.run(
    sql`insert into legal_process.ended_monitoring (id, case_id, contact_id, data, notices)
        select m.id, m.case_id, m.contact_id, to_jsonb(m), coalesce(
               (select jsonb_agg(jsonb_build_object('step_id', n.step_id, 'channel', n.channel))
                  from legal_process.notice n where n.monitoring_id = m.id), '[]')
          from legal_process.monitoring m where m.id = ${id}`,
  );
  await inner.sql.run(sql`delete from legal_process.monitoring where id = ${id}`);
};

/**
 * Restores an ended monitoring: its lawyer, its connection, the notices that waited, and those of steps found since.
 * Returns its id, or that of the one by which somebody linked the case to the contact meanwhile; undefined: nothing is
 * kept of it.
 */
export const restoreMonitoring = async (inner: Scope, id: number): Promise<number | undefined> => {
  const ended = await inner.sql.one<{
    caseId: number;
    contactId: number;
    endedAt: Date;
    data: object;
    notices: object[];
  }>(
    sql`delete from legal_process.ended_monitoring
         where id = ${id} and ended_at > now() - make_interval(mins => ${undoMinutes}::int)
        returning case_id as "caseId", contact_id as "contactId", ended_at as "endedAt", data, notices`,
  );
  if (!ended) return undefined;
  const { caseId, contactId, endedAt, data, notices } = ended;
  // A user or a connection may be gone since.
  const restored = await inner.sql.run(
    sql`insert into legal_process.monitoring (id, case_id, contact_id, user_id, connection_id, notify_email, notify_whatsapp, seen_at, notified_at, trouble, created_at)
        select m.id, ${caseId}, ${contactId}, u.id, k.id, m.notify_email, m.notify_whatsapp, m.seen_at, m.notified_at, m.trouble, m.created_at
          from jsonb_populate_record(null::legal_process.monitoring, ${JSON.stringify(data)}::jsonb) m
          left join kernel."user" u on u.company_id = m.company_id and u.id = m.user_id
          left join connections.public_connection k on k.company_id = m.company_id and k.id = m.connection_id
            on conflict (company_id, case_id, contact_id) do nothing`,
  );
  // Steps found since are news, unless somebody linked the case again: that monitoring has its own notices.
  await inner.sql.run(
    sql`insert into legal_process.notice (monitoring_id, step_id, channel)
        select m.id, s.id, w.channel
          from legal_process.monitoring m
          join legal_process.step s on s.company_id = m.company_id and s.case_id = m.case_id
         cross join (values ('email'), ('whatsapp')) w (channel)
         where m.case_id = ${caseId} and m.contact_id = ${contactId}
           and case w.channel when 'email' then m.notify_email else m.notify_whatsapp end
           and (${restored > 0} and s.found_at > ${endedAt}
                or exists (select from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as n (step_id bigint, channel text)
                            where n.step_id = s.id and n.channel = w.channel))
            on conflict do nothing`,
  );
  const row = await inner.sql.one<{ id: number }>(
    sql`select id from legal_process.monitoring where case_id = ${caseId} and contact_id = ${contactId}`,
  );
  return row?.id;
};
