import type { SourceKind } from './contract.ts';

/** A source of knowledge as people see it. */
export interface SourceView {
  id: number;
  kind: SourceKind;
  /** Empty for questions and quick messages, which are one source each. */
  title: string;
  url: string;
  body: string;
  fileName: string | null;
  fileMime: string | null;
  state: 'waiting' | 'reading' | 'ready' | 'failed';
  /** Suffix of a text under `sourceError`. */
  error: string | null;
  isOn: boolean;
  pages: number;
  pagesDone: number;
  /** Number of questions, quick messages or pages that it consists of. */
  parts: number;
  chunks: number;
  /** Uses in the last 30 days. */
  uses: number;
  readAt: string | null;
  switchedAt: string | null;
  createdBy: { id: number; name: string } | null;
}
