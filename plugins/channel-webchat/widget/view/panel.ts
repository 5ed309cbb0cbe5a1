import type { Chat } from '../chat.ts';
import type { PageStorage } from '../page-storage.ts';
import { Composer } from './composer.ts';
import { element, iconButton, setAttribute } from './element.ts';
import { icons } from './icons.ts';
import { NameForm } from './name-form.ts';
import { ThreadView } from './thread-view.ts';

/** Returns the initials of the title: `Padaria do Zé` is PZ. */
const initials = (title: string): string =>
  title
    .split(/\s+/)
    .flatMap((word) => /^[\p{Lu}\p{N}]/u.exec(word) ?? [])
    .slice(0, 2)
    .join('') || title.slice(0, 1).toUpperCase();

const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;
const isFullScreen = (): boolean => matchMedia('(max-width: 480px)').matches;

/** The window of the conversation. */
export class Panel {
  readonly element: HTMLElement;
  readonly #chat: Chat;
  readonly #storage: PageStorage;
  readonly #thread: ThreadView;
  readonly #name: NameForm;
  readonly #composer: Composer;
  readonly #notice = element('div', { class: 'notice', attributes: { role: 'status' } });
  readonly #sound: HTMLButtonElement;

  constructor(chat: Chat, storage: PageStorage, close: () => void) {
    this.#chat = chat;
    this.#storage = storage;
    const { texts, title } = chat.config;
    this.#thread = new ThreadView(chat);
    this.#name = new NameForm(chat, () => this.#composer.focus());
    this.#composer = new Composer(chat, storage, () => this.#thread.toBottom());
    this.#sound = iconButton(texts.soundOn, icons.soundOff, () => this.#switchSound());
    const header = element(
      'header',
      {},
      element('span', { class: 'face', text: initials(title), attributes: { 'aria-hidden': 'true' } }),
      element(
        'span',
        { class: 'names' },
        element('strong', { text: title, attributes: { id: 'title' } }),
        element('span', { text: texts.subtitle }),
      ),
      this.#sound,
      iconButton(texts.close, icons.close, close),
    );
    this.element = element(
      'section',
      {
        class: 'panel',
        attributes: { id: 'panel', role: 'dialog', 'aria-labelledby': 'title', tabindex: '-1' },
        on: {
          keydown: (event: KeyboardEvent) => this.#onKey(event, close),
          dragover: (event: DragEvent) => this.#onDrag(event, true),
          dragleave: (event: DragEvent) => this.#onDrag(event, false),
          drop: (event: DragEvent) => this.#onDrop(event),
        },
      },
      header,
      this.#notice,
      this.#thread.element,
      this.#name.element,
      this.#composer.element,
      element('div', { class: 'drop', text: texts.dropHere, attributes: { 'aria-hidden': 'true' } }),
    );
  }

  focus(): void {
    this.#thread.toBottom();
    // On touch screens a focused field would open the keyboard before anything was read.
    if (isTouch()) this.element.focus();
    else if (this.#chat.needsName()) this.#name.focus();
    else this.#composer.focus();
  }

  draw(): void {
    const { isOpen, isOffline, isSlowed, config } = this.#chat;
    const needsName = this.#chat.needsName();
    this.element.hidden = !isOpen;
    setAttribute(this.element, 'data-asks', needsName);
    setAttribute(this.element, 'aria-modal', isFullScreen() ? 'true' : undefined);
    const notice = isOffline ? config.texts.reconnecting : isSlowed ? config.texts.tooFast : '';
    if (this.#notice.textContent !== notice) this.#notice.textContent = notice;
    this.#notice.hidden = notice === '';
    this.#name.element.hidden = !needsName;
    this.#composer.element.hidden = needsName;
    this.#drawSound();
    if (isOpen) this.#thread.draw();
  }

  #drawSound(): void {
    const { texts } = this.#chat.config;
    const isOn = this.#storage.read().sound === true;
    const label = isOn ? texts.soundOff : texts.soundOn;
    setAttribute(this.#sound, 'aria-label', label);
    setAttribute(this.#sound, 'title', label);
    this.#sound.querySelector('path')?.setAttribute('d', isOn ? icons.soundOn : icons.soundOff);
  }

  #switchSound(): void {
    this.#storage.change((state) => ({ ...state, sound: state.sound !== true }));
    this.#drawSound();
  }

  #onKey(event: KeyboardEvent, close: () => void): void {
    // Shortcuts of the page must not fire on typed text.
    event.stopPropagation();
    if (event.key === 'Escape' && !event.isComposing) close();
    if (event.key === 'Tab' && isFullScreen()) this.#trapFocus(event);
  }

  /** Full screen hides the page, so the focus stays in the panel. */
  #trapFocus(event: KeyboardEvent): void {
    const all = [
      ...this.element.querySelectorAll<HTMLElement>('button, a[href], textarea, input:not([type=file]), audio, video'),
    ].filter((one) => one.offsetParent !== null && !one.matches(':disabled'));
    const root = this.element.getRootNode() as ShadowRoot;
    const edge = event.shiftKey ? all[0] : all.at(-1);
    if (root.activeElement !== edge && root.activeElement !== this.element) return;
    event.preventDefault();
    (event.shiftKey ? all.at(-1) : all[0])?.focus();
  }

  #onDrag(event: DragEvent, isOver: boolean): void {
    if (!event.dataTransfer?.types.includes('Files') || this.#chat.needsName()) return;
    event.preventDefault();
    const stays = event.relatedTarget instanceof Node && this.element.contains(event.relatedTarget);
    setAttribute(this.element, 'data-over', isOver || stays);
  }

  #onDrop(event: DragEvent): void {
    this.#onDrag(event, false);
    this.#composer.take(event.dataTransfer?.files ?? []);
  }
}
