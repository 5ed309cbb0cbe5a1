import { Readable } from 'node:stream';
import { csvLine, csvSeparator, pageQuery, Reply, z, type Host, type Scope } from '@balcao/sdk/server';
import { lists } from '@balcao/contact-lists/contract';
import { spreadsheets } from '@balcao/contacts/contract';
import { recipientStates, reportCards, type ReportCard } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { params, storedCampaign } from '../campaign/campaign-view.ts';
import { countsOf, countsOutput, hoursOf, hoursOutput } from './counts.ts';
import { peopleOf, shippingOutput, shippingPage, shippingRows, statesOf, type ShippingFilter } from './shipping.ts';

const card = z.enum(reportCards).optional();
/** Reasons as JSON, because they may contain any character. */
const reasons = z
  .string()
  .max(1000)
  .transform((text, context): string[] => {
    try {
      return z.array(z.string()).max(10).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: 'custom', message: 'ERR_INVALID_VALUE' });
      return [];
    }
  });

/** The number of people of a card, from the tally; undefined where only the rows would tell. */
const countOf = async (scope: Scope, campaignId: number, wanted: ReportCard): Promise<number | null> => {
  if (wanted === 'confirmed' || wanted === 'wanted') return null;
  const counts = await countsOf(scope, campaignId);
  if (wanted === 'opted-out') return counts.optedOut;
  if (wanted === 'left') return counts.optedOutAfter;
  const states = statesOf[wanted];
  return states ? states.reduce((sum, state) => sum + counts[state], 0) : counts.total;
};

const columns = [
  'name',
  'number',
  'state',
  'reason',
  'variant',
  'asked',
  'confirmed',
  'sent',
  'delivered',
  'read',
  'answered',
  'optedOut',
  'answer',
] as const;

/** Yields the recipients of a card as lines of cells, below the names of the columns. */
async function* linesOf(scope: Scope, campaignId: number, filter: ShippingFilter): AsyncGenerator<string[]> {
  yield columns.map((key) => scope.t(`server.export.${key}`));
  const time = (at: string | null): string =>
    at === null ? '' : new Date(at).toLocaleString('sv-SE', { timeZone: scope.company.timeZone });
  for await (const row of shippingRows(scope, campaignId, filter))
    yield [
      row.name,
      row.number,
      scope.t(`server.state.${row.state}`),
      row.reason ?? '',
      String(row.variant),
      time(row.confirmationRequestedAt),
      time(row.confirmedAt),
      time(row.sentAt),
      time(row.deliveredAt),
      time(row.readAt),
      time(row.answeredAt),
      time(row.optedOutAt),
      row.answer ?? '',
    ];
}

async function* csvOf(scope: Scope, lines: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  const separator = csvSeparator(scope);
  yield '\ufeff';
  for await (const line of lines) yield csvLine(line, separator);
}

export const reportRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/campaigns/:id/shipping', {
    access: 'campaigns:view',
    summary:
      'Recipients of a campaign, 20 a page: those of a card of the report, of a state, of a variant, or of a reason. `notReasons` is a JSON list of reasons to leave out.',
    input: {
      params,
      query: pageQuery.extend({
        card,
        state: z.enum(recipientStates).optional(),
        variant: z.coerce.number().int().min(1).max(5).optional(),
        reason: z.string().max(200).optional(),
        notReasons: reasons.optional(),
        pageNumber: z.coerce.number().int().min(1).max(500).default(1),
      }),
    },
    output: z.object({ records: z.array(shippingOutput), hasMore: z.boolean(), count: z.number().nullable() }),
    handle: async ({ params: { id }, query }, scope) => {
      await storedCampaign(scope, id);
      const { searchParam: search, pageNumber, ...filter } = query;
      const isPlain =
        search === '' &&
        [filter.state, filter.variant, filter.reason, filter.notReasons].every((one) => one === undefined);
      const count = isPlain ? await countOf(scope, id, filter.card ?? 'all') : null;
      return { ...(await shippingPage(scope, id, { ...filter, search }, pageNumber)), count };
    },
  });

  host.route('GET', '/campaigns/:id/counts', {
    access: 'campaigns:view',
    summary: 'The numbers of a campaign: recipients by state and by variant, and the time until the last message.',
    input: { params },
    output: countsOutput,
    handle: async ({ params: { id } }, scope) => {
      await storedCampaign(scope, id);
      return countsOf(scope, id);
    },
  });

  host.route('GET', '/campaigns/:id/hours', {
    access: 'campaigns:view',
    summary: 'Messages of a campaign by hour.',
    input: { params },
    output: hoursOutput,
    handle: async ({ params: { id } }, scope) => {
      await storedCampaign(scope, id);
      return hoursOf(scope, id);
    },
  });

  host.route('GET', '/campaigns/:id/export', {
    access: 'campaigns:view',
    audit: 'campaigns.exported',
    summary: 'Recipients with their states as an xlsx or csv file, all or those of a card. Masked numbers stay masked.',
    rate: 20,
    input: {
      params,
      query: z.object({
        card,
        reason: z.string().max(200).optional(),
        notReasons: reasons.optional(),
        format: z.enum(['csv', 'xlsx']).default('csv'),
      }),
    },
    handle: async ({ params: { id }, query }, scope) => {
      const { name } = await storedCampaign(scope, id);
      await scope.audit({ action: 'campaigns.exported', subject: name });
      const { format: _format, ...filter } = query;
      const lines = linesOf(scope, id, filter);
      const isWorkbook = query.format === 'xlsx';
      const content = isWorkbook
        ? scope.use(spreadsheets).write(scope.t('server.export.sheet'), lines)
        : csvOf(scope, lines);
      return new Reply(200, Readable.from(content, { objectMode: false }), {
        'content-type': isWorkbook
          ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
          : 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="campanha-${id}.${query.format}"`,
      });
    },
  });

  host.route('POST', '/campaigns/:id/list', {
    access: 'campaigns:view',
    audit: 'campaigns.list-made',
    summary: 'Creates a contact list of the people of a card, such as those who answered, or did not.',
    input: {
      params,
      body: z.object({
        name: z.string().trim().min(2, 'Nome muito curto!').max(50, 'Nome muito longo!'),
        card,
        reason: z.string().max(200).optional(),
        notReasons: reasons.optional(),
      }),
    },
    output: z.object({ id: z.number() }),
    handle: async ({ params: { id }, body }, scope) => {
      const { name } = await storedCampaign(scope, id);
      const { name: listName, ...filter } = body;
      const made = await scope.use(lists).createFrom(listName, peopleOf(scope, id, filter));
      await scope.audit({ action: 'campaigns.list-made', subject: name, detail: { list: body.name } });
      return { id: made.id };
    },
  });
};
