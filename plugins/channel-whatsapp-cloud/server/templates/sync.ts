import { sql, z, type Scope } from '@balcao/sdk/server';
import type { Template } from '../../contract.ts';
import { findAccount, isComplete, type Account } from '../account/account.ts';
import { graphList } from '../graph/graph.ts';
import type { templateChange } from '../webhook/envelope.ts';

const text = z.string().transform((written) => written.replaceAll('\0', '').toWellFormed());
const maybe = text.optional().catch(undefined);
const wireTemplate = z.object({
  id: z.coerce.string(),
  name: text,
  language: text,
  category: text.catch(''),
  status: text,
  parameter_format: text.catch('POSITIONAL'),
  rejected_reason: maybe,
  components: z
    .array(
      z.object({
        type: text,
        format: maybe,
        text: maybe,
        buttons: z
          .array(z.object({ type: text, text: maybe, url: maybe, phone_number: maybe }))
          .optional()
          .catch(undefined),
      }),
    )
    .catch([]),
});

/** Reads the company’s templates from Meta. Returns their number; undefined if they were read recently. */
export const syncTemplates = async (
  scope: Scope,
  connectionId: number,
  { ifOlderThanMinutes = 0 }: { ifOlderThanMinutes?: number } = {},
): Promise<number | undefined> => {
  const account = await findAccount(scope, connectionId);
  if (!account || !isComplete(account)) return undefined;
  if (ifOlderThanMinutes > 0) {
    const young = await scope.sql.one(
      sql`select 1 as found from channel_whatsapp_cloud.template
           where connection_id = ${connectionId} and synced_at > now() - make_interval(mins => ${ifOlderThanMinutes}::int) limit 1`,
    );
    if (young) return undefined;
  }
  const rows = await graphList<unknown>(account, `${account.wabaId}/message_templates`, {
    query: { fields: 'id,name,language,category,status,parameter_format,rejected_reason,components' },
    signal: scope.signal,
  });
  const templates = rows.flatMap((row) => {
    const read = wireTemplate.safeParse(row);
    return read.success ? [read.data] : [];
  });
  await scope.tx(async ({ sql: database }) => {
    await database.run(
      sql`insert into channel_whatsapp_cloud.template as t
            (connection_id, graph_id, name, language, category, status, parameter_format, components, reason)
          select ${connectionId}, x.id, x.name, x.language, x.category, x.status, x.parameter_format, x.components,
                 coalesce(nullif(x.rejected_reason, 'NONE'), '')
            from json_to_recordset(${JSON.stringify(templates)}::json) as x
              (id text, name text, language text, category text, status text, parameter_format text, rejected_reason text, components jsonb)
          on conflict (company_id, connection_id, name, language) do update
            set graph_id = excluded.graph_id, category = excluded.category, status = excluded.status,
                parameter_format = excluded.parameter_format, components = excluded.components, reason = excluded.reason, synced_at = now()`,
    );
    // Templates that Meta does not list any more were deleted there. All rows of a transaction have the same time.
    await database.run(
      sql`delete from channel_whatsapp_cloud.template where connection_id = ${connectionId} and synced_at < now()`,
    );
  });
  return templates.length;
};

/** Stores that Meta approved, refused or paused a template, for all connections of the account. */
export const noteTemplateChange = async (
  scope: Scope,
  { wabaId }: Account,
  change: z.output<typeof templateChange>,
): Promise<void> => {
  const { event, message_template_name: name, message_template_language: language, reason = '' } = change;
  await scope.sql.run(
    sql`update channel_whatsapp_cloud.template t set status = ${event}, reason = ${reason === 'NONE' ? '' : reason}
          from channel_whatsapp_cloud.account a
         where a.company_id = t.company_id and a.connection_id = t.connection_id and a.waba_id = ${wabaId}
           and t.name = ${name} and t.language = ${language}`,
  );
};

const select = sql`select id, name, language, category, status, reason, components from channel_whatsapp_cloud.template`;

export const listTemplates = (scope: Scope, connectionId: number): Promise<Template[]> =>
  scope.sql.rows<Template>(sql`${select} where connection_id = ${connectionId} order by name, language limit 5000`);

export const findTemplate = (scope: Scope, connectionId: number, id: number): Promise<Template | undefined> =>
  scope.sql.one<Template>(sql`${select} where connection_id = ${connectionId} and id = ${id}`);

export const findNamed = (
  scope: Scope,
  connectionId: number,
  name: string,
  language: string,
): Promise<Template | undefined> =>
  scope.sql.one<Template>(
    sql`${select} where connection_id = ${connectionId} and name = ${name} and language = ${language}`,
  );
