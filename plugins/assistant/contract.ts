/** The company's assistant: what it knows, how it answers customers, and how it helps people to answer. */
import { event, job, point, room, service } from '@balcao/sdk/contract';
import type { Scope, z } from '@balcao/sdk/server';

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

/** Live, for people with assistant:view: `changed` {sourceId}: read the sources again; `gaps` {}; `proposals` {}; `evaluation`
 * {id, state, done, total}: it goes on or ended. */
export const knowledgeRoom = room('assistant.knowledge');

/** Reads a source again. A later request makes an earlier one stop. */
export const readSource = job<{ sourceId: number; request: number }>('assistant.read-source');
/** Reads the sites whose week is over. */
export const readDueSites = job<Record<string, never>>('assistant.read-due-sites');
/** Answers the questions of an evaluation, or the messages of a replay; `part` is the number of its continuation. */
export const evaluate = job<{ evaluationId: number; part: number }>('assistant.evaluate');
/** Drafts an answer from a resolved conversation, for people who accept or reject it; `at` is the time of the resolution. */
export const proposeAnswer = job<{ ticketId: number; at: string }>('assistant.propose');
/** Computes missing vectors of passages, where a model for it is configured. */
export const embedPassages = job<Record<string, never>>('assistant.embed');

/** The conversation in which a tool acts. A tool never takes the id of another one, nor of another contact. */
export interface ToolSubject {
  ticketId: number;
  /** The tool only looks: a replay or a test of questions. A tool that changes something is not called then. */
  isTrial: boolean;
}

/** Server: something that the assistant may do or look up while it answers. */
export interface AssistantTool {
  /**
   * Name by which the model calls it: lower-case letters, digits and `_`, 64 at most; of a third party `acme_discount`.
   * Stored in the company's settings: do not rename it.
   */
  name: string;
  /** Locale key of a short sentence for the admin who switches it on or off: 'Add a tag'. */
  label: string;
  /** Tells the model, in English, what it does and when to call it. */
  description: string;
  /** JSON Schema of an object. It has no field for a contact, a conversation or a person: the subject is given. */
  parameters: object;
  /** Schema of the input. The model's arguments are as untrusted as the customer's text. */
  input: z.ZodType;
  /** Permission that a person needs to switch it on; absent: that of the assistant's settings. */
  permission?: string;
  /** It changes nothing, so that it is called in trials too, and outside the lock of the conversation. */
  isReadOnly?: boolean;
  /** The turn ends with it: nothing is said afterwards but the company's sentence. */
  isFinal?: boolean;
  /** The tool can be of use in this company now; absent: always. */
  isAvailable?(scope: Scope): boolean | Promise<boolean>;
  /**
   * Does it, and returns a short text for the model. Unless `isReadOnly`, it runs inside a transaction in which the
   * assistant has the conversation locked: a person who accepted it before made the call fail. Never call a provider
   * there. Throw an `AppError` for what the model may try otherwise; its code is told to the model.
   */
  run(input: never, subject: ToolSubject, scope: Scope): Promise<string>;
}
/**
 * Server: tools of the assistant.
 * @example
 * host.contribute(assistantTool, defineAssistantTool({
 *   name: 'order_status',
 *   label: 'tool.orderStatus',
 *   description: 'Returns the state of the latest order of this customer.',
 *   parameters: { type: 'object', properties: {}, required: [] },
 *   input: z.object({}),
 *   isReadOnly: true,
 *   run: (_input, { ticketId }, scope) => orderStatus(scope, ticketId),
 * }));
 */
export const assistantTool = point<AssistantTool>('assistant.tool');
/** Types `run` of a tool by its schema. */
export const defineAssistantTool = <I>(
  tool: Omit<AssistantTool, 'input' | 'run'> & {
    input: z.ZodType<I>;
    run(input: I, subject: ToolSubject, scope: Scope): Promise<string>;
  },
): AssistantTool => tool as unknown as AssistantTool;

/** Something that the copilot may propose for a conversation, such as its tags. */
export interface AssistantChoice {
  /** Name of the field in which the model answers: lower-case letters and `_`. */
  id: string;
  /** Tells the model, in English, what it chooses: 'Tags that fit this conversation'. */
  description: string;
  /** Most that are proposed at once; 3 if absent. */
  most?: number;
  /** The things that the conversation does not have yet, 150 at most: their names are given to the model. */
  options(ticketId: number, scope: Scope): Promise<readonly ChoiceOption[]>;
  /** A person took one; they may open the conversation. Throw an `AppError` if they may not change this. */
  apply(ticketId: number, optionId: number, scope: Scope): Promise<void>;
}
export interface ChoiceOption {
  id: number;
  name: string;
  /** `#rrggbb`: shown as a dot. */
  color?: string;
}
/**
 * Server: what the copilot may propose beside replies. Nothing of it is applied by itself.
 * @example
 * host.contribute(assistantChoice, {
 *   id: 'product',
 *   description: 'The product that the customer asks about',
 *   most: 1,
 *   options: (_ticketId, scope) => products(scope),
 *   apply: (ticketId, productId, scope) => setProduct(scope, ticketId, productId),
 * });
 */
export const assistantChoice = point<AssistantChoice>('assistant.choice');

/** Answers a conversation once the customer has finished writing. */
export const answerTurn = job<{ ticketId: number }>('assistant.answer');
/** Takes up turns and evaluations that a stopped server left. */
export const sweepTurns = job<Record<string, never>>('assistant.sweep');
/** Deletes old turns, evaluations and proposals. */
export const tidyTurns = job<Record<string, never>>('assistant.tidy');
