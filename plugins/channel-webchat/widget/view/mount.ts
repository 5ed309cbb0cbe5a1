import type { Chat } from '../chat.ts';
import type { PageStorage } from '../page-storage.ts';
import type { PageOptions } from '../page.ts';
import { safely } from '../safely.ts';
import { colorsOn } from './colors.ts';
import { element, setAttribute } from './element.ts';
import { Launcher } from './launcher.ts';
import { Panel } from './panel.ts';
import { playRing } from './sound.ts';
import { style } from './style.ts';

/** Constructed style sheets are allowed by policies that refuse inline styles; old browsers get an element. */
const dress = (root: ShadowRoot): void => {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
  } catch {
    root.append(element('style', { text: style }));
  }
};

/** Follows the part of the window above the on-screen keyboard. */
const followWindow = (host: HTMLElement): void => {
  const view = window.visualViewport;
  if (!view) return;
  const follow = safely(() => {
    host.style.setProperty('--seen-height', `${view.height}px`);
    host.style.setProperty('--seen-top', `${view.offsetTop}px`);
  });
  view.addEventListener('resize', follow);
  view.addEventListener('scroll', follow);
  follow();
};

/** Mounts the chat into the page, isolated from its styles and elements. */
export const mount = (chat: Chat, storage: PageStorage, page: PageOptions): void => {
  const host = element('div', {
    attributes: { 'data-balcao-chat': '', 'data-theme': page.theme, lang: chat.config.language },
  });
  const root = host.attachShadow({ mode: 'open' });
  dress(root);
  for (const [name, value] of Object.entries(colorsOn(chat.config.color))) host.style.setProperty(name, value);

  const open = (isOpen: boolean): void => {
    chat.setOpen(isOpen);
    // Hidden elements must not take the focus.
    draw();
    if (isOpen) panel.focus();
    else launcher.focus();
  };
  const launcher = new Launcher(chat, () => open(!chat.isOpen));
  const panel = new Panel(chat, storage, () => open(false));
  root.append(panel.element, launcher.element);

  let isDrawing = false;
  const draw = safely(() => {
    isDrawing = false;
    setAttribute(host, 'data-open', chat.isOpen);
    launcher.draw();
    panel.draw();
  });
  // Changes of one moment are rendered once.
  chat.changed = () => {
    if (isDrawing) return;
    isDrawing = true;
    queueMicrotask(draw);
  };
  chat.rang = () => {
    if (storage.read().sound) playRing();
  };
  followWindow(host);
  // Beside the body, which some pages swap or transform.
  document.documentElement.append(host);
  const { open: wasOpen } = storage.read();
  const isNarrow = matchMedia('(max-width: 480px)').matches;
  // On a small screen a panel that covers the page must not open after a reload.
  if (!isNarrow && (wasOpen ?? page.startsOpen)) chat.setOpen(true);
  draw();
};
