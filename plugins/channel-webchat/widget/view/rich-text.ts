import { element } from './element.ts';

const marks = { '*': 'strong', _: 'em', '~': 's' } as const;
const inline = /(https?:\/\/[^\s<>"]+)|(^|[\s(])([*_~])(\S|\S[^\n]*?\S)\3(?=$|[\s.,!?;:)])/gm;

const link = (text: string): HTMLElement =>
  element('a', { text, attributes: { href: text, target: '_blank', rel: 'noopener noreferrer nofollow' } });

/** Renders `*bold*`, `_italic_`, `~struck~` and web addresses, as messaging apps do. */
export const richText = (text: string): (Node | string)[] => {
  const parts: (Node | string)[] = [];
  let from = 0;
  for (const found of text.matchAll(inline)) {
    const [whole, address, before = '', mark, inner] = found;
    parts.push(text.slice(from, found.index) + before);
    from = found.index + whole.length;
    if (address !== undefined) {
      const end = /[.,!?;:)\]]+$/.exec(address)?.[0] ?? '';
      parts.push(link(address.slice(0, address.length - end.length)), end);
    } else parts.push(element(marks[mark as keyof typeof marks], {}, ...richText(inner ?? '')));
  }
  parts.push(text.slice(from));
  return parts.filter((part) => part !== '');
};
