import { AppError, invalid, notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { connections, type TemplateMessage } from '@balcao/connections/contract';
import type manifest from '../../manifest.ts';
import { id } from '../input.ts';
import { filledTemplate, templateNames } from '../monitoring/template.ts';
import { sourcesSetUp } from './setup.ts';

const template = z.object({
  name: z.string().min(1).max(600),
  language: z.string().min(1).max(20),
  variables: z.record(z.string().max(60), z.string().max(1000)).default({}),
});

const output = z.object({
  source: z.string().describe('Id of the paid source that the company chose; empty: the free ones.'),
  isMissing: z.boolean().describe('The chosen source is no longer set up: the free ones are asked.'),
  free: z.array(z.string()).describe('Names of the free sources.'),
  paid: z.array(z.object({ id: z.string(), label: z.string(), help: z.string() })),
  connections: z
    .array(
      z.object({
        id: z.number(),
        name: z.string(),
        template: template.nullable().describe('What leaves outside the reply window; null: a letter.'),
        templates: z.array(z.looseObject({ name: z.string() })).describe('Its templates, in every status.'),
      }),
    )
    .describe('Connections with a reply window.'),
});

const shown = async (scope: Scope): Promise<z.infer<typeof output>> => {
  const sources = await sourcesSetUp(scope);
  const source = scope.settings.get('legalSource');
  const isPaid = ({ contribution }: (typeof sources)[number]): boolean => contribution.item.isPaid === true;
  const paid = sources.filter(isPaid).map(({ contribution: { item, scope: own } }) => ({
    id: item.id,
    label: own.t(item.label),
    help: item.help ? own.t(item.help) : '',
  }));
  const service = scope.use(connections);
  const rows = await scope.sql.rows<{ id: number; name: string; channel: string; template: TemplateMessage | null }>(
    sql`select k.id, k.name, k.channel, t.template from connections.public_connection k
          left join legal_process.notice_template t on t.company_id = k.company_id and t.connection_id = k.id
         order by kernel.normalise(k.name), k.id`,
  );
  const windowed = rows.filter((row) => service.adapter(row)?.capabilities.windowHours !== undefined);
  return {
    source,
    isMissing: source !== '' && !paid.some((one) => one.id === source),
    free: sources.filter((one) => !isPaid(one)).map(({ contribution: { item, scope: own } }) => own.t(item.label)),
    paid,
    connections: await Promise.all(
      windowed.map(async (row) => ({
        id: row.id,
        name: row.name,
        template: row.template && template.parse(row.template),
        templates: (await service.templates(row.id)).map((one) => ({ ...one })),
      })),
    ),
  };
};

const samples = Object.fromEntries(templateNames.map((name) => [name, 'x'])) as Parameters<typeof filledTemplate>[1];

const saveTemplate = async (
  inner: Scope,
  connectionId: number,
  chosen: z.infer<typeof template> | null,
): Promise<void> => {
  if (chosen === null) {
    await inner.sql.run(sql`delete from legal_process.notice_template where connection_id = ${connectionId}`);
    return;
  }
  if (!(await inner.use(connections).find(connectionId))) throw notFound('ERR_NO_WAPP_FOUND');
  try {
    await inner.use(connections).prepareTemplate(connectionId, filledTemplate(chosen, samples));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ERR_VALIDATION') throw error;
    throw invalid({ [`template.${connectionId}`]: 'ERR_LEGAL_TEMPLATE_VALUES' });
  }
  await inner.sql.run(
    sql`insert into legal_process.notice_template (connection_id, template)
        values (${connectionId}, ${JSON.stringify(chosen)}::jsonb)
        on conflict (company_id, connection_id) do update set template = excluded.template`,
  );
};

export const companyRoutes = (host: Pick<Host<typeof manifest>, 'route'>): void => {
  host.route('GET', '/legalProcessSettings', {
    access: 'legal:settings',
    summary: 'The source of the company’s court cases, and the templates of its notices outside the reply window.',
    output,
    handle: (_request, scope) => shown(scope),
  });
  host.route('PUT', '/legalProcessSettings', {
    access: 'legal:settings',
    summary: 'Saves the source and the templates, where they are given.',
    audit: 'legal-process.settings-saved',
    input: {
      body: z.object({
        source: z.string().max(60).optional().describe('Id of a paid source; empty: the free ones.'),
        templates: z
          .array(z.object({ connectionId: id, template: template.nullable() }))
          .max(200)
          .default([]),
      }),
    },
    output,
    handle: ({ body: { source, templates } }, scope) =>
      scope.tx(async (inner) => {
        if (source !== undefined) {
          const offered = await sourcesSetUp(inner);
          const isOffered = offered.some(({ contribution: { item } }) => item.isPaid === true && item.id === source);
          if (source !== '' && !isOffered) throw invalid({ source: 'ERR_NO_PROVIDER_FOUND' });
          if (source !== inner.settings.get('legalSource')) {
            await inner.settings.set('legalSource', source);
            // Another source may know more: it is asked at the next check.
            await inner.sql.run(sql`update legal_process.legal_case set next_at = now() where claimed_at is null`);
          }
        }
        for (const { connectionId, template: chosen } of templates) await saveTemplate(inner, connectionId, chosen);
        return shown(inner);
      }),
  });
};
