import { companyAlias, z, type Host } from '@balcao/sdk/server';
import { campaignRoom, campaignsRoom } from '../contract.ts';
import type manifest from '../manifest.ts';

export const rooms = (host: Host<typeof manifest>): void => {
  host.room(campaignsRoom, {
    params: z.object({}),
    may: (_params, scope) => scope.can('campaigns:view'),
    aliases: [
      companyAlias('campaign', ({ event, data }) =>
        event === 'update'
          ? { action: 'update', record: (data as { campaign: unknown }).campaign }
          : event === 'delete'
            ? { action: 'delete', id: (data as { campaignId: number }).campaignId }
            : undefined,
      ),
    ],
  });
  host.room(campaignRoom, {
    params: z.object({ campaignId: z.number().int().positive() }),
    may: (_params, scope) => scope.can('campaigns:view'),
  });
};
