import { Readable } from 'node:stream';
import {
  csvLine,
  auditLog,
  forbidden,
  Reply,
  z,
  type AuditFilter,
  type AuditRecord,
  type Host,
  type Scope,
} from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { changesText, sentText, type Words } from '../../record-text.ts';
import { deviceOf } from '../sessions/device.ts';
import { actionText } from './action-text.ts';
import { namesWithin, words, type Names } from './words.ts';

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'ERR_INVALID_VALUE')
  .refine(
    (text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text),
    'ERR_INVALID_VALUE',
  );
const platform = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional()
  .describe('The log of the platform in place of the company’s: for super users.');
const query = z.object({
  platform,
  userId: z.coerce.number().int().positive().max(2_147_483_647).optional(),
  /** `queues PUT /queue/:id`: plugin and action, as in `choices`. */
  action: z.string().max(300).optional(),
  from: day.optional(),
  to: day.optional(),
  searchParam: z.string().max(200).default(''),
  before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
});
type Query = z.output<typeof query>;

/** Returns midnight of a day in the company's time zone. */
const midnight = (text: string, timeZone: string, later = 0): Date => {
  const utc = new Date(`${text}T00:00:00Z`);
  utc.setUTCDate(utc.getUTCDate() + later);
  const shown = new Date(
    `${new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(utc).replace(' ', 'T')}Z`,
  );
  return new Date(utc.getTime() - (shown.getTime() - utc.getTime()));
};

const filterOf = (
  { platform: ofPlatform, userId, action, from, to, searchParam, before }: Query,
  scope: Scope,
): AuditFilter => {
  const { timeZone } = scope.company;
  const space = action?.indexOf(' ') ?? -1;
  return {
    ...(ofPlatform && { platform: true }),
    ...(userId !== undefined && { userId }),
    ...(action !== undefined && space > 0 && { plugin: action.slice(0, space), action: action.slice(space + 1) }),
    ...(from !== undefined && { from: midnight(from, timeZone) }),
    ...(to !== undefined && { to: midnight(to, timeZone, 1) }),
    ...(before !== undefined && { before }),
    text: searchParam,
  };
};

const record = z.object({
  id: z.number(),
  at: z.date(),
  userId: z.number().nullable(),
  userName: z.string(),
  super: z.boolean(),
  ip: z.string(),
  userAgent: z.string(),
  device: z.object({ browser: z.string(), system: z.string() }),
  plugin: z.string(),
  action: z.string(),
  label: z.string(),
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()),
  changes: z.array(z.record(z.string(), z.unknown())),
  company: z.object({ id: z.number(), name: z.string().nullable() }).nullable(),
  fields: z.record(z.string(), z.string()).describe('What to call the keys of `detail` and `changes`.'),
  rows: z.record(z.string(), z.string()).describe('What to call a row of each table of `changes`.'),
  names: z
    .record(z.string(), z.record(z.string(), z.string()))
    .describe('What the numbers under a key stand for: `{"queueId":{"7":"Vendas"}}`.'),
});

const shown = (one: AuditRecord, names: Names, scope: Scope): z.input<typeof record> => ({
  ...one,
  ...words(one, names, scope),
  label: actionText(one, scope),
  subject: scope.use(auditLog).label(one).subject,
  device: deviceOf(one.userAgent),
  changes: one.changes.map((change) => ({ ...change })),
});

const companyOf = ({ company }: AuditRecord): string => (company ? (company.name ?? `#${company.id}`) : '');

const deviceText = ({ userAgent }: AuditRecord, scope: Scope): string => {
  if (userAgent === '') return '';
  const { browser, system } = deviceOf(userAgent);
  return [browser, system].filter(Boolean).join(' · ') || scope.t('device.unknown');
};

/** Number of entries whose names are loaded at a time. */
const inOneGo = 200;

async function* lines(scope: Scope, filter: AuditFilter): AsyncGenerator<string> {
  // In the language of the person who downloads it, by the company's time zone.
  const { language } = scope;
  const { timeZone } = scope.company;
  const separator = language === 'en' ? ',' : ';';
  const when = new Intl.DateTimeFormat(language === 'pt' ? 'pt-BR' : language, {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone,
  });
  const textWords: Words = { t: (key) => scope.t(key), dateTime: (moment) => when.format(new Date(moment)) };
  const columns = [
    'at',
    'person',
    'action',
    ...(filter.platform ? (['company'] as const) : []),
    'subject',
    'address',
    'device',
    'detail',
    'changes',
  ] as const;
  // The byte order mark, by which spreadsheets recognise UTF-8.
  yield `\ufeff${csvLine(
    columns.map((name) => scope.t(`audit.column.${name}`)),
    separator,
  )}`;
  let before = filter.before;
  for (;;) {
    scope.signal.throwIfAborted();
    const rows = await scope
      .use(auditLog)
      .search({ ...filter, ...(before !== undefined && { before }), limit: inOneGo });
    const names = await namesWithin(rows, scope);
    for (const one of rows) {
      const readable = words(one, names, scope);
      yield csvLine(
        [
          when.format(one.at),
          one.userName,
          actionText(one, scope),
          ...(filter.platform ? [companyOf(one)] : []),
          scope.use(auditLog).label(one).subject,
          one.ip,
          deviceText(one, scope),
          sentText(readable, one.detail, textWords),
          changesText(readable, one.changes, textWords),
        ],
        separator,
      );
    }
    if (rows.length < inOneGo) return;
    before = rows.at(-1)?.id;
  }
}

/** Registers the routes that list and export the audit log. */
export const auditRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/audit', {
    access: 'audit:view',
    summary: 'The company’s audit log, newest first, 50 a page; `before` is the last id of the former page.',
    input: { query },
    output: z.object({ records: z.array(record), hasMore: z.boolean() }),
    handle: async (request, scope) => {
      const found = await scope.use(auditLog).search({ ...filterOf(request.query, scope), limit: 51 });
      const records = found.slice(0, 50);
      const names = await namesWithin(records, scope);
      return { records: records.map((one) => shown(one, names, scope)), hasMore: found.length > 50 };
    },
  });
  host.route('GET', '/audit/choices', {
    access: 'audit:view',
    summary: 'The people and actions in the audit log.',
    input: { query: z.object({ platform }) },
    output: z.object({
      people: z.array(z.object({ id: z.number(), name: z.string() })),
      actions: z.array(z.object({ value: z.string(), label: z.string() })),
    }),
    handle: async (request, scope) => {
      const of = request.query.platform ? { platform: true } : {};
      const { people, actions } = await scope.use(auditLog).choices(of);
      const labelled = actions.map((one) => ({ value: `${one.plugin} ${one.action}`, label: actionText(one, scope) }));
      return { people, actions: labelled.toSorted((a, b) => a.label.localeCompare(b.label, scope.language)) };
    },
  });
  host.route('GET', '/audit/export', {
    access: 'audit:view',
    audit: 'audit.exported',
    rate: 10,
    summary: 'The audit log as a file (CSV), with the same parameters.',
    input: { query },
    handle: async (request, scope) => {
      // Checked before streaming: once the file has begun, nothing can be refused.
      if (request.query.platform && !scope.user.super) throw forbidden();
      return new Reply(200, Readable.from(lines(scope, filterOf(request.query, scope)), { objectMode: false }), {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="auditoria.csv"',
      });
    },
  });
};
