import { useEffect, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useRoom } from '@balcao/sdk/client';
import {
  campaignRoom,
  campaignsRoom,
  type CampaignCounts,
  type CampaignView,
  type HourCounts,
  type ShippingView,
} from '../../contract.ts';

type Detailed = CampaignView & { shipping: ShippingView[] };
type Progress = { counts: CampaignCounts } & Pick<CampaignView, 'status' | 'pause'>;

/** Milliseconds after which the report of a campaign that has just ended is read again, as specified. */
const afterEnd = 5000;
/** The last of several messages in one second is not sent, so the numbers are read once more. */
const afterProgress = 2000;

/** Fetches a campaign with its numbers and follows both live. */
export function useReport(id: number) {
  const queries = useQueryClient();
  const key = ['campaigns', 'report', id] as const;
  const timers = useRef<{ end?: number; progress?: number }>({});
  const campaign = useQuery({
    queryKey: [...key, 'campaign'],
    queryFn: ({ signal }) => api.get<Detailed>(`/campaigns/${id}`, {}, { signal }),
  });
  const counts = useQuery({
    queryKey: [...key, 'counts'],
    queryFn: ({ signal }) => api.get<CampaignCounts>(`/campaigns/${id}/counts`, {}, { signal }),
  });
  const hours = useQuery({
    queryKey: [...key, 'hours'],
    queryFn: ({ signal }) => api.get<HourCounts[]>(`/campaigns/${id}/hours`, {}, { signal }),
  });
  const renew = (): void => void queries.invalidateQueries({ queryKey: key });
  const renewNumbers = (): void => {
    window.clearTimeout(timers.current.progress);
    timers.current.progress = window.setTimeout(() => {
      void queries.invalidateQueries({ queryKey: [...key, 'counts'] });
      void queries.invalidateQueries({ queryKey: [...key, 'hours'] });
      void queries.invalidateQueries({ queryKey: [...key, 'answers'] });
    }, afterProgress);
  };
  useEffect(() => {
    const pending = timers.current;
    return () => {
      window.clearTimeout(pending.end);
      window.clearTimeout(pending.progress);
    };
  }, []);
  useRoom(
    campaignRoom,
    { campaignId: id },
    {
      progress: ({ counts: fresh, status, pause }: Progress) => {
        queries.setQueryData([...key, 'counts'], fresh);
        queries.setQueryData<Detailed>([...key, 'campaign'], (known) => known && { ...known, status, pause });
        renewNumbers();
      },
    },
    { queryKeys: [key] },
  );
  useRoom(
    campaignsRoom,
    {},
    {
      update: ({ campaign: fresh }: { campaign: CampaignView }) => {
        if (fresh.id !== id) return;
        queries.setQueryData<Detailed>([...key, 'campaign'], (known) => known && { ...known, ...fresh });
        if (fresh.status === 'FINALIZADA') timers.current.end = window.setTimeout(renew, afterEnd);
      },
    },
    { queryKeys: [[...key, 'campaign']] },
  );
  return { campaign, counts, hours, renew, key };
}
