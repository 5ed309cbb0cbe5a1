import { useQuery } from '@tanstack/react-query';
import { api, useFormat, useT } from '@balcao/sdk/client';
import type {
  Candidate,
  Estimate,
  EvaluationDetail,
  EvaluationPair,
  EvaluationSide,
  EvaluationView,
  Golden,
} from '../../evaluation-view.ts';

export const goldenKey = ['assistant', 'golden'] as const;
export const evaluationsKey = ['assistant', 'evaluations'] as const;

export const useGolden = (enabled = true) =>
  useQuery({
    enabled,
    queryKey: goldenKey,
    queryFn: ({ signal }) => api.get<Golden[]>('/assistant/golden', {}, { signal }),
  });

/** The latest runs of the questions, the latest first. */
export const useEvaluations = () =>
  useQuery({
    queryKey: evaluationsKey,
    queryFn: ({ signal }) => api.get<EvaluationView[]>('/assistant/evaluations', {}, { signal }),
  });

export const useEvaluation = (id: number | undefined) =>
  useQuery({
    queryKey: [...evaluationsKey, id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => api.get<EvaluationDetail>(`/assistant/evaluations/${id}`, {}, { signal }),
  });

/** The tools of the assistant, by which their names are shown in the reader's language. */
export const useTools = () =>
  useQuery({
    queryKey: ['assistant', 'versions'],
    queryFn: ({ signal }) =>
      api.get<{ tools: { name: string; label: string }[] }>('/assistant/versions', {}, { signal }),
  }).data?.tools ?? [];

export const useToolName = (): ((name: string) => string) => {
  const tools = useTools();
  return (name) => tools.find((tool) => tool.name === name)?.label ?? name;
};

export const nothing: Candidate = { versionId: null, model: null, sourceIds: [] };

export const useEstimate = (path: 'evaluations' | 'replays', body: object, enabled = true) =>
  useQuery({
    enabled,
    queryKey: ['assistant', 'estimate', path, body],
    queryFn: () => api.post<Estimate>(`/assistant/${path}/estimate`, body),
    placeholderData: (before) => before,
  });

/** The order of the rows: what got worse, what got better, what failed, then the rest. */
export const rankOf = ({ old, new: now }: EvaluationPair): number =>
  now?.state === 'failed' && old?.state === 'passed'
    ? 0
    : now?.state === 'passed' && old?.state === 'failed'
      ? 1
      : now?.state === 'failed'
        ? 2
        : 3;

/** A row of the table: a question as it is now, with its answers in the shown run. */
export interface GoldenRow {
  golden: Golden;
  pair: EvaluationPair | undefined;
}

const isSame = (golden: Golden, { question, expected }: EvaluationPair): boolean =>
  question === golden.question &&
  JSON.stringify([expected?.must, expected?.mustNot, expected?.tool, expected?.sourceId]) ===
    JSON.stringify([golden.must, golden.mustNot, golden.tool, golden.sourceId]);

/** Answers to a question that was changed since the run belong to another question: they are not shown. */
export const rowsOf = (golden: readonly Golden[], pairs: readonly EvaluationPair[]): GoldenRow[] =>
  golden
    .map((one) => ({ golden: one, pair: pairs.find((pair) => pair.goldenId === one.id && isSame(one, pair)) }))
    .toSorted((one, other) => (one.pair ? rankOf(one.pair) : 3) - (other.pair ? rankOf(other.pair) : 3));

export interface Figures {
  passed: number;
  of: number;
  /** Percent of the answers that name a source; undefined: nothing was answered. */
  cited: number | undefined;
  medianMs: number | undefined;
  costMicros: number | undefined;
}

/** The figures of one side of a run. */
export const figuresOf = (sides: readonly (EvaluationSide | null)[]): Figures => {
  const done = sides.filter((side): side is EvaluationSide => side !== null && side.state !== 'waiting');
  const answers = done.filter(({ kind }) => kind === 'answer');
  const times = done.flatMap(({ ms }) => (ms === null ? [] : [ms])).toSorted((one, other) => one - other);
  const costs = done.flatMap(({ costMicros }) => (costMicros === null ? [] : [costMicros]));
  return {
    passed: done.filter(({ state }) => state === 'passed').length,
    of: done.length,
    cited:
      answers.length === 0
        ? undefined
        : Math.round((100 * answers.filter(({ sources }) => sources.length > 0).length) / answers.length),
    medianMs: times[Math.floor(times.length / 2)],
    costMicros: costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0) / costs.length,
  };
};

/** Texts of costs and times of answers. */
export const useMeasures = () => {
  const t = useT();
  const { number } = useFormat();
  return {
    seconds: (ms: number): string => t('golden.seconds', { seconds: number(Math.max(0.1, Math.round(ms / 100) / 10)) }),
    /** Answers cost fractions of a cent, which amounts of two decimals would show as nothing. */
    cost: (micros: number): string => t('golden.money', { amount: number(Math.ceil(micros / 1_000) / 1_000) }),
  };
};
