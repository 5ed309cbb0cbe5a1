import type { Chat } from '../chat.ts';
import type { PageStorage } from '../page-storage.ts';
import { element, icon, iconButton, setAttribute } from './element.ts';
import { emojiGrid } from './emoji.ts';
import { icons } from './icons.ts';
import { fileCard, fileSize, picturePreview } from './media.ts';

const tallest = 132;

/** The composer. A draft is stored over reloads; files wait in a tray until they are sent. */
export class Composer {
  readonly element: HTMLElement;
  readonly #chat: Chat;
  readonly #storage: PageStorage;
  readonly #sent: () => void;
  readonly #field: HTMLTextAreaElement;
  readonly #send: HTMLButtonElement;
  readonly #emoji: HTMLElement;
  readonly #smile: HTMLButtonElement;
  readonly #tray = element('div', { class: 'tray' });
  readonly #error = element('p', { class: 'error', attributes: { role: 'alert' } });
  #files: File[] = [];

  constructor(chat: Chat, storage: PageStorage, sent: () => void) {
    this.#chat = chat;
    this.#storage = storage;
    this.#sent = sent;
    const { texts, maxBody } = chat.config;
    const picker = element('input', {
      class: 'heard',
      attributes: { type: 'file', multiple: true, tabindex: '-1', 'aria-hidden': 'true' },
    });
    picker.addEventListener('change', () => {
      this.take(picker.files ?? []);
      picker.value = '';
    });
    this.#field = element('textarea', {
      attributes: {
        rows: '1',
        maxlength: String(maxBody),
        placeholder: texts.write,
        'aria-label': texts.write,
        enterkeyhint: 'send',
      },
      on: {
        input: () => this.#typed(),
        keydown: (event: KeyboardEvent) => this.#onKey(event),
        paste: (event: ClipboardEvent) => this.#onPaste(event),
      },
    });
    this.#send = element(
      'button',
      {
        class: 'send',
        attributes: { type: 'button', 'aria-label': texts.send, title: texts.send },
        on: { click: () => this.#submit() },
      },
      icon(icons.send, 20),
    );
    this.#error.hidden = true;
    this.#field.value = storage.read().draft ?? '';
    this.#emoji = emojiGrid(
      texts.emoji,
      (sign) => this.#insert(sign),
      () => this.#showEmoji(false),
    );
    this.#smile = iconButton(texts.emoji, icons.smile, () => this.#showEmoji(Boolean(this.#emoji.hidden)));
    setAttribute(this.#smile, 'aria-expanded', 'false');
    const well = element(
      'div',
      { class: 'well' },
      iconButton(texts.attach, icons.clip, () => picker.click()),
      this.#field,
      this.#smile,
      this.#send,
    );
    this.element = element('div', { class: 'composer' }, this.#error, this.#tray, this.#emoji, well, picker);
    this.#drawTray();
    this.#fit();
  }

  focus(): void {
    this.#field.focus();
    this.#fit();
  }

  take(chosen: Iterable<File>): void {
    const { texts, maxFileBytes, language } = this.#chat.config;
    const files = [...chosen];
    const fitting = files.filter(({ size }) => size > 0 && size <= maxFileBytes);
    this.#announce(
      fitting.length < files.length ? texts.tooLarge.replace('{{size}}', fileSize(maxFileBytes, language)) : '',
    );
    this.#files.push(...fitting);
    this.#drawTray();
    this.focus();
  }

  #showEmoji(isOpen: boolean): void {
    this.#emoji.hidden = !isOpen;
    setAttribute(this.#smile, 'aria-expanded', String(isOpen));
    if (isOpen) this.#emoji.querySelector('button')?.focus();
    else this.focus();
  }

  /** The grid stays open, since people often insert several. */
  #insert(sign: string): void {
    const field = this.#field;
    if (field.value.length + sign.length > field.maxLength) return;
    field.setRangeText(sign, field.selectionStart, field.selectionEnd, 'end');
    this.#typed();
  }

  #announce(error: string): void {
    this.#error.textContent = error;
    this.#error.hidden = error === '';
  }

  #typed(): void {
    this.#announce('');
    this.#storage.change((state) => ({ ...state, draft: this.#field.value }));
    if (this.#field.value !== '') this.#chat.types();
    this.#fit();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.#submit();
  }

  #onPaste(event: ClipboardEvent): void {
    const files = event.clipboardData?.files;
    if (!files || files.length === 0) return;
    event.preventDefault();
    this.take(files);
  }

  #submit(): void {
    const text = this.#field.value.trim();
    const [first, ...others] = this.#files;
    if (text === '' && !first) return this.focus();
    this.#chat.write(text, first);
    for (const file of others) this.#chat.write('', file);
    this.#files = [];
    this.#emoji.hidden = true;
    setAttribute(this.#smile, 'aria-expanded', 'false');
    this.#field.value = '';
    this.#storage.change(({ draft: _sent, ...state }) => state);
    this.#drawTray();
    this.focus();
    this.#sent();
  }

  #drawTray(): void {
    const { texts, language } = this.#chat.config;
    const cards = this.#files.map((file) => {
      const remove = iconButton(`${texts.discard}: ${file.name}`, icons.close, () => {
        this.#files = this.#files.filter((other) => other !== file);
        this.#drawTray();
        this.focus();
      });
      const [picture, text] = fileCard(file.name, fileSize(file.size, language));
      const thumbnail = picturePreview(file);
      if (thumbnail) picture?.replaceChildren(thumbnail);
      return element('div', { class: 'file' }, picture, text, remove);
    });
    this.#tray.replaceChildren(...cards);
    this.#tray.hidden = cards.length === 0;
    this.#fit();
  }

  /** Sets the height to that of the text, up to five lines. */
  #fit(): void {
    const field = this.#field;
    field.style.setProperty('height', 'auto');
    if (field.scrollHeight > 0) field.style.setProperty('height', `${Math.min(field.scrollHeight, tallest)}px`);
    setAttribute(this.#send, 'data-ready', field.value.trim() !== '' || this.#files.length > 0);
  }
}
