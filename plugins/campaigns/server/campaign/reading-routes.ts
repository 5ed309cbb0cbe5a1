import { pageOutput, pageQuery, readPage, sql, z, type Host } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import { campaignStatuses } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { flows } from '@balcao/flows/contract';
import { shippingOutput, shippingPage } from '../report/shipping.ts';
import { connectionOf, needsTemplate } from './campaign-form.ts';
import { campaignViews, id, output, params, requireCampaign } from './campaign-view.ts';

export const readingRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/campaigns', {
    access: 'campaigns:view',
    summary: 'Campaigns of the company, the latest first, 20 a page.',
    input: { query: pageQuery.extend({ status: z.enum(campaignStatuses).optional() }) },
    output: pageOutput(output),
    handle: async ({ query: { searchParam, pageNumber, status } }, scope) => {
      const named = searchParam === '' ? sql`true` : sql`c.name_search like kernel.like_pattern(${searchParam})`;
      const page = await readPage<{ id: number }>(scope, {
        columns: sql`c.id`,
        from: sql`campaigns.campaign c where ${named} and ${status === undefined ? sql`true` : sql`c.status = ${status}`}`,
        orderBy: sql`c.id desc`,
        page: pageNumber,
      });
      return {
        ...page,
        records: await campaignViews(
          scope,
          page.records.map((row) => row.id),
        ),
      };
    },
  });

  host.route('GET', '/campaigns/flows', {
    access: 'campaigns:view',
    summary: 'Flows that a campaign can start instead of sending a message; none while flows are off.',
    output: z.array(z.object({ id: z.string(), title: z.string(), isLive: z.boolean() })),
    handle: async (_request, scope) =>
      ((await scope.find(flows)?.list()) ?? []).map(({ id: flow, title, isLive }) => ({
        id: String(flow),
        title,
        isLive,
      })),
  });

  host.route('GET', '/campaigns/templates', {
    access: 'campaigns:view',
    summary:
      'Templates of a connection, and whether its channel needs one to write to people who have not written lately.',
    input: { query: z.object({ whatsappId: id }) },
    output: z.object({ needsTemplate: z.boolean(), templates: z.array(z.looseObject({ name: z.string() })) }),
    handle: async ({ query: { whatsappId } }, scope) => {
      const connection = await connectionOf(scope, whatsappId);
      return {
        needsTemplate: needsTemplate(scope, connection),
        templates: (await scope.use(connections).templates(connection.id)).map((template) => ({ ...template })),
      };
    },
  });

  host.route('GET', '/campaigns/:id', {
    access: 'campaigns:view',
    summary: 'One campaign, with its first 20 recipients.',
    input: { params },
    output: (output as unknown as z.ZodObject).extend({ shipping: z.array(shippingOutput) }),
    handle: async ({ params: { id: wanted } }, scope) => ({
      ...(await requireCampaign(scope, wanted)),
      shipping: (await shippingPage(scope, wanted, {})).records,
    }),
  });
};
