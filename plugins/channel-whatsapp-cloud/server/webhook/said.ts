import { AppError, type Scope } from '@balcao/sdk/server';
import { channelInbox, type InboundMessage } from '@balcao/connections/contract';
import type { Said } from './content.ts';

/** Meta would bring it again for a week, and all that came with it. */
export const isRefused = (error: unknown): boolean => error instanceof AppError && error.status === 400;

/** What stands for a message of which nothing can be kept. */
export const unsupported = (scope: Scope): Said => ({ kind: 'said', body: scope.t('inbound.unsupported') });

interface Waiting {
  connectionId: number;
  message: InboundMessage;
  isEcho: boolean;
}

/** What one call says, handed in together: after an interruption a call brings hundreds. */
export class SaidTogether {
  readonly #scope: Scope;
  readonly #waiting: Waiting[] = [];

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  add(connectionId: number, message: InboundMessage, isEcho: boolean): void {
    this.#waiting.push({ connectionId, message, isEcho });
  }

  /** Resolves when all are stored. Throws what one of them failed by, when all were tried. */
  async handIn(): Promise<void> {
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

  /** Answers those that the inbox refuses. */
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
    this.#scope.log.warn({ message: message.externalId }, 'a message could not be taken as it came');
    return { ...message, body: unsupported(this.#scope).body };
  }
}
