import type { Chat } from '../chat.ts';
import { element, screenReaderText, setAttribute } from './element.ts';
import { rowsOf } from './messages.ts';
import { richText } from './rich-text.ts';

const nearBottom = 80;

/** The list of messages. Unchanged rows keep their elements, so that nothing jumps or is read aloud twice. */
export class ThreadView {
  readonly element: HTMLElement;
  readonly #chat: Chat;
  readonly #scroller: HTMLElement;
  readonly #rows: HTMLElement;
  readonly #older: HTMLButtonElement;
  readonly #greeting: HTMLElement;
  readonly #typing: HTMLElement;
  readonly #newest: HTMLButtonElement;
  readonly #drawn = new Map<string, { signature: string; element: HTMLElement }>();
  #lastId = '';
  #wantsBottom = true;

  constructor(chat: Chat) {
    this.#chat = chat;
    const { texts, greeting, title } = chat.config;
    this.#older = element('button', {
      class: 'older',
      text: texts.older,
      attributes: { type: 'button' },
      on: { click: () => this.#loadOlder() },
    });
    this.#greeting = element(
      'div',
      { class: 'row theirs first last greeting' },
      screenReaderText(`${title}: `),
      element('div', { class: 'bubble' }, element('div', { class: 'text' }, ...richText(greeting))),
    );
    this.#rows = element('div', {
      class: 'rows',
      attributes: { role: 'log', 'aria-label': texts.conversation, 'aria-live': 'polite' },
    });
    const dots = element(
      'span',
      { class: 'dots', attributes: { 'aria-hidden': 'true' } },
      element('i'),
      element('i'),
      element('i'),
    );
    this.#typing = element(
      'div',
      { class: 'row theirs typing', attributes: { role: 'status' } },
      element('div', { class: 'bubble' }, dots),
    );
    this.#scroller = element(
      'div',
      {
        class: 'scroller',
        attributes: { tabindex: '0', role: 'region', 'aria-label': texts.conversation },
        on: { scroll: () => this.#scrolled() },
      },
      this.#older,
      this.#greeting,
      this.#rows,
      this.#typing,
    );
    this.#newest = element('button', {
      class: 'newest',
      text: texts.newMessages,
      attributes: { type: 'button' },
      on: { click: () => this.toBottom() },
    });
    this.#newest.hidden = true;
    this.element = element('div', { class: 'thread' }, this.#scroller, this.#newest);
    // Pictures load after their rows and push down what is below.
    this.#rows.addEventListener('load', () => this.#wantsBottom && this.toBottom(), true);
  }

  toBottom(): void {
    this.#wantsBottom = true;
    this.#newest.hidden = true;
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  draw(): void {
    const { thread, companyTypes, config } = this.#chat;
    this.#older.hidden = !thread.hasMore;
    this.#greeting.hidden = thread.hasMore || config.greeting === '';
    const rows = rowsOf(this.#chat);
    this.#position(rows);
    for (const [id, part] of this.#chat.outbox.progress) {
      const bar = this.#rows.querySelector<HTMLProgressElement>(`progress[data-file="${CSS.escape(id)}"]`);
      if (bar) bar.value = part;
    }
    if (companyTypes === this.#typing.hidden) {
      this.#typing.hidden = !companyTypes;
      this.#typing.querySelector('.heard')?.remove();
      if (companyTypes) this.#typing.append(screenReaderText(config.texts.typing));
    }
    const last = rows.at(-1)?.id ?? '';
    const isNew = last !== this.#lastId;
    this.#lastId = last;
    if (this.#wantsBottom) this.toBottom();
    else if (isNew) this.#newest.hidden = false;
  }

  #position(rows: ReturnType<typeof rowsOf>): void {
    const remaining = new Set(rows.map(({ id }) => id));
    for (const [id, { element: gone }] of this.#drawn) {
      if (remaining.has(id)) continue;
      gone.remove();
      this.#drawn.delete(id);
    }
    let next: ChildNode | null = this.#rows.firstChild;
    for (const { id, signature, draw } of rows) {
      const known = this.#drawn.get(id);
      if (known && known.signature === signature) {
        if (known.element === next) next = next.nextSibling;
        else this.#rows.insertBefore(known.element, next);
        continue;
      }
      const made = draw();
      if (known) {
        if (known.element === next) next = next.nextSibling;
        known.element.replaceWith(made);
        if (made.nextSibling !== next) this.#rows.insertBefore(made, next);
      } else {
        made.classList.add('new');
        this.#rows.insertBefore(made, next);
      }
      this.#drawn.set(id, { signature, element: made });
    }
  }

  async #loadOlder(): Promise<void> {
    const before = this.#scroller.scrollHeight - this.#scroller.scrollTop;
    setAttribute(this.#rows, 'aria-busy', 'true');
    this.#older.disabled = true;
    this.#wantsBottom = false;
    try {
      await this.#chat.older();
      // Rendering runs in its own microtask; the scroll position stays where the reader was.
      await Promise.resolve();
      this.#newest.hidden = true;
      this.#scroller.scrollTop = this.#scroller.scrollHeight - before;
    } finally {
      this.#older.disabled = false;
      setAttribute(this.#rows, 'aria-busy', undefined);
    }
  }

  #scrolled(): void {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    this.#wantsBottom = scrollHeight - scrollTop - clientHeight < nearBottom;
    if (this.#wantsBottom) this.#newest.hidden = true;
  }
}
