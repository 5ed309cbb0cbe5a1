/** The company's assistant: what it knows, how it answers customers, and how it helps people to answer. */
import { event, job, room, service } from '@balcao/sdk/contract';

/** The origin of knowledge: questions with answers, shared quick messages, a text, a file, pages of a site. */
export type SourceKind = 'faq' | 'quick' | 'text' | 'file' | 'site';

/** A passage of the company's knowledge that fits a question. */
export interface Passage {
  id: number;
  sourceId: number;
  /** Title of the source: 'Manual de recursos'. */
  source: string;
  kind: SourceKind;
  /** The headings above the passage, joined; '' without any. */
  heading: string;
  text: string;
  /** Address of its page; null: it is on no site. */
  url: string | null;
  /** From 0 to 1: the part of the question's words, weighted by rarity, that it contains. */
  strength: number;
}

export interface FoundPassages {
  /** Best first. Weak ones are included: do not answer from them unless `isFound`. */
  passages: Passage[];
  /** At least one of them is about the question. */
  isFound: boolean;
}

export interface Knowledge {
  /**
   * Returns the passages that fit a question: at most `limit`, 5 if absent, of at most 1,500 tokens together. Only the
   * scope's company is searched, and only sources that are on.
   */
  search(question: string, options?: { limit?: number }): Promise<FoundPassages>;
}
/** Knowledge of the company, for any plugin. */
export const knowledge = service<Knowledge>('assistant.knowledge');

/** Passages of a source changed, or a source was switched on, off or deleted. Key: the source. */
export const knowledgeChanged = event<{ sourceId: number }>('assistant.knowledge.changed');

/** Live, for people with assistant:view: `changed` {sourceId}: read the sources again; `gaps` {}. */
export const knowledgeRoom = room('assistant.knowledge');

/** Reads a source again. A later request makes an earlier one stop. */
export const readSource = job<{ sourceId: number; request: number }>('assistant.read-source');
/** Reads the sites whose week is over. */
export const readDueSites = job<Record<string, never>>('assistant.read-due-sites');
/** Computes missing vectors of passages, where a model for it is configured. */
export const embedPassages = job<Record<string, never>>('assistant.embed');
