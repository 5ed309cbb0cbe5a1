import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useRoom } from '@balcao/sdk/client';
import { knowledgeRoom } from '../contract.ts';
import { evaluationsKey, goldenKey } from './golden/golden-data.ts';
import type { SourceView } from '../source-view.ts';

export type { SourceView };

export interface Gap {
  id: number;
  question: string;
  state: 'open' | 'taught' | 'ignored';
  asks: number;
  lastAt: string;
}
export interface GapDetail extends Gap {
  texts: string[];
  tickets: { id: number; uuid: string; contact: string; text: string; at: string }[];
}

export const sourcesKey = ['assistant', 'sources'] as const;
export const gapsKey = ['assistant', 'gaps'] as const;
export const faqKey = ['assistant', 'faq'] as const;

export const useSources = () =>
  useQuery({
    queryKey: sourcesKey,
    queryFn: ({ signal }) => api.get<SourceView[]>('/assistant/sources', {}, { signal }),
  });

export type GapSpan = '7' | '30' | 'settled';
export const useGaps = (span: GapSpan) =>
  useQuery({
    queryKey: [...gapsKey, span],
    queryFn: ({ signal }) =>
      api.get<Gap[]>('/assistant/gaps', span === 'settled' ? { settled: true } : { days: span }, { signal }),
  });

/** Reads what colleagues, readings and the assistant change. */
export const useKnowledgeUpdates = (): void => {
  const queries = useQueryClient();
  useRoom(
    knowledgeRoom,
    {},
    {
      changed: () => void queries.invalidateQueries({ queryKey: sourcesKey }),
      gaps: () => {
        void queries.invalidateQueries({ queryKey: gapsKey });
        void queries.invalidateQueries({ queryKey: goldenKey });
      },
      evaluation: ({ state }: { state: string }) => {
        void queries.invalidateQueries({ queryKey: evaluationsKey });
        // New settings may have gone live by themselves.
        if (state === 'done') void queries.invalidateQueries({ queryKey: ['assistant', 'versions'] });
      },
    },
    { queryKeys: [sourcesKey, gapsKey, goldenKey, evaluationsKey] },
  );
};
