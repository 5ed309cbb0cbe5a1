import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useRoom } from '@balcao/sdk/client';
import { usePages } from '@balcao/sdk/ui';
import { campaignsRoom, type CampaignStatus, type CampaignView } from '../../contract.ts';

/** Numbers of a running campaign are read again this often: each message is no event of the list. */
const everyMs = 5_000;

/** Fetches campaigns page by page and updates them live. */
export function useCampaigns(status: CampaignStatus | undefined) {
  const queries = useQueryClient();
  const campaigns = usePages<CampaignView>('/campaigns', { params: { status } });
  const renew = (): void => void queries.invalidateQueries({ queryKey: ['campaigns'] });
  useRoom(campaignsRoom, {}, { update: renew, delete: renew }, { queryKeys: [['campaigns']] });
  const isRunning = campaigns.rows.some((campaign) => campaign.status === 'EM_ANDAMENTO');
  useEffect(() => {
    if (!isRunning) return;
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') void queries.invalidateQueries({ queryKey: ['campaigns', 'page'] });
    }, everyMs);
    return () => window.clearInterval(timer);
  }, [isRunning, queries]);
  return campaigns;
}
