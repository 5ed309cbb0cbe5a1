import { AppError, conflict, notFound, sql, z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import type { FlowDialogue } from '../../graph/wire.ts';
import { readDrawing } from '../check-flow.ts';
import { dialoguesOf, runDialogues } from '../dialogues.ts';
import { findFlow } from '../flow-store.ts';
import { capabilitiesOf } from '../nodes/connect.ts';
import { simulate, type SimulatedState } from '../simulator/simulate.ts';
import { data, id, maxBody, params } from './fields.ts';

const value = z.union([z.string().max(4000), z.number(), z.boolean(), z.null()]);
const variables = z.record(z.string().max(60), value);
const file = z.object({ name: z.string().max(300), mime: z.string().max(150), size: z.number() });
const input = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start') }),
  z.object({
    kind: z.literal('message'),
    body: z.string().max(4096),
    choice: z.string().max(200).optional(),
    file: file.optional(),
    location: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }).optional(),
  }),
  z.object({ kind: z.literal('clock') }),
  z.object({ kind: z.literal('work'), result: z.unknown().optional(), failed: z.string().max(200).optional() }),
  z.object({ kind: z.literal('continue') }),
]);

const position = z.object({
  flowId: z.number().nullable(),
  versionId: z.number().nullable(),
  nodeId: z.string().max(100),
});
const counts = z.record(z.string(), z.number());
/** The state comes back from the browser: whatever it says, a simulation writes nothing. */
const state = z.object({
  session: position.extend({
    status: z.enum(['running', 'waiting', 'ended']),
    wait: z
      .object({
        kind: z.enum(['reply', 'timer', 'work']),
        token: z.string().max(20),
        until: z.number().nullable(),
        settles: z.boolean(),
        typing: z.boolean(),
        state: z.unknown(),
        input: z.unknown().optional(),
      })
      .nullable(),
    isReturning: z.boolean(),
    values: variables,
    stack: z.array(position).max(20),
    seq: z.number(),
    turn: z.object({ steps: z.number(), messages: z.number(), visits: counts }),
    visits: counts,
    replies: z.number().optional(),
    usedErrorPath: z.boolean(),
    enteredAt: z.number(),
    lastReply: z.looseObject({ id: z.number(), body: z.string() }).nullable(),
    ended: z.string().nullable(),
  }),
  messages: z.number(),
  waitsSince: z.number(),
});

const options = z.object({
  channel: z.string().max(60),
  now: z.iso.datetime({ offset: true }),
  startAt: z.string().max(100).optional(),
  variables: variables.optional(),
  breakpoints: z.array(z.string().max(100)).max(200).optional(),
  isReal: z.boolean().optional(),
});

const entry = z.looseObject({ kind: z.string() });
const simulated = z.object({
  state: z.unknown(),
  entries: z.array(entry),
  status: z.enum(['running', 'waiting', 'stopped', 'ended']),
  nodeId: z.string().nullable(),
  wait: z
    .object({ kind: z.enum(['reply', 'timer', 'work']), until: z.string().nullable(), input: z.unknown().optional() })
    .nullable(),
  ended: z.string().nullable(),
  variables,
});

const maxDialogues = 50;
const dialogueForm = z.object({
  name: z.string().trim().min(1, 'Required').max(100),
  channel: z.string().max(60),
  now: z.iso.datetime({ offset: true }),
  variables,
  steps: z
    .array(
      z.object({
        input: z.union([input, z.object({ kind: z.literal('wait'), minutes: z.number().min(0).max(43_200) })]),
        expects: z.array(z.string().max(5000)).max(50),
      }),
    )
    .max(200),
});
const dialogue = dialogueForm.extend({ id: z.number() });
const dialogueParams = z.object({ id, dialogueId: id });
const result = z.object({
  id: z.number(),
  name: z.string(),
  passed: z.boolean(),
  step: z.number().nullable(),
  expected: z.array(z.string()),
  actual: z.array(z.string()),
});

export const simulatorRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/flow/simulate', {
    access: 'flows:view',
    audit: false,
    rate: 600,
    summary: 'Runs one input on a drawing: no conversation, no message.',
    input: {
      maxBytes: maxBody,
      body: z.object({ flowId: id.optional(), data, state: z.unknown(), input, options }),
    },
    output: simulated,
    async handle({ body }, scope) {
      const known = body.state == null ? undefined : state.safeParse(body.state);
      if (known && !known.success) throw new AppError(400, 'ERR_FLOW_SIMULATION');
      const { channel, now, breakpoints = [], isReal = false, startAt, variables: given } = body.options;
      return simulate(
        scope,
        {
          graph: readDrawing(body.data),
          flowId: body.flowId ?? null,
          channel: { id: channel, capabilities: capabilitiesOf(channel, scope) },
          now: new Date(now),
          breakpoints,
          isReal,
          startAt,
          variables: given,
        },
        known?.data as SimulatedState | undefined,
        body.input,
      );
    },
  });
  host.route('GET', '/flow/:id/dialogues', {
    access: 'flows:view',
    summary: 'Saved test dialogues.',
    input: { params },
    output: z.object({ dialogues: z.array(dialogue) }),
    handle: async ({ params: { id: flowId } }, scope) => ({ dialogues: await dialoguesOf(scope, flowId) }),
  });
  host.route('POST', '/flow/:id/dialogues', {
    access: 'flows:view',
    summary: 'Saves a test dialogue, which runs whenever the flow is published.',
    input: { params, body: dialogueForm },
    output: dialogue,
    async handle({ params: { id: flowId }, body: { name, ...script } }, scope) {
      if (!(await findFlow(scope, flowId))) throw notFound('ERR_NO_FLOW_FOUND');
      const row = await scope.sql.one<{ id: number }>(
        sql`insert into flows.dialogue (flow_id, name, script)
            select ${flowId}, ${name}, ${JSON.stringify(script)}::jsonb
             where (select count(*) from flows.dialogue d where d.flow_id = ${flowId}) < ${maxDialogues} returning id`,
      );
      if (!row) throw conflict('ERR_FLOW_TOO_MANY_DIALOGUES');
      return { id: row.id, name, ...script } satisfies FlowDialogue;
    },
  });
  host.route('PUT', '/flow/:id/dialogues/:dialogueId', {
    access: 'flows:view',
    summary: 'Changes a test dialogue.',
    input: { params: dialogueParams, body: dialogueForm },
    output: dialogue,
    async handle({ params: { id: flowId, dialogueId }, body: { name, ...script } }, scope) {
      const changed = await scope.sql.run(
        sql`update flows.dialogue set name = ${name}, script = ${JSON.stringify(script)}::jsonb
             where id = ${dialogueId} and flow_id = ${flowId}`,
      );
      if (changed === 0) throw notFound('ERR_NO_FLOW_DIALOGUE_FOUND');
      return { id: dialogueId, name, ...script };
    },
  });
  host.route('DELETE', '/flow/:id/dialogues/:dialogueId', {
    access: 'flows:view',
    summary: 'Deletes a test dialogue.',
    input: { params: dialogueParams },
    async handle({ params: { id: flowId, dialogueId } }, scope) {
      const removed = await scope.sql.run(
        sql`delete from flows.dialogue where id = ${dialogueId} and flow_id = ${flowId}`,
      );
      if (removed === 0) throw notFound('ERR_NO_FLOW_DIALOGUE_FOUND');
    },
  });
  host.route('POST', '/flow/:id/dialogues/run', {
    access: 'flows:view',
    audit: false,
    summary: 'Plays the saved test dialogues on a drawing.',
    input: { params, maxBytes: maxBody, body: z.object({ data }) },
    output: z.object({ results: z.array(result) }),
    handle: async ({ params: { id: flowId }, body }, scope) => ({
      results: await runDialogues(scope, flowId, readDrawing(body.data)),
    }),
  });
};
