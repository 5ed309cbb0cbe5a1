import { sql, type Scope } from '@balcao/sdk/server';
import { chatStreamRoom, endMessage } from '../../contract.ts';

/** Milliseconds between two live messages; the first piece is sent at once. */
const batchMs = 60;
/** Milliseconds between two stores of the text, which are also the sign that its node lives. */
const storeMs = 1000;
/** Live messages are small. */
const maxPiece = 1500;

/** Sends the pieces of an answer to its readers, and stores the text now and then. */
export class AnswerStream {
  text = '';
  #sent = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #storing: NodeJS.Timeout;
  readonly #scope: Scope;
  readonly #chatId: number;
  readonly #messageId: number;

  /** `stop` is called when a person wants the answer to end, or it is not this node's any more. */
  constructor(scope: Scope, { chatId, messageId }: { chatId: number; messageId: number }, stop: () => void) {
    this.#scope = scope;
    this.#chatId = chatId;
    this.#messageId = messageId;
    this.#storing = setInterval(() => void this.#store(stop), storeMs);
  }

  add(piece: string): void {
    this.text += piece;
    if (this.#sent === 0) this.#send();
    this.#timer ??= setTimeout(() => this.#send(), batchMs);
  }

  /** Sends the rest; `[END_MESSAGE]` follows once the answer is stored. */
  finish(): void {
    clearInterval(this.#storing);
    this.#send();
  }
  end(): void {
    this.#emit(endMessage);
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#sent < this.text.length) {
      const piece = this.text.slice(this.#sent, this.#sent + maxPiece);
      this.#emit(piece);
      this.#sent += piece.length;
    }
  }

  #emit(newMessage: string): void {
    const data = { newMessage, messageId: this.#messageId, at: this.#sent };
    this.#scope.rooms.emit(chatStreamRoom, { chatId: this.#chatId }, 'new-message-stream', data);
  }

  async #store(stop: () => void): Promise<void> {
    try {
      const row = await this.#scope.sql.one<{ isStopping: boolean }>(
        sql`update chatai.chat_message set message = ${this.text}, seen_at = now()
             where id = ${this.#messageId} and state = 'writing' returning is_stopping as "isStopping"`,
      );
      if (!row || row.isStopping) stop();
    } catch (error) {
      this.#scope.log.warn({ error, message: this.#messageId }, 'the text of an answer was not stored');
    }
  }
}
