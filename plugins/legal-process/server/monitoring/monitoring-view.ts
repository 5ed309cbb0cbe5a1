import { notFound, sql, z, type Scope, type Sql } from '@balcao/sdk/server';
import { maskedCnj, sourceView } from '../cases/case-view.ts';

export const monitoringOutput = z.object({
  id: z.number(),
  cnj: z.string().describe('Formatted as 7-2-4-1-2-4 digits.'),
  contactId: z.number(),
  contact: z.object({ id: z.number(), name: z.string(), hasEmail: z.boolean() }),
  notifyEmail: z.boolean(),
  notifyWhatsapp: z.boolean(),
  lastNotice: z.string().nullable().describe('JSON text with dataHora and nome of the last step; null: there is none.'),
  newSteps: z.number().describe('Steps found since somebody opened the case.'),
  className: z.string().nullable(),
  checkedAt: z.string().nullable(),
  nextAt: z.string().describe('The next check.'),
  sources: z.array(sourceView),
  notifiedAt: z.string().nullable(),
  trouble: z
    .string()
    .nullable()
    .describe('Why the last notice did not reach the contact as wanted: `window`, `no-email`, or a code.'),
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  createdAt: z.string(),
});
export type MonitoringView = z.infer<typeof monitoringOutput>;

interface Row extends Omit<
  MonitoringView,
  'contact' | 'lastNotice' | 'checkedAt' | 'nextAt' | 'notifiedAt' | 'user' | 'createdAt'
> {
  contactName: string;
  hasEmail: boolean;
  lastStep: string | null;
  lastStepAt: Date | null;
  checkedAt: Date | null;
  nextAt: Date;
  notifiedAt: Date | null;
  userId: number | null;
  userName: string | null;
  createdAt: Date;
}

export const monitoringTables = sql`legal_process.monitoring m
  join legal_process.legal_case k on k.company_id = m.company_id and k.id = m.case_id
  join contacts.public_contact c on c.company_id = m.company_id and c.id = m.contact_id
  left join kernel."user" u on u.company_id = m.company_id and u.id = m.user_id`;

export const monitoringColumns = sql`m.id, k.cnj, m.contact_id as "contactId", c.name as "contactName", c.email <> '' as "hasEmail",
  m.notify_email as "notifyEmail", m.notify_whatsapp as "notifyWhatsapp", k.last_step as "lastStep",
  k.last_step_at as "lastStepAt", k.checked_at as "checkedAt", k.next_at as "nextAt", k.sources,
  k.data ->> 'className' as "className", m.notified_at as "notifiedAt", m.trouble, m.user_id as "userId",
  u.name as "userName", m.created_at as "createdAt",
  (select count(*)::int from legal_process.step s where s.company_id = m.company_id and s.case_id = m.case_id
      and s.found_at > m.seen_at) as "newSteps"`;

export const monitoringView = (row: Row): MonitoringView => {
  const {
    contactName,
    hasEmail,
    lastStep,
    lastStepAt,
    checkedAt,
    nextAt,
    notifiedAt,
    userId,
    userName,
    createdAt,
    cnj,
    ...rest
  } = row;
  return {
    ...rest,
    cnj: maskedCnj(cnj),
    contact: { id: rest.contactId, name: contactName, hasEmail },
    lastNotice: lastStepAt === null ? null : JSON.stringify({ dataHora: lastStepAt.toISOString(), nome: lastStep }),
    checkedAt: checkedAt?.toISOString() ?? null,
    nextAt: nextAt.toISOString(),
    notifiedAt: notifiedAt?.toISOString() ?? null,
    user: userId === null ? null : { id: userId, name: userName ?? '' },
    createdAt: createdAt.toISOString(),
  };
};

const read = async (scope: Scope, where: Sql): Promise<MonitoringView[]> => {
  const rows = await scope.sql.rows<Row>(
    sql`select ${monitoringColumns} from ${monitoringTables} where ${where} order by k.last_step_at desc nulls last, m.id desc limit 200`,
  );
  return rows.map(monitoringView);
};

export const monitoringsOfContact = (scope: Scope, contactId: number): Promise<MonitoringView[]> =>
  read(scope, sql`m.contact_id = ${contactId}`);

export const monitoringOf = async (scope: Scope, cnj: string, contactId: number): Promise<MonitoringView | undefined> =>
  (await read(scope, sql`k.cnj = ${cnj} and m.contact_id = ${contactId}`))[0];

export const requireMonitoring = async (scope: Scope, id: number): Promise<MonitoringView> => {
  const [view] = await read(scope, sql`m.id = ${id}`);
  if (!view) throw notFound('ERR_NO_MONITORING_FOUND');
  return view;
};
export type { Row as MonitoringRow };
