import { notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { knowledgeRoom } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { assertRoom } from '../evaluation/golden-routes.ts';
import { addGolden, expectedOf } from '../evaluation/golden.ts';
import { faqForm } from './faq-routes.ts';
import { teach } from './faq.ts';
import { params, singleSource } from './source-row.ts';

const gap = z.object({
  id: z.number(),
  question: z.string(),
  state: z.enum(['open', 'taught', 'ignored']),
  asks: z.number(),
  lastAt: z.string(),
});
const detail = gap.extend({
  texts: z.array(z.string()).describe('How customers asked it, the latest first.'),
  tickets: z.array(
    z.object({ id: z.number(), uuid: z.string(), contact: z.string(), text: z.string(), at: z.string() }),
  ),
});
type GapRow = z.output<typeof gap> & Record<string, unknown>;
const columns = sql`g.id, g.question, g.state, g.asks, to_json(g.last_at) #>> '{}' as "lastAt"`;

/** The question becomes one of the test: its answer has to come from there, with its figures. */
const testLater = async (scope: Scope, question: string, answer: string, by: number | null): Promise<void> => {
  await assertRoom(scope);
  const sourceId = await singleSource(scope, 'faq');
  await addGolden(scope, { question, must: expectedOf(answer), mustNot: [], tool: null, sourceId }, by);
};

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
        sql`select t.id, t.uuid, c.name as contact, a.text, to_json(a.at) #>> '{}' as at
              from assistant.gap_ask a join tickets.public_ticket t on t.id = a.ticket_id
              join contacts.public_contact c on c.id = t.contact_id
             where a.gap_id = ${id} order by a.at desc limit 20`,
      );
      return { ...row, texts: asked.map(({ text }) => text), tickets };
    },
  });
  host.route('POST', '/assistant/gaps/:id/answer', {
    access: 'assistant:view',
    summary:
      'Answers a question: it becomes one of the questions with answers, and the gap is closed; with `isGolden` also one of the test.',
    input: { params, body: faqForm.extend({ isGolden: z.boolean().default(false) }) },
    output: z.object({ faqId: z.number() }),
    handle: ({ params: { id }, body: { question, answer, isGolden } }, scope) =>
      scope.tx(async (inner) => {
        const author = scope.user.impersonating ? null : scope.user.id;
        // Two people answer one gap: the first counts.
        const settled = await inner.sql.run(
          sql`update assistant.gap set state = 'taught', settled_by = ${author}, settled_at = now() where id = ${id} and state <> 'taught'`,
        );
        if (settled === 0) throw notFound('ERR_NO_GAP_FOUND');
        const row = await inner.sql.one<{ id: number }>(
          sql`insert into assistant.faq (question, answer, created_by) values (${question}, ${answer}, ${author}) returning id`,
        );
        await teach(inner, { id: row?.id ?? 0, question, answer });
        if (isGolden) await testLater(inner, question, answer, author);
        inner.rooms.emit(knowledgeRoom, {}, 'gaps', {});
        return { faqId: row?.id ?? 0 };
      }),
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
