import { notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { flowRoom, flowsRoom } from '../../contract.ts';
import { diffGraphs } from '../../graph/diff.ts';
import type { FlowVersionDetail } from '../../graph/wire.ts';
import type manifest from '../../manifest.ts';
import { readDrawing } from '../check-flow.ts';
import { savedFlow } from '../flow-output.ts';
import { findFlow, lockFlow } from '../flow-store.ts';
import { saveFlow } from '../save-flow.ts';
import { draftRev, id, params } from './fields.ts';

const versionRow = z.object({
  id: z.number(),
  number: z.number(),
  note: z.string(),
  publishedAt: z.string(),
  publishedBy: z.object({ id: z.number(), name: z.string() }).nullable(),
  isLive: z.boolean(),
  running: z.number(),
});
const versionParams = z.object({ id, versionId: id });

interface Row {
  id: number;
  number: number;
  note: string;
  publishedAt: Date;
  publishedBy: { id: number; name: string } | null;
  isLive: boolean;
  running: number;
  data: string;
}

const versions = async (scope: Scope, flowId: number, versionId?: number): Promise<FlowVersionDetail[]> => {
  const rows = await scope.sql.rows<Row>(
    sql`select v.id, v.number, v.note, v.published_at as "publishedAt", v.id = f.live_id as "isLive",
               ${versionId === undefined ? sql`''` : sql`v.source`} as data,
               case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "publishedBy",
               (select count(*)::int from flows.session s where s.company_id = v.company_id and s.flow_id = v.flow_id
                   and s.version_id = v.id and s.ended_at is null and s.state <> 'offered') as running
          from flows.version v
          join flows.flow f on f.company_id = v.company_id and f.id = v.flow_id
          left join kernel."user" u on u.company_id = v.company_id and u.id = v.published_by
         where v.flow_id = ${flowId} and ${versionId === undefined ? sql`true` : sql`v.id = ${versionId}`}
         order by v.number desc limit 500`,
  );
  return rows.map((row) => ({ ...row, isLive: row.isLive === true, publishedAt: row.publishedAt.toISOString() }));
};

/** ERR_NO_FLOW_VERSION_FOUND (404), also for a version of another flow. */
const versionOf = async (scope: Scope, flowId: number, versionId: number): Promise<FlowVersionDetail> => {
  const [version] = await versions(scope, flowId, versionId);
  if (!version) throw notFound('ERR_NO_FLOW_VERSION_FOUND');
  return version;
};

const drawing = async (scope: Scope, flowId: number, which: number | 'draft') => {
  if (which !== 'draft') return readDrawing((await versionOf(scope, flowId, which)).data);
  const flow = await findFlow(scope, flowId);
  if (!flow) throw notFound('ERR_NO_FLOW_FOUND');
  return readDrawing(flow.draft);
};

const which = z.union([z.literal('draft'), id]);
const node = z.object({ nodeId: z.string(), type: z.string() });
const edge = z.object({ source: z.string(), sourceHandle: z.string(), target: z.string() });
const diffOutput = z.object({
  added: z.array(node),
  removed: z.array(node),
  changed: z.array(
    node.extend({ fields: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })) }),
  ),
  moved: z.array(z.string()),
  edges: z.object({ added: z.array(edge), removed: z.array(edge) }),
});

export const versionRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/flow/:id/versions', {
    access: 'flows:view',
    summary: 'Published versions, newest first.',
    input: { params },
    output: z.object({ versions: z.array(versionRow) }),
    handle: async ({ params: { id: flowId } }, scope) => {
      if (!(await findFlow(scope, flowId))) throw notFound('ERR_NO_FLOW_FOUND');
      return { versions: await versions(scope, flowId) };
    },
  });
  host.route('GET', '/flow/:id/versions/:versionId', {
    access: 'flows:view',
    summary: 'A version with its drawing.',
    input: { params: versionParams },
    output: versionRow.extend({ data: z.string() }),
    handle: ({ params: { id: flowId, versionId } }, scope) => versionOf(scope, flowId, versionId),
  });
  host.route('POST', '/flow/:id/versions/:versionId/restore', {
    access: 'flows:view',
    summary: 'Makes the drawing of a version the draft again; `publish` publishes it as a new version.',
    input: { params: versionParams, body: z.object({ publish: z.boolean().default(false), draftRev }) },
    output: savedFlow,
    handle: async ({ params: { id: flowId, versionId }, body }, scope) => {
      const { data, number } = await versionOf(scope, flowId, versionId);
      const flow = await findFlow(scope, flowId);
      if (!flow) throw notFound('ERR_NO_FLOW_FOUND');
      const note = scope.t('server.restored', { number });
      return saveFlow(scope, { id: flowId, title: flow.title, data, note, ...body });
    },
  });
  host.route('GET', '/flow/:id/diff', {
    access: 'flows:view',
    summary: 'What differs between two versions, or a version and the draft.',
    input: { params, query: z.object({ from: which, to: which }) },
    output: diffOutput,
    handle: async ({ params: { id: flowId }, query: { from, to } }, scope) =>
      diffGraphs(await drawing(scope, flowId, from), await drawing(scope, flowId, to)),
  });
  host.route('POST', '/flow/:id/unpublish', {
    access: 'flows:view',
    summary: 'No conversation starts with the flow any more; those that it leads continue.',
    input: { params },
    output: savedFlow,
    handle: ({ params: { id: flowId } }, scope) =>
      scope.tx(async (inner) => {
        const { title, draftRev: rev } = await lockFlow(inner, flowId);
        await inner.sql.run(sql`update flows.flow set live_id = null where id = ${flowId}`);
        inner.rooms.emit(flowsRoom, {}, 'update', { flowId });
        inner.rooms.emit(flowRoom, { flowId }, 'published', { versionId: null, number: null, by: scope.user.id });
        return { id: flowId, title, draftRev: rev, version: null, problems: [] };
      }),
  });
};
