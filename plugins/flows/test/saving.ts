import type { FlowProblem } from '../graph/types.ts';
import type { FlowRow, SavedFlow } from '../graph/wire.ts';
import { drawing, say, type FlowOffice } from './flow-office.ts';

export type Failure = { error: string; fields?: Record<string, string>; context?: Record<string, unknown> };

/** A drawing with one text. */
export const simple = (label = 'Olá'): string => drawing([say('a', label)], [['start', 'a']]);

export const save = (office: FlowOffice, body: object) =>
  office.admin.post<SavedFlow & Failure>('/flow', { title: 'Fluxo', ...body });

export const problemsOf = (body: Failure): string[] =>
  ((body.context?.['problems'] ?? []) as FlowProblem[]).map(({ code }) => code);

export const list = async (office: FlowOffice): Promise<FlowRow[]> =>
  (await office.admin.get<{ records: FlowRow[] }>('/flow/list')).body.records;
