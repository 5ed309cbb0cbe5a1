import { AppError, type Scope } from '@balcao/sdk/server';
import { channelInbox, type InboundMessage } from '@balcao/connections/contract';
import type { TextContent } from './content.ts';

/** Returns true for permanent refusals: otherwise Meta would repeat the whole call for a week. */
export const isRefused = (error: unknown): boolean => error instanceof AppError && error.status === 400;

/** The text that replaces a message without any usable content. */
export const unsupported = (scope: Scope): TextContent => ({ kind: 'said', body: scope.t('inbound.unsupported') });

interface Waiting {
  connectionId: number;
  message: InboundMessage;
  isEcho: boolean;
}

/** The messages of one call, stored together: after an outage a call contains hundreds. */
export class CallBatch {
  readonly #scope: Scope;
  readonly #waiting: Waiting[] = [];

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  add(connectionId: number, message: InboundMessage, isEcho: boolean): void {
    this.#waiting.push({ connectionId, message, isEcho });
  }

  /** Resolves when all are stored. Throws the first error, after all were tried. */
  async store(): Promise<void> {
    const waiting = this.#waiting.splice(0);
    const errors: unknown[] = [];
    for (const connectionId of new Set(waiting.map((one) => one.connectionId))) {
      const own = waiting.filter((one) => one.connectionId === connectionId);
      const refused = await this.#store(own, errors);
      await this.#store(
        refused.map((one) => ({ ...one, message: this.#plain(one.message) })),
        errors,
      );
    }
    if (errors.length > 0) throw errors[0];
  }

  /** Stores messages; returns those that the inbox refuses. */
  async #store(all: readonly Waiting[], errors: unknown[]): Promise<Waiting[]> {
    const [first] = all;
    if (!first) return [];
    const outcomes = await this.#scope.use(channelInbox).messages(
      first.connectionId,
      all.map(({ message }) => message),
    );
    return all.filter(({ isEcho }, index) => {
      const outcome = outcomes[index];
      if (outcome?.status !== 'rejected') return false;
      if (isRefused(outcome.reason) && !isEcho) return true;
      errors.push(outcome.reason);
      return false;
    });
  }

  #plain({ data: _data, choice: _choice, ...message }: InboundMessage): InboundMessage {
    this.#scope.log.warn({ message: message.externalId }, 'message could not be stored in full');
    return { ...message, body: unsupported(this.#scope).body };
  }
}
