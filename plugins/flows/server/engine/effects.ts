import type { Scope } from '@balcao/sdk/server';
import { tickets, type CompanyText } from '@balcao/tickets/contract';
import { numberedText } from '../../graph/choose-option.ts';
import type { FlowEffect } from '../../contract.ts';
import type { StepEffect } from '../../graph/world.ts';
import { ownScope } from './runners.ts';

type Send = Extract<FlowEffect, { kind: 'send' }>;

/** Names the message of an effect in its conversation. */
export const clientIdOf = (sessionId: number, seq: number, index: number): string =>
  `flow:${sessionId}:${seq}:${index}`;

const isPlain = ({ file, data, template }: Send): boolean => !file && !data && !template;

/** A text, or options to tap: with these the text with its numbers is written by the service of conversations. */
const textOf = ({ text, options = [], asText = false }: Send, ticketId: number, clientId: string): CompanyText => {
  if (options.length === 0) return { ticketId, clientId, body: text };
  if (asText) return { ticketId, clientId, body: numberedText(text, options) };
  return { ticketId, clientId, body: '', menu: { text, options: options.map((option) => ({ ...option })) } };
};

/** True when an effect may change what nodes know of the conversation. */
export const changesConversation = (effects: readonly StepEffect[]): boolean =>
  effects.some(({ effect }) => effect.kind === 'apply' || effect.kind === 'route' || effect.kind === 'close');

interface Waiting {
  sessionId: number;
  text: CompanyText;
}

/**
 * Applies the effects of steps inside a transaction. Texts and notes wait until `flush` stores those of all conversations
 * together; in each conversation everything keeps its order.
 */
export class Effects {
  readonly #scope: Scope;
  #texts: Waiting[] = [];
  #released: number[] = [];
  readonly #sent = new Map<number, number>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  async apply(
    { sessionId, ticketId, seq }: { sessionId: number; ticketId: number; seq: number },
    effects: readonly StepEffect[],
  ): Promise<void> {
    for (const [index, { effect, plugin }] of effects.entries()) {
      const clientId = clientIdOf(sessionId, seq, index);
      if (effect.kind === 'release') this.#released.push(ticketId);
      else if (effect.kind === 'note')
        this.#texts.push({ sessionId, text: { ticketId, clientId, body: effect.text, isInternal: true } });
      else if (effect.kind === 'send' && isPlain(effect))
        this.#texts.push({ sessionId, text: textOf(effect, ticketId, clientId) });
      else {
        await this.#store(this.#texts.filter(({ text }) => text.ticketId === ticketId));
        this.#texts = this.#texts.filter(({ text }) => text.ticketId !== ticketId);
        await this.#act(sessionId, ticketId, effect, plugin, clientId);
      }
    }
  }

  /** Stores what waits. Conversations are released last: only the owner of a conversation may write in it. */
  async flush(): Promise<void> {
    const [texts, released] = [this.#texts, this.#released];
    this.#texts = [];
    this.#released = [];
    await this.#store(texts);
    if (released.length > 0) await this.#scope.use(tickets).endAutomaticService(released);
  }

  /** Id of the last message that a session sent; undefined: none. */
  sentBy(sessionId: number): number | undefined {
    return this.#sent.get(sessionId);
  }

  async #store(texts: readonly Waiting[]): Promise<void> {
    if (texts.length === 0) return;
    const stored = await this.#scope.use(tickets).sendTexts(texts.map(({ text }) => text));
    for (const [index, { sessionId, text }] of texts.entries()) {
      const id = stored[index]?.id;
      if (id !== undefined && text.isInternal !== true) this.#sent.set(sessionId, id);
    }
  }

  async #act(
    sessionId: number,
    ticketId: number,
    effect: Exclude<FlowEffect, { kind: 'note' }>,
    plugin: string,
    clientId: string,
  ): Promise<void> {
    const service = this.#scope.use(tickets);
    switch (effect.kind) {
      case 'send': {
        const { text, file, data, template } = effect;
        const sent = await service.send(ticketId, {
          body: text,
          clientId,
          by: null,
          ...(file && { file, fileIsShared: true }),
          ...(data && { data }),
          ...(template && { template }),
        });
        this.#sent.set(sessionId, sent.id);
        return;
      }
      case 'route':
        await service.route(ticketId, {
          ...(effect.queueId !== undefined && { queueId: effect.queueId }),
          ...(effect.userId !== undefined && { userId: effect.userId }),
        });
        return;
      case 'close':
        await service.close(ticketId, { justClose: effect.isSilent });
        return;
      case 'apply': {
        const own = ownScope(this.#scope, plugin);
        if (own) await effect.apply(ticketId, own);
      }
    }
  }
}
