import { AppError, notFound, sql, type Scope } from '@balcao/sdk/server';
import { flowPublished, flowRoom, flowsRoom } from '../contract.ts';
import { writeElements } from '../graph/elements.ts';
import type { FlowGraph, FlowProblem } from '../graph/types.ts';
import type { FlowConflict, FlowTriggerChoice, SavedFlow } from '../graph/wire.ts';
import { assertKnownTypes, checkFlow, readDrawing } from './check-flow.ts';
import { runDialogues } from './dialogues.ts';
import { findFlow, lockFlow, type StoredFlow } from './flow-store.ts';
import { assertTriggersFree, saveTriggers } from './triggers.ts';

export interface FlowInput {
  id?: number | undefined;
  title: string;
  data: string;
  publish: boolean;
  draftRev?: number | undefined;
  note?: string | undefined;
  triggers?: readonly FlowTriggerChoice[] | undefined;
}

/** The person of the scope; a super user inside another company is none of its people. */
export const authorOf = ({ user }: Scope): number | null => (user && !user.impersonating ? user.id : null);

const conflictOf = async (scope: Scope, flow: StoredFlow): Promise<AppError> => {
  const row = await scope.sql.one<{ at: Date; by: { id: number; name: string } | null }>(
    sql`select f.updated_at as at, case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as by
          from flows.flow f left join kernel."user" u on u.id = f.updated_by where f.id = ${flow.id}`,
  );
  const context: FlowConflict = {
    draftRev: flow.draftRev,
    by: row?.by ?? null,
    at: (row?.at ?? new Date()).toISOString(),
    data: flow.draft,
    title: flow.title,
  };
  return new AppError(409, 'ERR_FLOW_CHANGED', { context: { ...context } });
};

const errorsOf = (problems: readonly FlowProblem[]): FlowProblem[] => problems.filter(({ level }) => level === 'error');

/** Checks a drawing for publishing, with its saved dialogues. ERR_FLOW_INVALID (400) with the list. */
const assertPublishable = async (scope: Scope, graph: FlowGraph, id: number | undefined): Promise<FlowProblem[]> => {
  const problems = await checkFlow(scope, graph, id);
  if (errorsOf(problems).length === 0 && id !== undefined) {
    const results = await runDialogues(scope, id, graph);
    for (const { name, passed } of results)
      if (!passed) problems.push({ level: 'error', code: 'dialogueFailed', values: { name } });
  }
  if (errorsOf(problems).length > 0) throw new AppError(400, 'ERR_FLOW_INVALID', { context: { problems } });
  return problems;
};

/** Stores the draft as a new version and makes it the one that starts; the same drawing stays the same version. */
const publish = async (
  scope: Scope,
  flow: StoredFlow,
  source: string,
  note: string,
): Promise<{ id: number; number: number }> => {
  const live = await scope.sql.one<{ id: number; number: number; source: string }>(
    sql`select id, number, source from flows.version where id = ${flow.liveId}`,
  );
  if (live?.source === source) return { id: live.id, number: live.number };
  const by = authorOf(scope);
  const version = await scope.sql.one<{ id: number; number: number }>(
    sql`insert into flows.version (flow_id, number, source, note, published_by)
        select ${flow.id}, coalesce(max(number), 0) + 1, ${source}, ${note}, ${by} from flows.version where flow_id = ${flow.id}
        returning id, number`,
  );
  if (!version) throw new Error('the version was not stored');
  await scope.sql.run(sql`update flows.flow set live_id = ${version.id} where id = ${flow.id}`);
  const published = { flowId: flow.id, versionId: version.id, number: version.number, by };
  await scope.emit(flowPublished, `flow:${flow.id}`, published);
  scope.rooms.emit(flowRoom, { flowId: flow.id }, 'published', { versionId: version.id, number: version.number, by });
  return version;
};

const insertFlow = async (scope: Scope, title: string, source: string): Promise<StoredFlow> => {
  const row = await scope.sql.one<{ id: number }>(
    sql`insert into flows.flow (title, draft, updated_by) values (${title}, ${source}, ${authorOf(scope)}) returning id`,
  );
  if (!row) throw new Error('the flow was not stored');
  return { id: row.id, title, draft: source, draftRev: 1, liveId: null };
};

/** Files of another flow that a copied node names belong to this flow too, so that they outlive the other. */
const adoptFiles = async (scope: Scope, flowId: number, graph: FlowGraph): Promise<void> => {
  const paths = graph.nodes.flatMap(({ type, data }) =>
    type === 'attachmentNode' && typeof data['mediaPath'] === 'string' ? [data['mediaPath']] : [],
  );
  if (paths.length === 0) return;
  await scope.sql.run(
    sql`insert into flows.file (flow_id, path, node_id, name, mime, size)
        select distinct on (f.path) ${flowId}::int, f.path, f.node_id, f.name, f.mime, f.size from flows.file f
         where f.path = any(${paths}::text[]) on conflict do nothing`,
  );
};

const updateFlow = async (scope: Scope, flow: StoredFlow, title: string, source: string): Promise<StoredFlow> => {
  if (flow.title === title && flow.draft === source) return flow;
  await scope.sql.run(
    sql`update flows.flow set title = ${title}, draft = ${source}, draft_rev = draft_rev + 1, updated_at = now(),
               updated_by = ${authorOf(scope)} where id = ${flow.id}`,
  );
  const draftRev = flow.draftRev + 1;
  const by = scope.user && { id: scope.user.id, name: scope.user.name };
  scope.rooms.emit(flowRoom, { flowId: flow.id }, 'draft', { draftRev, by: by ?? null, at: new Date().toISOString() });
  return { ...flow, title, draft: source, draftRev };
};

/**
 * Stores a drawing, and publishes it unless only the draft is wanted. Nothing is stored when it is refused: ERR_FLOW_DATA,
 * ERR_FLOW_INVALID (400), ERR_NO_FLOW_FOUND (404), ERR_FLOW_CHANGED (409).
 */
export const saveFlow = async (scope: Scope, input: FlowInput): Promise<SavedFlow> => {
  const { id, title, publish: publishes, draftRev, note = '', triggers } = input;
  const graph = readDrawing(input.data);
  const before = id === undefined ? undefined : await findFlow(scope, id);
  if (id !== undefined && !before) throw notFound('ERR_NO_FLOW_FOUND');
  assertKnownTypes(scope, graph, before && readDrawing(before.draft));
  const problems = publishes ? await assertPublishable(scope, graph, id) : await checkFlow(scope, graph, id);
  const source = writeElements(graph);
  return scope.tx(async (inner) => {
    const known = id === undefined ? undefined : await lockFlow(inner, id);
    if (known && draftRev !== undefined && draftRev !== known.draftRev) throw await conflictOf(inner, known);
    if (triggers) await assertTriggersFree(inner, triggers, id);
    const flow = known ? await updateFlow(inner, known, title, source) : await insertFlow(inner, title, source);
    await adoptFiles(inner, flow.id, graph);
    if (triggers) await saveTriggers(inner, flow.id, triggers);
    const version = publishes ? await publish(inner, flow, source, note) : null;
    inner.rooms.emit(flowsRoom, {}, 'update', { flowId: flow.id });
    return { id: flow.id, title, draftRev: flow.draftRev, version, problems };
  });
};
