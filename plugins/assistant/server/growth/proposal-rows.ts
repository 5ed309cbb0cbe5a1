import { sql, z, type Scope } from '@balcao/sdk/server';
import { knowledgeRoom } from '../../contract.ts';

export const proposalOutput = z.object({
  id: z.number(),
  question: z.string(),
  answer: z.string(),
  conflicts: z.array(z.string()).describe('Sentences about what the conversations contradict each other in.'),
  conversations: z.number().describe('Conversations from which it was written.'),
  seen: z.number().describe('How often conversations gave the same.'),
  state: z.enum(['open', 'accepted', 'rejected']),
  gapId: z.number().nullable(),
  ticket: z.object({ id: z.number(), uuid: z.string(), contact: z.string() }).nullable(),
  createdAt: z.string(),
  settledBy: z.string().nullable(),
});
export type Proposal = z.output<typeof proposalOutput>;

const listed = 200;

/** Proposals of resolved conversations, the most frequent first; `gapId`: those of a gap, `id`: one. */
export const proposalsOf = (
  scope: Scope,
  { settled = false, id, gapId }: { settled?: boolean; id?: number; gapId?: number },
): Promise<Proposal[]> =>
  scope.sql.rows<Proposal & Record<string, unknown>>(
    sql`select p.id, p.question, p.answer, p.conflicts, p.conversations, p.seen, p.state, p.gap_id as "gapId",
               case when t.id is not null then json_build_object('id', t.id, 'uuid', t.uuid, 'contact', c.name) end as ticket,
               to_json(p.created_at) #>> '{}' as "createdAt", u.name as "settledBy"
          from assistant.proposal p
          left join tickets.public_ticket t on t.company_id = p.company_id and t.id = p.ticket_id
          left join contacts.public_contact c on c.company_id = t.company_id and c.id = t.contact_id
          left join kernel."user" u on u.company_id = p.company_id and u.id = p.settled_by
         where p.state <> 'none' and ${
           id !== undefined
             ? sql`p.id = ${id}`
             : gapId !== undefined
               ? sql`p.gap_id = ${gapId} and p.state = 'open'`
               : settled
                 ? sql`p.gap_id is null and p.state <> 'open'`
                 : sql`p.gap_id is null and p.state = 'open'`
         } order by ${settled ? sql`p.settled_at desc` : sql`p.seen desc`}, p.id desc limit ${listed}`,
  );

/** Tells everybody who looks that there are others now. */
export const publishProposals = (scope: Scope): void => scope.rooms.emit(knowledgeRoom, {}, 'proposals', {});
