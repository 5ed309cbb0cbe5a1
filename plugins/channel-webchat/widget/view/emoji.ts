import { element } from './element.ts';

/** A few emoji that every device has: the script is part of other companies’ pages. */
const signs =
  '😀 😁 😂 😊 😍 😉 😎 🤔 😅 😢 😭 😡 😴 🤗 🙄 😱 👍 👎 👏 🙏 💪 👋 🤝 👌 ❤️ 💔 🎉 🎁 🔥 ⭐ ✅ ❌ 📎 📅 📍 📞 💰 🚗 🏠 ☕'.split(
    ' ',
  );
const perLine = 8;

/** A grid of emoji to insert at the caret. Arrow keys move, Escape returns. */
export const emojiGrid = (label: string, pick: (sign: string) => void, leave: () => void): HTMLElement => {
  const buttons = signs.map((sign, at) =>
    element('button', {
      text: sign,
      attributes: { type: 'button', 'aria-label': sign, tabindex: at === 0 ? '0' : '-1' },
      on: { click: () => pick(sign) },
    }),
  );
  const grid = element(
    'div',
    {
      class: 'emoji',
      attributes: { role: 'group', 'aria-label': label },
      on: {
        keydown: (event: KeyboardEvent) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            return leave();
          }
          const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perLine, ArrowUp: -perLine }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          const next = buttons[buttons.indexOf(event.target as HTMLButtonElement) + step];
          next?.focus();
        },
      },
    },
    ...buttons,
  );
  grid.hidden = true;
  return grid;
};
