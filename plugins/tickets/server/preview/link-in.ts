const link = /(?:https?:\/\/|www\.)[^\s<>"'`]+/i;
const maxLength = 2048;
const closes: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Removes what belongs to the sentence and not to the address: `(veja www.loja.com.br).` */
const trimmed = (text: string): string => {
  let end = text.length;
  for (; end > 0; end -= 1) {
    const last = text[end - 1] ?? '';
    const opening = closes[last];
    const isLoose = opening !== undefined && !text.slice(0, end).includes(opening);
    if (!isLoose && !/[.,;:!?*_~…]/.test(last)) break;
  }
  return text.slice(0, end);
};

/** Returns the first web address in a text, in the form in which it is fetched; undefined: none. */
export const linkIn = (text: string): string | undefined => {
  const found = trimmed(link.exec(text)?.[0] ?? '');
  if (found === '' || found.length > maxLength) return undefined;
  const url = URL.parse(/^www\./i.test(found) ? `https://${found}` : found);
  if (!url || url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  return url.href.length > maxLength ? undefined : url.href;
};
