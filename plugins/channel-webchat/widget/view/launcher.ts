import type { Chat } from '../chat.ts';
import { element, icon, setAttribute } from './element.ts';
import { icons } from './icons.ts';

const maxShown = 99;

/** The round button in the page’s corner, with the number of unseen messages. */
export class Launcher {
  readonly element: HTMLButtonElement;
  readonly #chat: Chat;
  readonly #badge = element('span', { class: 'badge', attributes: { 'aria-hidden': 'true' } });

  constructor(chat: Chat, toggle: () => void) {
    this.#chat = chat;
    const shapes = element('span', { class: 'shapes' }, icon(icons.chat, 28), icon(icons.down, 28));
    this.element = element(
      'button',
      { class: 'launcher', attributes: { type: 'button', 'aria-controls': 'panel' }, on: { click: toggle } },
      shapes,
      this.#badge,
    );
  }

  focus(): void {
    this.element.focus();
  }

  draw(): void {
    const { texts } = this.#chat.config;
    const unread = this.#chat.isOpen ? 0 : this.#chat.thread.unread().length;
    this.#badge.textContent = unread > maxShown ? `${maxShown}+` : String(unread);
    this.#badge.hidden = unread === 0;
    const count = unread === 1 ? texts.openUnreadOne : texts.openUnread.replace('{{count}}', String(unread));
    const label = this.#chat.isOpen ? texts.close : unread === 0 ? texts.open : count;
    setAttribute(this.element, 'aria-label', label);
    setAttribute(this.element, 'aria-expanded', String(this.#chat.isOpen));
  }
}
