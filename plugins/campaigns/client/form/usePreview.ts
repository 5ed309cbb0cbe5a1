import { useEffect, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { CampaignFields, CampaignPreview } from '../../contract.ts';

/** Milliseconds after the last change, so that typing asks once. */
const pause = 300;

/** Returns who will get the campaign as it is typed, how long it takes and what may go wrong. */
export function usePreview(values: CampaignFields) {
  const [asked, setAsked] = useState(values);
  useEffect(() => {
    const timer = window.setTimeout(() => setAsked(values), pause);
    return () => window.clearTimeout(timer);
  }, [values]);
  // A name that is being typed changes nothing of it.
  const { name: _name, legalBasis: _legalBasis, ...body } = asked;
  return useQuery({
    queryKey: ['campaign-preview', body],
    queryFn: () => api.post<CampaignPreview>('/campaigns/preview', body),
    enabled: asked.whatsappId > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
}
