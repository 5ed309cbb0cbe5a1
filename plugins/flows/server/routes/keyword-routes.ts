import { AppError, conflict, invalid, notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import type { FlowOption } from '../../graph/wire.ts';
import type manifest from '../../manifest.ts';
import { findFlow } from '../flow-store.ts';
import { id, params } from './fields.ts';

/** A flow in requests: a number, or a text, where '0' and '' are none. */
export const flowChoice = z
  .union([z.number(), z.string().regex(/^\d{0,10}$/, 'ERR_INVALID_VALUE')])
  .nullish()
  .transform((value) => Number(value ?? 0))
  .pipe(z.number().int().min(0).max(2_147_483_647));

const form = z.object({
  whatsappId: id,
  parentId: z.coerce.number().int().nullish(),
  parent: z.coerce.number().int().nullish(),
  word: z
    .string('Required')
    .transform((text) => text.replaceAll('\0', '').toWellFormed().trim())
    .pipe(z.string().min(1, 'Required').max(60, 'Too Long!')),
  type: z.enum(['first', 'middle', 'end'], 'ERR_INVALID_VALUE'),
  option: z.coerce.number().int().min(0).max(9999).default(0),
  flowId: flowChoice,
});
type Form = z.output<typeof form>;
const option = z.object({
  id: z.number(),
  whatsappId: z.number(),
  parentId: z.number().nullable(),
  word: z.string(),
  type: z.enum(['first', 'middle', 'end']),
  option: z.number(),
  flowId: z.string(),
  children: z.number(),
});

const columns = sql`k.id, k.connection_id as "whatsappId", k.parent_id as "parentId", k.word, k.type, k.option,
  coalesce(k.flow_id, 0)::text as "flowId",
  (select count(*)::int from flows.keyword c where c.company_id = k.company_id and c.parent_id = k.id) as children`;

const byId = async (scope: Scope, keywordId: number): Promise<FlowOption> => {
  const row = await scope.sql.one<FlowOption & Record<string, unknown>>(
    sql`select ${columns} from flows.keyword k where k.id = ${keywordId}`,
  );
  if (!row) throw notFound('ERR_NO_FLOW_OPTION_FOUND');
  return row;
};

/** -1 and 0 stand for none. */
const parentOf = ({ parentId, parent }: Form): number | null => {
  const given = parentId ?? parent ?? -1;
  return given > 0 ? given : null;
};

/** Checks the references of a word, and that no word is below itself. */
const assertSound = async (scope: Scope, body: Form, own: number | undefined): Promise<void> => {
  if (!(await scope.use(connections).find(body.whatsappId))) throw notFound('ERR_NO_WAPP_FOUND');
  if (body.flowId > 0 && !(await findFlow(scope, body.flowId))) throw notFound('ERR_NO_FLOW_FOUND');
  if (body.type === 'end' && body.flowId === 0)
    throw new AppError(400, 'ERR_FLOW_OPTION_FLOW', { fields: { flowId: 'Required' } });
  const parent = parentOf(body);
  if ((body.type === 'first') !== (parent === null) && !(body.type === 'end' && parent === null))
    throw invalid({ parentId: 'ERR_INVALID_VALUE' });
  if (parent === null) return;
  const above = await scope.sql.rows<{ id: number; connectionId: number }>(
    sql`with recursive up as (
          select k.id, k.parent_id, k.connection_id, 1 as depth from flows.keyword k where k.id = ${parent}
          union all
          select k.id, k.parent_id, k.connection_id, up.depth + 1 from flows.keyword k join up on k.id = up.parent_id where up.depth < 20)
        select id, connection_id as "connectionId" from up`,
  );
  const isSound =
    above.length > 0 &&
    above.length < 20 &&
    above.every((one) => one.id !== own && one.connectionId === body.whatsappId);
  if (!isSound) throw conflict('ERR_FLOW_OPTION_PARENT');
};

export const keywordRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/whatsapp-flow-options', {
    access: 'signed-in',
    summary: 'Keywords of a connection below a keyword (`parentId`), or its first ones (-1), by their order.',
    input: { query: z.object({ whatsappId: id, parentId: z.coerce.number().int().default(-1) }) },
    output: z.array(option),
    handle: ({ query: { whatsappId, parentId } }, scope) =>
      scope.sql.rows<FlowOption & Record<string, unknown>>(
        sql`select ${columns} from flows.keyword k
             where k.connection_id = ${whatsappId} and ${parentId > 0 ? sql`k.parent_id = ${parentId}` : sql`k.parent_id is null`}
             order by k.option, k.id`,
      ),
  });
  host.route('POST', '/whatsapp-flow-options', {
    access: 'flows:view',
    summary: 'Adds a keyword: `first` begins a tree, `middle` continues it, `end` starts `flowId`.',
    input: { body: form },
    output: option,
    handle: async ({ body }, scope) => {
      await assertSound(scope, body, undefined);
      const row = await scope.sql.one<{ id: number }>(
        sql`insert into flows.keyword (connection_id, parent_id, word, type, option, flow_id)
            values (${body.whatsappId}, ${parentOf(body)}, ${body.word}, ${body.type}, ${body.option}, ${body.flowId || null}) returning id`,
      );
      return byId(scope, row?.id ?? 0);
    },
  });
  host.route('PUT', '/whatsapp-flow-options/:id', {
    access: 'flows:view',
    summary: 'Changes a keyword.',
    input: { params, body: form },
    output: option,
    handle: async ({ params: { id: keywordId }, body }, scope) => {
      const { whatsappId } = await byId(scope, keywordId);
      await assertSound(scope, { ...body, whatsappId }, keywordId);
      await scope.sql.run(
        sql`update flows.keyword set parent_id = ${parentOf(body)}, word = ${body.word}, type = ${body.type},
                   option = ${body.option}, flow_id = ${body.flowId || null} where id = ${keywordId}`,
      );
      return byId(scope, keywordId);
    },
  });
  host.route('DELETE', '/whatsapp-flow-options/:id', {
    access: 'flows:view',
    summary: 'Deletes a keyword with those below it.',
    input: { params },
    handle: async ({ params: { id: keywordId } }, scope) => {
      const removed = await scope.sql.run(sql`delete from flows.keyword where id = ${keywordId}`);
      if (removed === 0) throw notFound('ERR_NO_FLOW_OPTION_FOUND');
    },
  });

  const connectionParams = z.object({ whatsappId: id });
  const connectionFlow = z.object({ flowId: z.string() });
  const flowOfConnection = async (scope: Scope, whatsappId: number) =>
    (await scope.sql.one<{ flowId: string }>(
      sql`select flow_id::text as "flowId" from flows.connection_flow where connection_id = ${whatsappId}`,
    )) ?? { flowId: '0' };
  host.route('GET', '/whatsapp-flow-options/connection/:whatsappId', {
    access: 'signed-in',
    summary: 'The flow that starts in every conversation of a connection; 0: none.',
    input: { params: connectionParams },
    output: connectionFlow,
    handle: ({ params: { whatsappId } }, scope) => flowOfConnection(scope, whatsappId),
  });
  host.route('PUT', '/whatsapp-flow-options/connection/:whatsappId', {
    access: 'flows:view',
    summary: 'Sets the flow of a connection.',
    input: { params: connectionParams, body: z.object({ flowId: flowChoice }) },
    output: connectionFlow,
    handle: async ({ params: { whatsappId }, body: { flowId } }, scope) => {
      if (!(await scope.use(connections).find(whatsappId))) throw notFound('ERR_NO_WAPP_FOUND');
      if (flowId > 0 && !(await findFlow(scope, flowId))) throw notFound('ERR_NO_FLOW_FOUND');
      await scope.sql.run(
        flowId === 0
          ? sql`delete from flows.connection_flow where connection_id = ${whatsappId}`
          : sql`insert into flows.connection_flow (connection_id, flow_id) values (${whatsappId}, ${flowId})
                on conflict (company_id, connection_id) do update set flow_id = excluded.flow_id`,
      );
      return flowOfConnection(scope, whatsappId);
    },
  });
};
