import { useQueryClient } from '@tanstack/react-query';
import { useRoom } from '@balcao/sdk/client';
import { usePages } from '@balcao/sdk/ui';
import { campaignsRoom, type CampaignStatus, type CampaignView } from '../../contract.ts';

/** Fetches campaigns page by page and updates them live. */
export function useCampaigns(status: CampaignStatus | undefined) {
  const queries = useQueryClient();
  const campaigns = usePages<CampaignView>('/campaigns', { params: { status } });
  const renew = (): void => void queries.invalidateQueries({ queryKey: ['campaigns'] });
  useRoom(campaignsRoom, {}, { update: renew, delete: renew }, { queryKeys: [['campaigns']] });
  return campaigns;
}
