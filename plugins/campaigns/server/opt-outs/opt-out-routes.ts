import {
  invalid,
  notFound,
  pageOutput,
  pageQuery,
  readPage,
  sql,
  z,
  type Host,
  type Scope,
  type Sql,
} from '@balcao/sdk/server';
import { contacts } from '@balcao/contacts/contract';
import { campaignsRoom, type OptOutView } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { params } from '../campaign/campaign-view.ts';
import { digitsOf, optOut } from './opt-outs.ts';

const output = z.object({
  id: z.number(),
  number: z.string(),
  name: z.string(),
  source: z.enum(['word', 'provider', 'manual']),
  text: z.string(),
  channel: z.string(),
  at: z.string(),
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  campaign: z.object({ id: z.number(), name: z.string() }).nullable(),
});

interface Row extends Omit<OptOutView, 'user' | 'campaign' | 'at'> {
  at: Date;
  userId: number | null;
  userName: string | null;
  campaignId: number | null;
  campaignName: string | null;
}
const columns = sql`o.id, o.number, o.name, o.source, o.text, o.channel, o.at, u.id as "userId", u.name as "userName",
  c.id as "campaignId", c.name as "campaignName"`;
const from = (where: Sql): Sql => sql`campaigns.opt_out o
  left join kernel."user" u on u.company_id = o.company_id and u.id = o.user_id
  left join campaigns.campaign c on c.company_id = o.company_id and c.id = o.campaign_id
  where o.returned_at is null and ${where}`;

const shown = (scope: Scope, { userId, userName, campaignId, campaignName, at, ...row }: Row): OptOutView => ({
  ...row,
  at: at.toISOString(),
  number: scope.use(contacts).visibleNumber(row.number),
  name: row.name === row.number ? scope.use(contacts).visibleNumber(row.number) : row.name,
  user: userId === null ? null : { id: userId, name: userName ?? '' },
  campaign: campaignId === null ? null : { id: campaignId, name: campaignName ?? '' },
});

const matching = (term: string): Sql => {
  if (term === '') return sql`true`;
  const digits = term.replace(/\D/g, '');
  const named = sql`kernel.normalise(o.name) like kernel.like_pattern(${term})`;
  return digits.length < 4 ? named : sql`(${named} or position(${digits} in o.number) > 0)`;
};

export const optOutRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/campaign-opt-outs', {
    access: 'campaigns:view',
    summary: 'People who get no campaigns, the latest first, 20 a page.',
    input: { query: pageQuery },
    output: pageOutput(output),
    handle: async ({ query }, scope) => {
      const page = await readPage<Row>(scope, {
        columns,
        from: from(matching(query.searchParam)),
        orderBy: sql`o.at desc, o.id desc`,
        page: query.pageNumber,
      });
      return { ...page, records: page.records.map((row) => shown(scope, row)) };
    },
  });

  host.route('POST', '/campaign-opt-outs', {
    access: 'campaigns:view',
    audit: 'campaigns.opted-out',
    summary: 'Records that a person wants no campaigns, as they said by telephone or in person.',
    input: { body: z.object({ number: z.string().max(40), text: z.string().max(500).default('') }) },
    output,
    handle: ({ body }, scope) =>
      scope.tx(async (inner) => {
        const number = digitsOf(body.number);
        if (!/^\d{8,15}$/.test(number)) throw invalid({ number: 'Preencher num. válido' });
        const known = await inner.sql.one<{ name: string }>(
          sql`select name from contacts.public_contact where number_key = campaigns.number_key(${number}) and number_key <> ''`,
        );
        const { id } = await optOut(inner, {
          number,
          name: known?.name ?? '',
          source: 'manual',
          channel: '',
          text: body.text,
          userId: scope.user.impersonating ? null : scope.user.id,
        });
        await inner.audit({ action: 'campaigns.opted-out', subject: known?.name ?? number });
        const [row] = await inner.sql.rows<Row>(sql`select ${columns} from ${from(sql`o.id = ${id}`)}`);
        if (!row) throw notFound('ERR_NO_OPT_OUT_FOUND');
        return shown(scope, row);
      }),
  });

  host.route('DELETE', '/campaign-opt-outs/:id', {
    access: 'campaigns:view',
    audit: 'campaigns.opted-in',
    summary: 'The person wants campaigns again, by their own wish. The record stays as evidence.',
    input: { params },
    handle: ({ params: { id } }, scope) =>
      scope.tx(async (inner) => {
        const row = await inner.sql.one<{ name: string; number: string }>(
          sql`update campaigns.opt_out set returned_at = now() where id = ${id} and returned_at is null returning name, number`,
        );
        if (!row) throw notFound('ERR_NO_OPT_OUT_FOUND');
        await inner.audit({ action: 'campaigns.opted-in', subject: row.name || row.number });
        inner.rooms.emit(campaignsRoom, {}, 'opt-outs', {});
      }),
  });
};
