import type { Chat } from '../chat.ts';
import { element, setAttribute } from './element.ts';

const longest = 80;

/** Asks for the visitor’s name, before the first message. */
export class NameForm {
  readonly element: HTMLFormElement;
  readonly #chat: Chat;
  readonly #field: HTMLInputElement;
  readonly #error = element('p', { class: 'error', attributes: { id: 'name-error', role: 'alert' } });
  readonly #done: () => void;

  constructor(chat: Chat, done: () => void) {
    this.#chat = chat;
    this.#done = done;
    const { texts } = chat.config;
    this.#error.hidden = true;
    this.#field = element('input', {
      attributes: {
        id: 'name',
        type: 'text',
        autocomplete: 'name',
        maxlength: String(longest),
        placeholder: texts.namePlaceholder,
        'aria-describedby': 'name-error',
      },
      on: { input: () => this.#announce('') },
    });
    this.element = element(
      'form',
      { class: 'name', attributes: { novalidate: true }, on: { submit: (event: SubmitEvent) => this.#submit(event) } },
      element('h2', { text: texts.nameTitle }),
      element('label', { text: texts.nameLabel, attributes: { for: 'name' } }),
      this.#field,
      this.#error,
      element('button', { class: 'primary', text: texts.start, attributes: { type: 'submit' } }),
    );
  }

  focus(): void {
    this.#field.focus();
  }

  #announce(error: string): void {
    this.#error.textContent = error;
    this.#error.hidden = error === '';
    setAttribute(this.#field, 'aria-invalid', error === '' ? undefined : 'true');
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    const name = this.#field.value.trim();
    if (name === '') {
      this.#announce(this.#chat.config.texts.nameRequired);
      this.focus();
      return;
    }
    this.#chat.callMe(name);
    // The next field is rendered with this change.
    queueMicrotask(this.#done);
  }
}
