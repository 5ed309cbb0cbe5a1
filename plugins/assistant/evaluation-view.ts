/** Shapes of evaluations as the browser gets them; the server's schemas are checked against them. */
export interface Golden {
  id: number;
  question: string;
  must: string[];
  mustNot: string[];
  tool: string | null;
  sourceId: number | null;
}

/** Why an answer failed; `text` is the phrase, the tool, the id of the source, the reason or the code of the error. */
export interface Fault {
  kind: 'missing' | 'forbidden' | 'tool' | 'source' | 'handover' | 'error';
  text: string;
}

export interface EvaluationSide {
  /** `said`: of a replay, where nothing is expected. */
  state: 'waiting' | 'passed' | 'failed' | 'said';
  faults: Fault[];
  kind: 'answer' | 'handover' | 'end' | 'error' | null;
  reason: string | null;
  text: string;
  tools: string[];
  sources: { sourceId: number; source: string; heading: string }[];
  ms: number | null;
  costMicros: number | null;
}

export interface EvaluationPair {
  n: number;
  goldenId: number | null;
  question: string;
  expected: Omit<Golden, 'id' | 'question'> | null;
  messageId: number | null;
  old: EvaluationSide | null;
  new: EvaluationSide | null;
}

export interface EvaluationLabel {
  version: number | null;
  model: string;
  sources: { id: number; title: string; kind: string; isOn: boolean }[];
}

export interface Candidate {
  versionId: number | null;
  model: { providerId: number | null; model: string } | null;
  sourceIds: number[];
}

export interface EvaluationView {
  id: number;
  ticketId: number | null;
  candidate: Candidate;
  labels: { old: EvaluationLabel | null; new: EvaluationLabel };
  goesLive: boolean;
  state: 'running' | 'done' | 'cancelled' | 'failed';
  error: string | null;
  startedBy: string | null;
  createdAt: string;
  endedAt: string | null;
  usedAt: string | null;
  total: number;
  done: number;
  costMicros: number | null;
  better: number;
  worse: number;
}

export interface EvaluationDetail {
  evaluation: EvaluationView;
  pairs: EvaluationPair[];
}

export interface Estimate {
  answers: number;
  tokens: number;
  costMicros: number | null;
  isReady: boolean;
  reason: string | null;
}
