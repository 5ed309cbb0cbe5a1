import type { CampaignCounts, ReportCard } from '../../contract.ts';

/** Parameters that select people by the reason why they got nothing. */
export type ReasonFilter = { reason?: string; notReasons?: string };
interface ReasonChoice {
  /** '' for everybody. */
  value: string;
  count: number;
  /** Undefined: everybody, or all other reasons. */
  reason?: string;
  filter: ReasonFilter;
}

const maxNamed = 2;

/** Returns the choices of a list: everybody, the most frequent reasons, and the others together. */
export const reasonChoices = (
  { reasons, failed, uncertain, skipped }: Pick<CampaignCounts, 'reasons' | 'failed' | 'uncertain' | 'skipped'>,
  card: ReportCard,
): ReasonChoice[] => {
  if (card !== 'failed' && card !== 'skipped') return [];
  const own = reasons.filter(({ state }) => state === card);
  // Nobody knows of uncertain ones whether they failed: they are among the others.
  const total = card === 'failed' ? failed + uncertain : skipped;
  const named = own.slice(0, maxNamed);
  const others = total - named.reduce((sum, { count }) => sum + count, 0);
  if (named.length + (others > 0 ? 1 : 0) < 2) return [];
  return [
    { value: '', count: total, filter: {} },
    ...named.map(({ reason, count }) => ({ value: reason, count, reason, filter: { reason } })),
    ...(others <= 0
      ? []
      : [
          {
            value: 'others',
            count: others,
            filter: { notReasons: JSON.stringify(named.map(({ reason }) => reason)) },
          },
        ]),
  ];
};
