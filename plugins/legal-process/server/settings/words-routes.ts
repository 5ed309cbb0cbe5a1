import { sql, z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { codesWithWords, plainWords } from '../cases/plain-words.ts';

const code = z.coerce.number().int().min(0).max(2_147_483_647);
const longestWords = 300;
const words = z
  .string()
  .max(longestWords)
  .transform((text) => text.replaceAll('\0', '').toWellFormed().trim());

const output = z.object({
  movements: z.array(
    z.object({
      code: z.number(),
      title: z.string().describe('The court’s name of it, as one of the company’s cases has it; empty: none has it.'),
      usual: z.string().nullable().describe('The usual words; null: there are none.'),
      words: z.string().nullable().describe('The company’s own words; null: the usual ones are used.'),
    }),
  ),
});

export const wordsRoutes = (host: Pick<Host<typeof manifest>, 'route'>): void => {
  host.route('GET', '/legalProcessWords', {
    access: 'legal:words',
    summary: 'Movements in plain words for customers: the usual words, and those that the company prefers.',
    output,
    handle: async (_request, scope) => {
      const rows = await scope.sql.rows<{ code: number; title: string; words: string | null }>(
        sql`select k.code, coalesce(k.title, '') as title, w.words
              from (select u.code, (select s.title from legal_process.step s
                                     where s.code = u.code and s.kind = 'movement' limit 1) as title
                      from (select unnest(${[...codesWithWords]}::int[]) as code
                            union select code from legal_process.step where code is not null and kind = 'movement'
                            union select code from legal_process.plain_words) u) k
              left join legal_process.plain_words w on w.code = k.code
             order by k.title is null, kernel.normalise(coalesce(k.title, '')), k.code limit 1000`,
      );
      return { movements: rows.map((row) => ({ ...row, usual: plainWords(row.code, scope.language) })) };
    },
  });
  host.route('PUT', '/legalProcessWords/:code', {
    access: 'legal:words',
    summary: 'Saves the company’s own words for a movement; empty: the usual ones are used again.',
    audit: 'legal-process.words-saved',
    input: { params: z.object({ code }), body: z.object({ words }) },
    handle: async ({ params, body }, scope) => {
      await scope.sql.run(
        body.words === ''
          ? sql`delete from legal_process.plain_words where code = ${params.code}`
          : sql`insert into legal_process.plain_words (code, words) values (${params.code}, ${body.words})
                on conflict (company_id, code) do update set words = excluded.words`,
      );
    },
  });
};
