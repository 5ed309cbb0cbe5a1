/** What the page says about the chat it holds: the attributes of the script's element. */
export interface PageOptions {
  address: string;
  /** The platform's origin, from where the script came. */
  server: string;
  language: string | undefined;
  theme: 'light' | 'dark' | undefined;
  /** The page wants the panel open from the start. */
  startsOpen: boolean;
}

const languages = ['pt', 'en', 'es'];

const spoken = (asked: string | undefined): string | undefined =>
  [asked, ...(navigator.languages ?? [navigator.language])]
    .map((name) => (name ?? '').slice(0, 2).toLowerCase())
    .find((name) => languages.includes(name));

/** Undefined when the element is not there any more, or names no chat. */
export const readPage = (element: Element | null): PageOptions | undefined => {
  const script =
    element instanceof HTMLScriptElement && element.dataset.address
      ? element
      : document.querySelector<HTMLScriptElement>('script[data-address][src*="/channel-webchat/"]');
  const { address, language, theme, open } = script?.dataset ?? {};
  if (!script || !address) return undefined;
  return {
    address,
    server: new URL(script.src).origin,
    language: spoken(language),
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    startsOpen: open !== undefined,
  };
};
