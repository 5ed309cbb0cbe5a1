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
/** A drafted answer. */
export interface Proposal {
  id: number;
  question: string;
  answer: string;
  conflicts: string[];
  conversations: number;
  seen: number;
  state: 'open' | 'accepted' | 'rejected';
  ticket: { id: number; uuid: string; contact: string } | null;
  createdAt: string;
  settledBy: string | null;
}
export interface Proposals {
  isOn: boolean;
  reason: string | null;
  records: Proposal[];
}
export interface GapDetail extends Gap {
  texts: string[];
  proposal: Proposal | null;
  /** Conversations in which a person answered, and after how many minutes on average. */
  replied: number;
  minutes: number;
  tickets: {
    id: number;
    uuid: string;
    contact: string;
    text: string;
    at: string;
    reply: { name: string; body: string; minutes: number } | null;
  }[];
}

export const sourcesKey = ['assistant', 'sources'] as const;
export const gapsKey = ['assistant', 'gaps'] as const;
export const proposalsKey = ['assistant', 'proposals'] as const;
export const faqKey = ['assistant', 'faq'] as const;

export const useSources = () =>
  useQuery({
    queryKey: sourcesKey,
    queryFn: ({ signal }) => api.get<SourceView[]>('/assistant/sources', {}, { signal }),
  });

export type ProposalSpan = 'open' | 'settled';
export const useProposals = (span: ProposalSpan) =>
  useQuery({
    queryKey: [...proposalsKey, span],
    queryFn: ({ signal }) => api.get<Proposals>('/assistant/proposals', { settled: span === 'settled' }, { signal }),
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
      proposals: () => {
        void queries.invalidateQueries({ queryKey: proposalsKey });
        void queries.invalidateQueries({ queryKey: gapsKey });
      },
      evaluation: ({ state }: { state: string }) => {
        void queries.invalidateQueries({ queryKey: evaluationsKey });
        // New settings may have gone live by themselves.
        if (state === 'done') void queries.invalidateQueries({ queryKey: ['assistant', 'versions'] });
      },
    },
    { queryKeys: [sourcesKey, gapsKey, proposalsKey, goldenKey, evaluationsKey] },
  );
};
