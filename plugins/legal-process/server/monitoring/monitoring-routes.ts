import { invalid, notFound, pageQuery, readPage, Reply, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import { contacts } from '@balcao/contacts/contract';
import type manifest from '../../manifest.ts';
import { orFault } from '../cases/faults.ts';
import { liveMs } from '../cases/look-up-routes.ts';
import { lookUp } from '../cases/look-up.ts';
import { requireCnj } from '../cases/number.ts';
import { addCase, saveFound } from '../cases/save-case.ts';
import { id, params } from '../input.ts';
import { announce } from './announce.ts';
import { publishChange } from './changed.ts';
import { checkCase } from './check.ts';
import {
  monitoringColumns,
  monitoringOf,
  monitoringOutput,
  monitoringsOfContact,
  monitoringTables,
  monitoringView,
  requireMonitoring,
  type MonitoringRow,
  type MonitoringView,
} from './monitoring-view.ts';

/** The look-up of a moment ago will do for linking the case. */
const linkAgeMs = 600_000;
/** Checking now means now, and not twice in a moment. */
const nowMs = 5000;

const yesNo = z.boolean();
const listOutput = z.object({ LegalProcessMonitorings: z.array(monitoringOutput) });

/** Letters need an address. */
const assertEmail = (hasEmail: boolean, notifyEmail: boolean | undefined): void => {
  if (notifyEmail === true && !hasEmail) throw invalid({ notifyEmail: 'ERR_LEGAL_NO_EMAIL' });
};

const requireLinked = async (scope: Scope, cnj: string, contactId: number): Promise<MonitoringView> => {
  const view = await monitoringOf(scope, cnj, contactId);
  if (!view) throw notFound('ERR_NO_MONITORING_FOUND');
  return view;
};

const readingRoutes = (host: Pick<Host<typeof manifest>, 'route'>): void => {
  host.route('GET', '/legalProcessMonitoring/list', {
    access: 'signed-in',
    summary: 'Monitored cases, the latest step first; found by number or contact.',
    input: { query: pageQuery },
    output: listOutput.extend({ hasMore: z.boolean(), count: z.number() }),
    handle: async ({ query: { searchParam, pageNumber } }, scope) => {
      const digits = searchParam.replaceAll(/\D/g, '');
      const isFound = sql`(kernel.normalise(c.name) like kernel.like_pattern(${searchParam})
        ${digits.length > 2 ? sql`or k.cnj like ${`%${digits}%`}` : sql``})`;
      const page = await readPage<MonitoringRow>(scope, {
        columns: monitoringColumns,
        from: sql`${monitoringTables} where ${searchParam === '' ? sql`true` : isFound}`,
        orderBy: sql`k.last_step_at desc nulls last, m.id desc`,
        page: pageNumber,
      });
      return { LegalProcessMonitorings: page.records.map(monitoringView), hasMore: page.hasMore, count: page.count };
    },
  });
  host.route('GET', '/contacts/:id/listLegaLProcess', {
    access: 'signed-in',
    summary: 'The cases that are monitored for a contact.',
    input: { params },
    output: listOutput,
    handle: async ({ params: { id: contactId } }, scope) => {
      if (!(await scope.use(contacts).find(contactId))) throw notFound('ERR_NO_CONTACT_FOUND');
      return { LegalProcessMonitorings: await monitoringsOfContact(scope, contactId) };
    },
  });
};

export const monitoringRoutes = (host: Pick<Host<typeof manifest>, 'route'>): void => {
  readingRoutes(host);
  host.route('POST', '/legalProcessMonitoring', {
    access: 'signed-in',
    summary:
      'Links a case to a contact and monitors it. What is there now is no news. Linked already: the two switches are saved.',
    rate: 30,
    audit: 'legal-process.linked',
    input: {
      body: z.object({
        cnj: z.string().max(80),
        contactId: id,
        notifyEmail: yesNo.default(false),
        notifyWhatsapp: yesNo.default(false),
        whatsappId: id.nullish().describe('The connection of the notices; absent: the contact’s last one.'),
      }),
    },
    output: monitoringOutput,
    handle: async ({ body }, scope) => {
      const cnj = requireCnj(body.cnj);
      const contact = await scope.use(contacts).find(body.contactId);
      if (!contact) throw notFound('ERR_NO_CONTACT_FOUND');
      assertEmail(contact.email !== '', body.notifyEmail);
      const whatsappId = body.whatsappId ?? null;
      if (whatsappId !== null && !(await scope.use(connections).find(whatsappId))) throw notFound('ERR_NO_WAPP_FOUND');
      const found = await orFault(lookUp(scope, cnj, { maxAgeMs: linkAgeMs, limitMs: liveMs }));
      if (found instanceof Reply) return found;
      const userId = scope.user.impersonating ? null : scope.user.id;
      return scope.tx(async (inner) => {
        const row = await addCase(inner, cnj);
        // Others may monitor the case already, and hear of what this look-up found.
        await announce(inner, row, await saveFound(inner, row, found));
        await inner.sql.run(
          sql`insert into legal_process.monitoring (case_id, contact_id, user_id, connection_id, notify_email, notify_whatsapp)
              values (${row.id}, ${body.contactId}, ${userId}, ${whatsappId}, ${body.notifyEmail}, ${body.notifyWhatsapp})
              on conflict (company_id, case_id, contact_id)
              do update set notify_email = excluded.notify_email, notify_whatsapp = excluded.notify_whatsapp,
                            connection_id = coalesce(excluded.connection_id, monitoring.connection_id)`,
        );
        const view = await requireLinked(inner, cnj, body.contactId);
        publishChange(inner, [view.id]);
        return view;
      });
    },
  });
  host.route('POST', '/legalProcess/:id/updateNotice', {
    access: 'signed-in',
    summary: 'Saves the two switches of a monitoring, where they are given, and checks its case now.',
    rate: 30,
    audit: 'legal-process.notices-saved',
    input: { params, body: z.object({ notifyEmail: yesNo.optional(), notifyWhatsapp: yesNo.optional() }).default({}) },
    output: monitoringOutput,
    handle: async ({ params: { id: wanted }, body: { notifyEmail = null, notifyWhatsapp = null } }, scope) => {
      const before = await requireMonitoring(scope, wanted);
      assertEmail(before.contact.hasEmail, notifyEmail ?? undefined);
      if (notifyEmail !== null || notifyWhatsapp !== null)
        await scope.tx(async (inner) => {
          await inner.sql.run(
            sql`update legal_process.monitoring
                   set notify_email = coalesce(${notifyEmail}::boolean, notify_email),
                       notify_whatsapp = coalesce(${notifyWhatsapp}::boolean, notify_whatsapp)
                 where id = ${wanted}`,
          );
          // A notice that the contact no longer wants is not sent later.
          await inner.sql.run(
            sql`delete from legal_process.notice n using legal_process.monitoring m
                 where m.id = ${wanted} and n.monitoring_id = m.id
                   and not case n.channel when 'email' then m.notify_email else m.notify_whatsapp end`,
          );
        });
      const row = await scope.sql.one<{ id: number; cnj: string; failures: number }>(
        sql`select k.id, k.cnj, k.failures from legal_process.monitoring m
              join legal_process.legal_case k on k.company_id = m.company_id and k.id = m.case_id where m.id = ${wanted}`,
      );
      if (row) await checkCase(scope, row, { maxAgeMs: nowMs });
      return requireMonitoring(scope, wanted);
    },
  });
  host.route('PUT', '/legalProcessMonitoring/:id/seen', {
    access: 'signed-in',
    summary: 'Somebody has seen the steps of a monitored case: none of them is new any more.',
    input: { params },
    output: monitoringOutput,
    handle: ({ params: { id: wanted } }, scope) =>
      scope.tx(async (inner) => {
        await inner.sql.run(sql`update legal_process.monitoring set seen_at = now() where id = ${wanted}`);
        publishChange(inner, [wanted]);
        return requireMonitoring(inner, wanted);
      }),
  });
};
