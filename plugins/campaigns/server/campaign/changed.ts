import type { Scope } from '@balcao/sdk/server';
import { campaignsRoom } from '../../contract.ts';
import { campaignViews } from './campaign-view.ts';

/** Tells open lists and reports that a campaign changed. A whole one may exceed the size of a live message: the texts are left out. */
export const publishCampaign = async (scope: Scope, campaignId: number): Promise<void> => {
  const [view] = await campaignViews(scope, [campaignId]);
  if (!view) return;
  const campaign = Object.fromEntries(
    Object.entries(view).filter(([key]) => !/^(confirmationM|m)essage\d$|emplate$|Filters$/.test(key)),
  );
  scope.rooms.emit(campaignsRoom, {}, 'update', { campaign });
};
