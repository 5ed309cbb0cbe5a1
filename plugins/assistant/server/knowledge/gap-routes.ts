import { notFound, sql, z, type Host } from '@balcao/sdk/server';
import { knowledgeRoom } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { proposalOutput, proposalsOf } from '../growth/proposal-rows.ts';
import { refuseConcealed } from '../growth/proposal-routes.ts';
import { faqForm } from './faq-routes.ts';
import { addFaq, testLater } from './faq.ts';
import { params } from './source-row.ts';

const gap = z.object({
  id: z.number(),
  question: z.string(),
  state: z.enum(['open', 'taught', 'ignored']),
  asks: z.number(),
  lastAt: z.string(),
});
const detail = gap.extend({
  texts: z.array(z.string()).describe('How customers asked it, the latest first.'),
  replied: z.number().describe('Conversations in which a person answered afterwards.'),
  minutes: z.number().describe('After how many minutes on average.'),
  proposal: proposalOutput.nullable().describe('The drafted answer that waits for a person.'),
  tickets: z.array(
    z.object({
      id: z.number(),
      uuid: z.string(),
      contact: z.string(),
      text: z.string(),
      at: z.string(),
      reply: z
        .object({ name: z.string(), body: z.string(), minutes: z.number() })
        .nullable()
        .describe('What a person wrote next to the customer, and after how many minutes.'),
    }),
  ),
});
type GapRow = z.output<typeof gap> & Record<string, unknown>;
const columns = sql`g.id, g.question, g.state, g.asks, to_json(g.last_at) #>> '{}' as "lastAt"`;

/** Questions of customers that the knowledge did not answer. */
export const gapRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/assistant/gaps', {
    access: 'assistant:view',
    summary: 'Questions without an answer, the most frequent first: of the last `days`, or those that were settled.',
    input: {
      query: z.object({
        days: z.coerce.number().int().min(1).max(365).default(30),
        settled: z.stringbool().default(false),
      }),
    },
    output: z.array(gap),
    handle: ({ query: { days, settled } }, scope) =>
      scope.sql.rows<GapRow>(
        settled
          ? sql`select ${columns} from assistant.gap g where g.state <> 'open' order by g.settled_at desc, g.id limit 200`
          : sql`select ${columns} from assistant.gap g where g.state = 'open' and g.last_at > now() - make_interval(days => ${days}::int)
                 order by g.asks desc, g.id limit 200`,
      ),
  });
  host.route('GET', '/assistant/gaps/:id', {
    access: 'assistant:view',
    summary: 'One question, how it was asked, and in which conversations.',
    input: { params },
    output: detail,
    handle: async ({ params: { id } }, scope) => {
      const row = await scope.sql.one<GapRow>(sql`select ${columns} from assistant.gap g where g.id = ${id}`);
      if (!row) throw notFound('ERR_NO_GAP_FOUND');
      const asked = await scope.sql.rows<{ text: string }>(
        sql`select text from assistant.gap_ask where gap_id = ${id} group by text order by max(at) desc limit 50`,
      );
      const tickets = await scope.sql.rows<z.output<typeof detail>['tickets'][number] & Record<string, unknown>>(
        sql`select t.id, t.uuid, c.name as contact, a.text, to_json(a.at) #>> '{}' as at,
                   case when r.name is not null then json_build_object('name', r.name, 'body', left(r.body, 300),
                     'minutes', ceil(extract(epoch from r.sent_at - a.at) / 60)) end as reply
              from assistant.gap_ask a join tickets.public_ticket t on t.id = a.ticket_id
              join contacts.public_contact c on c.id = t.contact_id
              left join lateral (
                select u.name, m.body, m.sent_at from tickets.public_message m
                  join users.public_user u on u.company_id = m.company_id and u.id = m.user_id and not u.is_virtual
                 where m.company_id = a.company_id and m.ticket_id = a.ticket_id and m.sent_at > a.at
                   and m.from_me and not m.only_internal and not m.is_deleted order by m.sent_at limit 1) r on true
             where a.gap_id = ${id} order by a.at desc limit 50`,
      );
      const replies = tickets.flatMap(({ reply }) => (reply ? [reply.minutes] : []));
      const replied = replies.length;
      const minutes = replied === 0 ? 0 : Math.round(replies.reduce((sum, one) => sum + one, 0) / replied);
      const [proposal = null] = await proposalsOf(scope, { gapId: id });
      return { ...row, texts: asked.map(({ text }) => text), replied, minutes, proposal, tickets };
    },
  });
  host.route('POST', '/assistant/gaps/:id/answer', {
    access: 'assistant:view',
    summary:
      'Answers a question: it becomes one of the questions with answers, and the gap is closed; with `isGolden` also one of the test.',
    input: { params, body: faqForm.extend({ isGolden: z.boolean().default(false) }) },
    output: z.object({ faqId: z.number() }),
    handle: ({ params: { id }, body: { question, answer, isGolden } }, scope) => {
      refuseConcealed({ question, answer });
      return scope.tx(async (inner) => {
        const author = scope.user.impersonating ? null : scope.user.id;
        // Two people answer one gap: the first counts.
        const settled = await inner.sql.run(
          sql`update assistant.gap set state = 'taught', settled_by = ${author}, settled_at = now() where id = ${id} and state <> 'taught'`,
        );
        if (settled === 0) throw notFound('ERR_NO_GAP_FOUND');
        const faqId = await addFaq(inner, { question, answer }, author);
        await inner.sql.run(
          sql`update assistant.proposal set state = 'accepted', is_edited = answer <> ${answer} or question <> ${question},
                 settled_by = ${author}, settled_at = now() where gap_id = ${id} and state = 'open'`,
        );
        if (isGolden) await testLater(inner, question, answer, author);
        inner.rooms.emit(knowledgeRoom, {}, 'gaps', {});
        return { faqId };
      });
    },
  });
  host.route('POST', '/assistant/gaps/:id/ignore', {
    access: 'assistant:view',
    summary: 'Marks a question as none of the company’s business, or takes that back.',
    input: { params, body: z.object({ isIgnored: z.boolean().default(true) }) },
    output: gap,
    handle: async ({ params: { id }, body: { isIgnored } }, scope) => {
      const author = scope.user.impersonating ? null : scope.user.id;
      const row = await scope.sql.one<GapRow>(
        sql`update assistant.gap g set state = ${isIgnored ? 'ignored' : 'open'}, settled_by = ${author}, settled_at = now()
             where g.id = ${id} and g.state <> 'taught' returning ${columns}`,
      );
      if (!row) throw notFound('ERR_NO_GAP_FOUND');
      scope.rooms.emit(knowledgeRoom, {}, 'gaps', {});
      return row;
    },
  });
};
