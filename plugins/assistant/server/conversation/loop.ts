import type { Scope } from '@balcao/sdk/server';
import { models, type ModelChoice, type ModelMessage } from '@balcao/chatai/contract';
import type { FoundPassages, Passage } from '../../contract.ts';
import { search } from '../knowledge/search.ts';
import type { Profile } from '../profile/profile.ts';
import { endInput, handoverInput, searchInput } from '../tools/built-in.ts';
import { definitionsOf, offeredTools, runTool, type OfferedTool } from '../tools/tools.ts';
import { doubtsIn } from './doubts.ts';
import { filterAnswer } from './filter.ts';
import type { History } from './history.ts';
import { asKnowledge, rules, systemPrompt, withKnowledge } from './prompt.ts';
import { isQuestion, saysUnknown } from './words.ts';

const maxModelCalls = 5;
const maxToolCalls = 8;
const maxTurnMs = 50_000;

/** The reason of a handover; its sentence is under `reason` of the locales. */
export type HandoverReason =
  | 'person'
  | 'topic'
  | 'misunderstood'
  | 'negative'
  | 'provider'
  | 'budget'
  | 'knowledge'
  | 'model'
  | 'limit'
  | 'filtered';

export interface TurnFacts {
  calls: number;
  tools: string[];
  passages: Passage[];
  costMicros: number | null;
  /** A question that the sources do not answer. */
  gap?: string;
}
export type Outcome = TurnFacts &
  (
    | { kind: 'answer'; text: string; doubts: string[] }
    | { kind: 'handover'; reason: HandoverReason; queue?: string; note: string }
    | { kind: 'end' }
  );

export interface Turn {
  ticketId: number;
  history: History;
  profile: Profile;
  prompt: string;
  /** The automation that has the conversation. */
  automation: string;
  /** Nothing is changed and nothing sent. */
  isTrial: boolean;
  /** Of a trial: another model, and sources that are searched as if they were switched the other way. */
  model?: ModelChoice;
  flippedSources?: readonly number[];
  signal?: AbortSignal;
  /** Throws when the turn was cancelled; asked before every call. */
  check?(): Promise<void>;
}

class Loop {
  readonly #scope: Scope;
  readonly #turn: Turn;
  readonly #facts: TurnFacts = { calls: 0, tools: [], passages: [], costMicros: null };
  readonly #began = Date.now();
  readonly #called = new Set<string>();
  #messages: ModelMessage[] = [];
  #found = false;

  constructor(scope: Scope, turn: Turn) {
    this.#scope = scope;
    this.#turn = turn;
  }

  async run(): Promise<Outcome> {
    const { history, profile, prompt } = this.#turn;
    const tools = await offeredTools(this.#scope, profile.toolsOff);
    const { passages, isFound } = await this.#search(history.lastWords);
    this.#found = isFound;
    const shown = isFound ? passages : [];
    this.#facts.passages = [...shown];
    this.#messages = [
      { role: 'system', content: systemPrompt(profile, prompt, this.#scope.company.name) },
      ...withKnowledge(history.messages, shown),
    ];
    while (this.#facts.calls < maxModelCalls) {
      const outcome = await this.#step(tools);
      if (outcome) return outcome;
    }
    return this.#handover('limit');
  }

  /** One answer of the model with the tools that it calls; undefined: it goes on. */
  async #step(tools: readonly OfferedTool[]): Promise<Outcome | undefined> {
    await this.#turn.check?.();
    const left = maxTurnMs - (Date.now() - this.#began);
    if (left < 1_000) return this.#handover('limit');
    this.#facts.calls += 1;
    const answer = await this.#scope.use(models).complete({
      purpose: 'assistant',
      messages: this.#messages,
      tools: definitionsOf(tools),
      limitMs: left,
      ...(this.#turn.ticketId > 0 && { ticketId: this.#turn.ticketId }),
      ...(this.#turn.signal && { signal: this.#turn.signal }),
      ...(this.#turn.model && { trial: this.#turn.model }),
    });
    if (answer.costMicros !== null) this.#facts.costMicros = (this.#facts.costMicros ?? 0) + answer.costMicros;
    await this.#turn.check?.();
    if (answer.toolCalls.length === 0) return this.#answer(answer.text);
    this.#messages.push({ role: 'assistant', content: answer.text, toolCalls: answer.toolCalls });
    for (const call of answer.toolCalls) {
      const key = `${call.name} ${JSON.stringify(call.input)}`;
      // The same call again: it turns in a circle. Words that it wrote beside it are its answer.
      if (this.#called.has(key)) return answer.text.trim() === '' ? this.#handover('limit') : this.#answer(answer.text);
      this.#called.add(key);
      const tool = tools.find(({ item }) => item.name === call.name);
      if (this.#facts.tools.length >= maxToolCalls) return this.#handover('limit');
      if (tool) this.#facts.tools.push(call.name);
      if (tool?.item.isFinal === true) return this.#final(tool, call.input);
      const content = tool ? await this.#call(tool, call.input) : 'error: there is no such tool';
      this.#messages.push({ role: 'tool', toolCallId: call.id, content });
      await this.#turn.check?.();
    }
    return undefined;
  }

  #search(question: string): Promise<FoundPassages> {
    return search(this.#scope, question, 5, this.#turn.flippedSources);
  }

  async #call(tool: OfferedTool, input: unknown): Promise<string> {
    const { ticketId, automation, isTrial } = this.#turn;
    if (tool.item.name !== 'search_knowledge') return runTool(tool, input, { ticketId, isTrial }, automation);
    const parsed = searchInput.safeParse(input);
    if (!parsed.success) return 'error: the arguments do not follow the schema';
    const { passages, isFound } = await this.#search(parsed.data.query);
    if (!isFound) {
      this.#facts.gap = this.#turn.history.lastWords;
      return 'Nothing was found. Say that you do not know it, or hand over.';
    }
    this.#found = true;
    const known = new Set(this.#facts.passages.map(({ id }) => id));
    this.#facts.passages.push(...passages.filter(({ id }) => !known.has(id)));
    return asKnowledge(passages);
  }

  async #final(tool: OfferedTool, input: unknown): Promise<Outcome> {
    if (tool.item.name === 'handover') {
      const { queue, note } = handoverInput.catch({ reason: '', note: '' }).parse(input ?? {});
      return this.#handover('model', note, queue);
    }
    if (tool.item.name === 'end') {
      endInput.catch({ outcome: '' }).parse(input ?? {});
      return { ...this.#facts, kind: 'end' };
    }
    const { ticketId, automation, isTrial } = this.#turn;
    await runTool(tool, input, { ticketId, isTrial }, automation);
    return this.#handover('model');
  }

  #answer(written: string): Outcome {
    const { history, profile, prompt } = this.#turn;
    const asked = isQuestion(history.lastWords);
    if (!this.#found && asked) {
      if (profile.isStrict || saysUnknown(written)) this.#facts.gap = history.lastWords;
      if (profile.isStrict) return this.#handover('knowledge');
    }
    const sources = this.#facts.passages.map(({ heading, text }) => `${heading} ${text}`).join('\n');
    const { text, blocked } = filterAnswer(written, {
      known: [history.text, sources, profile.instructions, prompt].join('\n'),
      rules,
      links: [...profile.links, ...this.#facts.passages.flatMap(({ url }) => (url === null ? [] : [url]))],
      isStrict: profile.isStrict,
    });
    if (blocked) {
      this.#scope.log.info({ ticket: this.#turn.ticketId, blocked }, 'an automatic answer was not sent');
      return this.#handover('filtered');
    }
    const doubts = doubtsIn(text, {
      company: [history.company, sources, profile.instructions, prompt].join('\n'),
      customer: history.customer,
    });
    return { ...this.#facts, kind: 'answer', text, doubts };
  }

  #handover(reason: HandoverReason, note = '', queue?: string): Outcome {
    return { ...this.#facts, kind: 'handover', reason, note, ...(queue !== undefined && { queue }) };
  }
}

/** Asks the model until it has an answer, hands over, or has used up its calls. Errors of the model are thrown. */
export const runTurn = (scope: Scope, turn: Turn): Promise<Outcome> => new Loop(scope, turn).run();

/** The reason for handing over by which a failed call is told apart. */
export const reasonOf = (error: unknown): HandoverReason =>
  (error as { code?: string }).code === 'ERR_AI_BUDGET' ? 'budget' : 'provider';
