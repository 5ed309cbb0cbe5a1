import { sql } from '@balcao/sdk/server';
import type { ContactMove, PersonalData } from '@balcao/contacts/contract';

/** The cases of a person. A case that nobody else's contact has goes with them: it names the parties. */
export const casesOfPerson: PersonalData = {
  id: 'legal-process',
  async *collect(contactId, scope) {
    for (const row of await scope.sql.rows<object>(
      sql`select k.cnj, k.data, m.notify_email as "notifyEmail", m.notify_whatsapp as "notifyWhatsapp",
                 m.notified_at as "notifiedAt", m.created_at as "createdAt"
            from legal_process.monitoring m
            join legal_process.legal_case k on k.company_id = m.company_id and k.id = m.case_id
           where m.contact_id = ${contactId} order by m.id`,
    ))
      yield { kind: 'legal-process', row };
  },
  async erase(contactId, scope) {
    const ended = await scope.sql.rows<{ caseId: number }>(
      sql`delete from legal_process.monitoring where contact_id = ${contactId} returning case_id as "caseId"`,
    );
    const undoable = await scope.sql.rows<{ caseId: number }>(
      sql`delete from legal_process.ended_monitoring where contact_id = ${contactId} returning case_id as "caseId"`,
    );
    await scope.sql.run(sql`delete from legal_process.letter where contact_id = ${contactId}`);
    const cases = await scope.sql.rows<{ cnj: string }>(
      sql`delete from legal_process.legal_case k
           where k.id = any(${[...ended, ...undoable].map(({ caseId }) => caseId)}::int[])
             and not exists (select from legal_process.monitoring m where m.case_id = k.id)
             and not exists (select from legal_process.ended_monitoring e where e.case_id = k.id)
          returning k.cnj`,
    );
    // First: a look-up that is under way stores its answer only while its request is there.
    await scope.sql.run(
      sql`delete from legal_process.open_request where cnj = any(${cases.map(({ cnj }) => cnj)}::text[])`,
    );
    await scope.sql.run(
      sql`delete from legal_process.source_copy where cnj = any(${cases.map(({ cnj }) => cnj)}::text[])`,
    );
    return { count: ended.length, files: [] };
  },
};

/** Cases of a contact that was merged into another: a case of both keeps the wishes of either. */
export const casesMove: ContactMove = {
  id: 'legal-process',
  async move({ from, to }, scope) {
    await scope.sql.run(
      sql`update legal_process.monitoring kept
             set notify_email = kept.notify_email or gone.notify_email,
                 notify_whatsapp = kept.notify_whatsapp or gone.notify_whatsapp
            from legal_process.monitoring gone
           where gone.contact_id = ${from} and kept.contact_id = ${to} and gone.case_id = kept.case_id`,
    );
    // The kept one hears of the steps of which the other was still to hear.
    await scope.sql.run(
      sql`insert into legal_process.notice (monitoring_id, step_id, channel)
          select kept.id, n.step_id, n.channel
            from legal_process.notice n
            join legal_process.monitoring gone on gone.company_id = n.company_id and gone.id = n.monitoring_id
            join legal_process.monitoring kept on kept.company_id = gone.company_id and kept.case_id = gone.case_id
           where gone.contact_id = ${from} and kept.contact_id = ${to}
              on conflict do nothing`,
    );
    await scope.sql.run(
      sql`delete from legal_process.monitoring gone
           where gone.contact_id = ${from}
             and exists (select from legal_process.monitoring kept where kept.contact_id = ${to} and kept.case_id = gone.case_id)`,
    );
    await scope.sql.run(sql`update legal_process.monitoring set contact_id = ${to} where contact_id = ${from}`);
    await scope.sql.run(sql`update legal_process.ended_monitoring set contact_id = ${to} where contact_id = ${from}`);
    await scope.sql.run(
      sql`insert into legal_process.letter (contact_id, day) select ${to}, day from legal_process.letter
           where contact_id = ${from} on conflict do nothing`,
    );
    await scope.sql.run(sql`delete from legal_process.letter where contact_id = ${from}`);
  },
};
