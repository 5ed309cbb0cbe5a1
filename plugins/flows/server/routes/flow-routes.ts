import { AppError, invalid, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { flowRoom, flowsRoom } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { checkFlow, readDrawing } from '../check-flow.ts';
import { endLive } from '../engine/start.ts';
import { tickets } from '@balcao/tickets/contract';
import { flowDetail, flowDetailOf, flowRow, listFlows, problem, savedFlow } from '../flow-output.ts';
import { findFlow, lockFlow } from '../flow-store.ts';
import { saveFlow } from '../save-flow.ts';
import { data, flowBody, id, maxBody, params } from './fields.ts';

/** Types of file that the specification names, by what their content shows. */
const accepted = [
  'image/png',
  'image/jpeg',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/x-cfb',
  'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'video/mp4',
  'audio/mpeg',
  'audio/amr',
  'audio/ogg',
  'audio/opus',
];
const maxFileBytes = 52_428_800;

/** Ends the flow's sessions, so that nobody stays with a flow that no longer exists. */
const endAll = async (scope: Scope, flowId: number): Promise<void> => {
  const rows = await scope.sql.rows<{ ticketId: number }>(
    sql`select ticket_id as "ticketId" from flows.session where flow_id = ${flowId} and ended_at is null order by id`,
  );
  for (const { ticketId } of rows) {
    await endLive(scope, ticketId, 'stopped');
    await scope.use(tickets).setAutomaticService(ticketId, false);
  }
};

const remove = async (scope: Scope, flowId: number): Promise<void> => {
  const files = await scope.tx(async (inner) => {
    await lockFlow(inner, flowId);
    await endAll(inner, flowId);
    // A copy of the flow refers to the same files.
    const stored = await inner.sql.rows<{ path: string }>(
      sql`select f.path from flows.file f where f.flow_id = ${flowId}
             and not exists (select 1 from flows.file o where o.path = f.path and o.flow_id <> f.flow_id)`,
    );
    await inner.sql.run(sql`delete from flows.flow where id = ${flowId}`);
    inner.rooms.emit(flowsRoom, {}, 'delete', { flowId });
    inner.rooms.emit(flowRoom, { flowId }, 'deleted', {});
    return stored;
  });
  // A file that a message shows stays until the message is gone.
  for (const { path } of files) await scope.storage.remove(path).catch(() => undefined);
};

export const flowRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/flow/list', {
    access: 'signed-in',
    summary: 'Flows of the company by title.',
    output: z.object({ records: z.array(flowRow) }),
    handle: async (_request, scope) => ({ records: await listFlows(scope) }),
  });
  host.route('GET', '/flow/:id', {
    access: 'flows:view',
    summary: 'A flow with its draft.',
    input: { params },
    output: flowDetail,
    handle: ({ params: { id: flowId } }, scope) => flowDetailOf(scope, flowId),
  });
  host.route('POST', '/flow', {
    access: 'flows:view',
    summary: 'Creates a flow, or with `id` changes it. It is published unless `publish` is false.',
    input: { maxBytes: maxBody, body: flowBody.extend({ id: id.nullish() }) },
    output: savedFlow,
    handle: ({ body }, scope) => saveFlow(scope, { ...body, id: body.id ?? undefined }),
  });
  host.route('PUT', '/flow/:id', {
    access: 'flows:view',
    audit: false,
    summary: 'Changes a flow. `publish: false` stores the draft only, which touches no running conversation.',
    input: { params, maxBytes: maxBody, body: flowBody },
    output: savedFlow,
    handle: async ({ params: { id: flowId }, body }, scope) => {
      const saved = await saveFlow(scope, { ...body, id: flowId });
      if (body.publish)
        await scope.audit({
          action: 'flows.published',
          subject: `flow:${flowId}`,
          detail: { version: saved.version?.number },
        });
      return saved;
    },
  });
  host.route('DELETE', '/flow/:id', {
    access: 'flows:view',
    summary: 'Deletes a flow with its versions and numbers. Conversations that it leads wait for people.',
    input: { params },
    handle: ({ params: { id: flowId } }, scope) => remove(scope, flowId),
  });
  host.route('POST', '/flow/check', {
    access: 'flows:view',
    audit: false,
    summary: 'What is wrong with a drawing; errors prevent publishing.',
    input: { maxBytes: maxBody, body: z.object({ id: id.optional(), data }) },
    output: z.object({ problems: z.array(problem) }),
    handle: async ({ body }, scope) => ({ problems: await checkFlow(scope, readDrawing(body.data), body.id) }),
  });
  host.route('POST', '/flow/:id/media-upload', {
    access: 'flows:view',
    summary: 'Stores a file (`file`) for a node (`nodeId`).',
    input: {
      params,
      body: z.object({ nodeId: z.string().max(100).default('') }),
      files: { maxBytes: maxFileBytes, maxCount: 1 },
    },
    output: z.object({ mediaPath: z.string(), mediaName: z.string(), mime: z.string(), size: z.number() }),
    async handle({ params: { id: flowId }, body, files }, scope) {
      const [upload] = files;
      if (!upload) throw invalid({ file: 'ERR_REQUIRED' });
      if (!accepted.includes(upload.mime)) throw new AppError(415, 'ERR_FLOW_FILE_TYPE');
      if (!(await findFlow(scope, flowId))) throw new AppError(404, 'ERR_NO_FLOW_FOUND');
      const name = upload.name.replaceAll('\0', '').toWellFormed().slice(0, 300);
      const stored = await scope.storage.store(upload);
      try {
        await scope.sql.run(
          sql`insert into flows.file (flow_id, path, node_id, name, mime, size)
              values (${flowId}, ${stored.path}, ${body.nodeId}, ${name}, ${stored.mime}, ${stored.size})`,
        );
      } catch (error) {
        await scope.storage.remove(stored.path).catch(() => undefined);
        throw error;
      }
      return { mediaPath: stored.path, mediaName: name, mime: stored.mime, size: stored.size };
    },
  });
};
