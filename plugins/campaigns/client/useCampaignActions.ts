import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { api, useT, useToasts } from '@balcao/sdk/client';
import type { CampaignView } from '../contract.ts';

/** The actions on a campaign of the list or the report. A failure says why and fetches the present state. */
export function useCampaignActions() {
  const t = useT();
  const toasts = useToasts();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const renew = (): Promise<void> => queries.invalidateQueries({ queryKey: ['campaigns'] });
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      toasts.error(error);
    }
    await renew();
  };
  const restart = (id: number): Promise<void> =>
    attempt(async () => {
      await api.post(`/campaigns/${id}/restart`);
      toasts.success(t('action.restarted'));
    });
  return {
    /** Stops it at once; the notice offers to go on. */
    stop: (id: number): Promise<void> =>
      attempt(async () => {
        await api.post(`/campaigns/${id}/cancel`);
        toasts.undo(t('action.stopped'), () => void restart(id));
      }),
    restart,
    /** Stops it and opens its form: a running campaign cannot be changed. */
    stopToEdit: (id: number): Promise<void> =>
      attempt(async () => {
        await api.post(`/campaigns/${id}/cancel`);
        void navigate(`/campaigns/${id}`);
      }),
    goOn: (id: number): Promise<void> => attempt(() => api.post(`/campaigns/${id}/continue`)),
    duplicate: (id: number): Promise<void> =>
      attempt(async () => {
        const copy = await api.post<CampaignView>(`/campaigns/${id}/repeat`, {});
        void navigate(`/campaigns/${copy.id}`);
      }),
    remove: async (id: number): Promise<void> => {
      await api.delete(`/campaigns/${id}`);
      toasts.success(t('action.removed'));
      await renew();
    },
  };
}
