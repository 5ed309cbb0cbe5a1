import type { Passage } from '../../contract.ts';

/** The proposals of the copilot for a conversation. */
export interface Suggested {
  id: number;
  replies: { text: string; sources: number[]; doubts: string[] }[];
  queue: { id: number; name: string } | null;
  choices: { choice: string; id: number; name: string; color?: string }[];
  nextStep: string | null;
  passages: Passage[];
}
