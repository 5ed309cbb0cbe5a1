import { sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { defineFlowNode, flowNode, type FlowFault } from '@balcao/flows/contract';
import { agenda } from '../contract.ts';
import type manifest from '../manifest.ts';
import { instantOf, plusDays, localOf } from '../zoned.ts';

const data = z.object({
  what: z.enum(['message', 'entry']).default('message'),
  /** The message, or the title of the entry. */
  text: z.string().max(4096).default(''),
  days: z.coerce.number().int().min(0).max(365).default(1),
  /** At this local time of that day; '': as many days of 24 hours later. */
  time: z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/)
    .default('09:00'),
  /** The person into whose calendar it is put; null: nobody's calendar, for messages alone. */
  userId: z.coerce.number().int().positive().nullable().default(null),
});
type Data = z.infer<typeof data>;

/** Returns the moment that the node means; never one that has passed. */
const momentAfter = ({ days, time }: Pick<Data, 'days' | 'time'>, now: Date, zone: string): Date => {
  if (time === '') return new Date(now.getTime() + Math.max(days, 0) * 86_400_000);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = (more: number): number =>
    instantOf(plusDays({ ...localOf(now.getTime(), zone), hour, minute }, days + more), zone);
  return new Date(at(0) > now.getTime() ? at(0) : at(1));
};

const personExists = (userId: number, scope: Scope) =>
  scope.sql.one(sql`select 1 from kernel."user" u where u.id = ${userId}`);

const check = async ({ what, text, userId }: Data, scope: Scope): Promise<FlowFault[]> => {
  if (text.trim().length < 5) return [{ code: 'flow.short', field: 'text' }];
  if (what === 'entry' && userId === null) return [{ code: 'flow.noPerson', field: 'userId' }];
  return userId === null || (await personExists(userId, scope)) ? [] : [{ code: 'flow.noPerson', field: 'userId' }];
};

/** A node that schedules a message to the customer, or an entry of a person's calendar. */
const agendaNode = defineFlowNode({
  type: 'agendaNode',
  version: 1,
  schema: data,
  handles: () => [{ id: 'out', isOptional: true }],
  texts: ({ text }) => [text],
  check,
  refers: {
    get: async ({ userId }, scope) => {
      if (userId === null) return [];
      const row = await scope.sql.one<{ name: string }>(sql`select u.name from kernel."user" u where u.id = ${userId}`);
      return row ? [{ kind: 'user', id: String(userId), name: row.name }] : [];
    },
    put: (node, ids) => ({ ...node, userId: Number(ids('user', String(node.userId ?? ''))) || null }),
  },
  async execute({ data: node, ticket, now, timeZone, fill }, scope) {
    const at = momentAfter(node, now, timeZone);
    const text = fill(node.text).trim();
    const isShort = text.length < 5;
    const person = node.userId !== null && (await personExists(node.userId, scope)) ? node.userId : null;
    // A text that became too short, or a person who left, does not hold the customer.
    if (isShort || (node.what === 'entry' && person === null)) return { next: { go: 'out' } };
    return {
      effects: [
        {
          kind: 'apply',
          label: scope.t(node.what === 'message' ? 'flow.scheduled' : 'flow.entered'),
          async apply(_ticketId, inner) {
            const service = inner.use(agenda);
            if (node.what === 'entry' && person !== null)
              await service.addEntry({ title: text, date: at, userId: person, contactId: ticket.contact.id });
            else
              await service.schedule({
                contactId: ticket.contact.id,
                body: text,
                sendAt: at,
                connectionId: ticket.connectionId || null,
                ...(person !== null && { userId: person }),
              });
          },
        },
      ],
      next: { go: 'out' },
    };
  },
});

/** Nothing happens while flows are off. */
export const flowParts = (host: Host<typeof manifest>): void => {
  host.contribute(flowNode, agendaNode);
};
