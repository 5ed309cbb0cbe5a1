import { AppError, type Scope } from '@balcao/sdk/server';
import { channelInbox, type InboundMessage } from '@balcao/connections/contract';

/** Returns true for permanent refusals: otherwise Meta would repeat the whole call. */
const isRefused = (error: unknown): boolean => error instanceof AppError && error.status === 400;

/** The messages of one call, stored together: after an outage a call contains hundreds. */
export class CallBatch {
  readonly #scope: Scope;
  readonly #waiting = new Map<number, InboundMessage[]>();
  readonly #whenStored = new Map<InboundMessage, (messageId: number) => void>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** `whenStored` is called with our id of the message, also of one that was known. */
  add(connectionId: number, message: InboundMessage, whenStored?: (messageId: number) => void): void {
    if (whenStored) this.#whenStored.set(message, whenStored);
    const list = this.#waiting.get(connectionId) ?? [];
    list.push(message);
    this.#waiting.set(connectionId, list);
  }

  /** Resolves when all are stored. Throws the first error, after all were tried. */
  async store(): Promise<void> {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    const errors: unknown[] = [];
    for (const [connectionId, messages] of waiting) {
      const refused = await this.#store(connectionId, messages, errors);
      await this.#store(
        connectionId,
        refused.map((message) => this.#plain(message)),
        errors,
      );
    }
    if (errors.length > 0) throw errors[0];
  }

  /** Stores messages; returns those that the inbox refuses. */
  async #store(
    connectionId: number,
    messages: readonly InboundMessage[],
    errors: unknown[],
  ): Promise<InboundMessage[]> {
    if (messages.length === 0) return [];
    const outcomes = await this.#scope.use(channelInbox).messages(connectionId, messages);
    return messages.filter((message, index) => {
      const outcome = outcomes[index];
      if (outcome?.status === 'fulfilled') this.#whenStored.get(message)?.(outcome.value.messageId);
      if (outcome?.status !== 'rejected') return false;
      if (isRefused(outcome.reason)) return true;
      errors.push(outcome.reason);
      return false;
    });
  }

  #plain({ data: _data, choice: _choice, ...message }: InboundMessage): InboundMessage {
    this.#scope.log.warn({ message: message.externalId }, 'message could not be stored in full');
    return { ...message, body: this.#scope.t('inbound.unsupported') };
  }
}
