import { isOpenAt, weeklyHours, z, type Scope, type WeeklyHours } from '@balcao/sdk/server';
import { companyHours } from '@balcao/companies/contract';
import { connections } from '@balcao/connections/contract';
import { queues } from '@balcao/queues/contract';
import { defineFlowNode, type FlowContext } from '../../contract.ts';
import { ruleHolds } from '../../graph/conditions.ts';
import { handlesOf } from '../../graph/handles.ts';
import { conditionOperators, type ConditionOperator, type NodeData } from '../../graph/node-data.ts';
import { readNumber } from '../../graph/numbers.ts';
import { findFlow } from '../flow-store.ts';
import { flag, idOrNull, list, number, text, variable } from './fields.ts';
import { toId } from './to-id.ts';

const branchId = z.union([z.string().regex(/^[\w-]{1,60}$/), z.number().transform(String)]);
const rule = z.object({
  name: variable,
  operator: z.enum(conditionOperators as [ConditionOperator, ...ConditionOperator[]]),
  value: text(1000),
  to: z.string().max(1000).optional(),
});

export const conditionNode = defineFlowNode<NodeData['conditionNode']>({
  type: 'conditionNode',
  version: 1,
  schema: z.object({
    branches: list(
      z.object({
        id: branchId,
        title: text(200),
        match: z
          .enum(['all', 'any'])
          .nullish()
          .transform((value) => value ?? 'all'),
        rules: list(rule, 20),
      }),
      20,
    ),
  }),
  handles: (data) => handlesOf('conditionNode', { ...data }),
  check: ({ branches }) => [
    ...(branches.length === 0 ? [{ code: 'noBranches', field: 'branches' }] : []),
    ...(branches.some(({ rules }) => rules.length === 0 || rules.some(({ name }) => name === ''))
      ? [{ code: 'emptyRule', field: 'branches' }]
      : []),
  ],
  execute({ data, value, fill }) {
    const holds = (one: NodeData['conditionNode']['branches'][number]['rules'][number]) => ruleHolds(one, value, fill);
    const found = data.branches.find(({ match, rules }) => (match === 'all' ? rules.every(holds) : rules.some(holds)));
    return { next: { go: found ? `branch-${found.id}` : 'else' } };
  },
});

export const splitNode = defineFlowNode<NodeData['splitNode']>({
  type: 'splitNode',
  version: 1,
  schema: z.object({ branches: list(z.object({ id: branchId, title: text(200), weight: number(0, 1000, 1) }), 10) }),
  handles: (data) => handlesOf('splitNode', { ...data }),
  check: ({ branches }) =>
    branches.every(({ weight }) => weight === 0) ? [{ code: 'noBranches', field: 'branches' }] : [],
  execute({ data, random }) {
    const total = data.branches.reduce((sum, { weight }) => sum + weight, 0);
    let left = random * total;
    const chosen = data.branches.find(({ weight }) => (left -= weight) < 0) ?? data.branches.at(-1);
    return { next: { go: `branch-${chosen?.id ?? ''}` } };
  },
});

const weekOf = async ({ data, ticket }: FlowContext<Hours>, scope: Scope): Promise<WeeklyHours> => {
  const usual: unknown = data.source === 'usual' ? scope.settings.get('scheduleType') : data.source;
  if (usual === 'own') return data.week as WeeklyHours;
  if (usual === 'company') return (await scope.find(companyHours)?.find()) ?? [];
  if (usual === 'connection')
    return ticket.connectionId > 0 ? ((await scope.use(connections).find(ticket.connectionId))?.schedules ?? []) : [];
  if (usual !== 'queue') return [];
  const queueId = data.source === 'queue' ? data.queueId : ticket.queueId;
  return queueId === null ? [] : ((await scope.use(queues).find(queueId))?.schedules ?? []);
};

type Hours = NodeData['hoursNode'];

export const hoursNode = defineFlowNode<Hours>({
  type: 'hoursNode',
  version: 1,
  schema: z.object({
    source: z
      .enum(['usual', 'company', 'connection', 'queue', 'own'])
      .nullish()
      .transform((value) => value ?? 'usual'),
    queueId: idOrNull,
    week: z
      .unknown()
      .optional()
      .transform((value) => value ?? [])
      .pipe(weeklyHours) as unknown as z.ZodType<Hours['week']>,
  }) as z.ZodType<Hours>,
  handles: () => handlesOf('hoursNode', {}),
  texts: () => [],
  async check({ source, queueId, week }, scope) {
    if (source === 'own' && week.length === 0) return [{ code: 'emptyHours', field: 'week' }];
    if (source !== 'queue') return [];
    const known = queueId !== null && (await scope.use(queues).find(queueId)) !== undefined;
    return known ? [] : [{ code: 'missingQueue', field: 'queueId' }];
  },
  async execute(context, scope) {
    const { now, timeZone } = context;
    const week = await weekOf(context, scope);
    const isOpen = await isOpenAt(week, now, timeZone, async (at) => scope.find(companyHours)?.holidayAt(at));
    return { next: { go: isOpen ? 'open' : 'closed' } };
  },
});

export const setNode = defineFlowNode<NodeData['setNode']>({
  type: 'setNode',
  version: 1,
  schema: z.object({
    changes: list(z.object({ variable, how: z.enum(['set', 'add', 'now', 'clear']), value: text(4000) }), 30),
  }),
  handles: () => handlesOf('setNode', {}),
  texts: ({ changes }) => changes.map(({ value }) => value),
  sets: ({ changes }) => changes.filter(({ how }) => how !== 'clear').map(({ variable: name }) => name),
  check: ({ changes }) => [
    ...(changes.length === 0 ? [{ code: 'noChanges', field: 'changes' }] : []),
    ...(changes.some(({ variable: name }) => name === '') ? [{ code: 'emptyVariable', field: 'changes' }] : []),
  ],
  execute({ data, fill, value, now }) {
    const set: Record<string, string | number | null> = {};
    for (const { variable: name, how, value: words } of data.changes) {
      if (how === 'set') set[name] = fill(words);
      else if (how === 'now') set[name] = now.toISOString();
      else if (how === 'clear') set[name] = null;
      else {
        const before = set[name] ?? value(name) ?? 0;
        set[name] = (readNumber(String(before)) ?? 0) + (readNumber(fill(words)) ?? 0);
      }
    }
    return { set, next: { go: 'out' } };
  },
});

export const jumpNode = defineFlowNode<NodeData['jumpNode']>({
  type: 'jumpNode',
  version: 1,
  schema: z.object({ flowId: idOrNull, returns: flag }),
  handles: (data) => handlesOf('jumpNode', { ...data }),
  flows: ({ flowId }) => (flowId === null ? [] : [flowId]),
  async check({ flowId }, scope) {
    const flow = flowId === null ? undefined : await findFlow(scope, flowId);
    if (!flow) return [{ code: 'missingFlow', field: 'flowId' }];
    return flow.liveId === null ? [{ code: 'unpublishedFlow', field: 'flowId', values: { flow: flow.title } }] : [];
  },
  refers: {
    get: async ({ flowId }, scope) => {
      const flow = flowId === null ? undefined : await findFlow(scope, flowId);
      return flow ? [{ kind: 'flow', id: String(flow.id), name: flow.title }] : [];
    },
    put: (data, ids) => ({ ...data, flowId: toId(ids('flow', String(data.flowId))) }),
  },
  execute: ({ data }) =>
    data.flowId === null ? { next: { go: 'out' } } : { next: { run: data.flowId, returns: data.returns } },
  resume: () => ({ next: { go: 'out' } }),
});
