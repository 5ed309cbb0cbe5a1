import { conflict, invalid, notFound, sql, z, type Host } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import { tickets } from '@balcao/tickets/contract';
import type { CampaignFields } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { campaignDraft, connectionOf, messagesOf, questionsOf } from '../campaign/campaign-form.ts';
import { emptyFields } from '../../empty-fields.ts';
import { id, storedCampaign } from '../campaign/campaign-view.ts';
import { digitsOf } from '../opt-outs/opt-outs.ts';
import { mainMessage } from '../release/compose.ts';
import { readSettings } from '../settings/settings.ts';
import { previewOf, previewOutput } from './preview.ts';

const draftOf = (body: object): CampaignFields =>
  ({
    ...emptyFields,
    name: '',
    ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
  }) as CampaignFields;

const noFile = { mediaPath: null, mediaName: null, mediaMime: null, mediaSize: null };

export const trialRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/campaigns/preview', {
    access: 'campaigns:view',
    audit: false,
    summary:
      'Audience, duration, hours and warnings of a campaign that is being written, with what three people would read.',
    input: { body: campaignDraft.required({ whatsappId: true }) },
    output: previewOutput,
    handle: ({ body }, scope) => previewOf(scope, draftOf(body)),
  });

  host.route('POST', '/campaigns/test', {
    access: 'campaigns:view',
    audit: 'campaigns.tested',
    summary: 'Sends the message that is being written to one number at once, with the file of `campaignId`.',
    rate: 20,
    input: {
      body: campaignDraft.required({ whatsappId: true }).extend({
        campaignId: id.optional(),
        number: z.string().max(40),
        variant: z.number().int().min(1).max(5).default(1),
      }),
    },
    output: z.object({ ticketUuid: z.string() }),
    handle: async ({ body: { campaignId, number: typed, variant, ...draft } }, scope) => {
      const number = digitsOf(typed);
      if (!/^\d{8,15}$/.test(number)) throw invalid({ number: 'Preencher num. válido' });
      const form = draftOf(draft);
      const connection = await connectionOf(scope, form.whatsappId);
      const adapter = scope.use(connections).adapter(connection);
      if (!adapter || connection.status !== 'CONNECTED') throw conflict('ERR_CAMPAIGN_CONNECTION_DOWN');
      if (adapter.identityKind !== 'phone') throw conflict('ERR_CAMPAIGN_CHANNEL');
      const file = campaignId === undefined ? noFile : await storedCampaign(scope, campaignId);
      const texts = { ...form, ...noFile, messages: messagesOf(form), confirmationMessages: questionsOf(form) };
      const { mediaPath, mediaName, mediaMime, mediaSize } = file;
      return scope.tx(async (inner) => {
        const contact = await inner.sql.one<{ id: number; name: string }>(
          sql`with k as (select contacts.identify(${connection.channel}, ${await adapter.identityScope(connection, scope)}, 'phone', ${number}, '', ${number}, null) as id)
              select k.id, coalesce(c.name, '') as name from k left join contacts.public_contact c on c.id = k.id`,
        );
        if (!contact) throw notFound('ERR_NO_CONTACT_FOUND');
        const name = contact.name === number ? scope.user.name : contact.name;
        const begun = await inner
          .use(tickets)
          .begin({ contactId: contact.id, connectionId: connection.id, listed: false });
        await inner.use(tickets).send(begun.id, {
          ...mainMessage({ ...texts, mediaPath, mediaName, mediaMime, mediaSize }, await readSettings(inner), {
            name,
            number,
            variant,
            position: 0,
          }),
          by: null,
          bulk: 'fast',
        });
        return { ticketUuid: begun.uuid };
      });
    },
  });
};
