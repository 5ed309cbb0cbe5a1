import { sql, z, type Scope } from '@balcao/sdk/server';
import { queues } from '@balcao/queues/contract';
import {
  defineFlowNode,
  type FlowContext,
  type FlowEffect,
  type FlowFault,
  type FlowReference,
} from '../../contract.ts';
import { handlesOf } from '../../graph/handles.ts';
import type { NodeData } from '../../graph/node-data.ts';
import { idOrNull, text } from './fields.ts';
import { toId } from './to-id.ts';

type Department = NodeData['departmentNode'];
type ToPerson = NodeData['personNode'];

const queueFaults = async (queueId: number | null, scope: Scope): Promise<FlowFault[]> => {
  if (queueId === null) return [{ code: 'emptyQueue', field: 'queueId' }];
  return (await scope.use(queues).find(queueId)) ? [] : [{ code: 'missingQueue', field: 'queueId' }];
};
const queueReference = async (queueId: number | null, scope: Scope): Promise<FlowReference[]> => {
  const queue = queueId === null ? undefined : await scope.use(queues).find(queueId);
  return queue ? [{ kind: 'queue', id: String(queue.id), name: queue.name }] : [];
};

const before = (words: string): FlowEffect[] => (words.trim() === '' ? [] : [{ kind: 'send', text: words }]);

/** Clients of the specification write the queue under other names too. */
const department = z
  .looseObject({ queueId: idOrNull, department: idOrNull, queue: idOrNull, text: text() })
  .transform((data): Department => ({ queueId: data.queueId ?? data.department ?? data.queue, text: data.text }));

export const departmentNode = defineFlowNode<Department>({
  type: 'departmentNode',
  version: 1,
  schema: department,
  handles: () => handlesOf('departmentNode', {}),
  texts: ({ text: words }) => [words],
  check: ({ queueId }, scope) => queueFaults(queueId, scope),
  refers: {
    get: ({ queueId }, scope) => queueReference(queueId, scope),
    put: (data, ids) => ({ ...data, queueId: toId(ids('queue', String(data.queueId))) }),
  },
  async execute({ data, fill }, scope) {
    // A queue that was deleted meanwhile must not hold the customer: people are called where the conversation is.
    const known = data.queueId !== null && (await scope.use(queues).find(data.queueId)) !== undefined;
    if (!known) return { next: { go: 'failed' } };
    return {
      effects: [...before(fill(data.text)), { kind: 'route', queueId: data.queueId }],
      next: { end: 'handed' },
    };
  },
});

/** Returns the member of a queue with the fewest open conversations, people online first. */
const lessBusyMember = (queueId: number, scope: Scope) =>
  scope.sql.one<{ id: number }>(sql`
    select u.id from queues.public_member m
      join kernel."user" u on u.company_id = m.company_id and u.id = m.user_id
      left join lateral (select count(*) as open from tickets.public_ticket t
                          where t.owner_key = u.id and t.status = 'open') b on true
     where m.queue_id = ${queueId}
     order by u.online desc, b.open, u.id limit 1`);

/** Returns the last attendant of this contact who still belongs to the company. */
const lastAttendant = (contactId: number, scope: Scope) =>
  scope.sql.one<{ id: number }>(sql`
    select u.id from tickets.public_ticket t join kernel."user" u on u.id = t.owner_key
     where t.contact_id = ${contactId} and t.owner_key <> 0
     order by coalesce(t.closed_at, t.updated_at) desc limit 1`);

const personOf = async ({ data, ticket }: FlowContext<ToPerson>, scope: Scope): Promise<number | undefined> => {
  if (data.mode === 'user')
    return data.userId === null
      ? undefined
      : (await scope.sql.one<{ id: number }>(sql`select id from kernel."user" where id = ${data.userId}`))?.id;
  if (data.mode === 'last') return (await lastAttendant(ticket.contact.id, scope))?.id;
  return data.queueId === null ? undefined : (await lessBusyMember(data.queueId, scope))?.id;
};

export const personNode = defineFlowNode<ToPerson>({
  type: 'personNode',
  version: 1,
  schema: z.object({
    mode: z
      .enum(['user', 'least-busy', 'last'])
      .nullish()
      .transform((value) => value ?? 'least-busy'),
    userId: idOrNull,
    queueId: idOrNull,
    text: text(),
  }),
  handles: () => handlesOf('personNode', {}),
  texts: ({ text: words }) => [words],
  async check({ mode, userId, queueId }, scope) {
    if (mode === 'least-busy') return queueFaults(queueId, scope);
    if (mode === 'last') return [];
    if (userId === null) return [{ code: 'emptyPerson', field: 'userId' }];
    const known = await scope.sql.one(sql`select 1 from kernel."user" where id = ${userId}`);
    return known ? [] : [{ code: 'missingPerson', field: 'userId' }];
  },
  refers: {
    get: async ({ userId, queueId }, scope) => {
      const user =
        userId === null
          ? undefined
          : await scope.sql.one<{ id: number; name: string }>(
              sql`select id, name from kernel."user" where id = ${userId}`,
            );
      return [
        ...(user ? [{ kind: 'user', id: String(user.id), name: user.name }] : []),
        ...(await queueReference(queueId, scope)),
      ];
    },
    put: (data, ids) => ({
      ...data,
      userId: toId(ids('user', String(data.userId))),
      queueId: toId(ids('queue', String(data.queueId))),
    }),
  },
  async execute(context, scope) {
    const { data, fill, isSimulated } = context;
    const userId = await personOf(context, scope);
    if (userId === undefined && !(isSimulated && data.mode === 'last')) return { next: { go: 'unavailable' } };
    return {
      effects: [
        ...before(fill(data.text)),
        { kind: 'route', userId: userId ?? null, ...(data.queueId !== null && { queueId: data.queueId }) },
      ],
      next: { end: 'handed' },
    };
  },
});
