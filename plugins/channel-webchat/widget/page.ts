/** The page’s options for the chat: attributes of the script element. */
export interface PageOptions {
  address: string;
  /** The platform’s origin, from which the script was loaded. */
  server: string;
  language: string | undefined;
  theme: 'light' | 'dark' | undefined;
  /** The page wants the panel to be open initially. */
  startsOpen: boolean;
}

const languages = ['pt', 'en', 'es'];

const spoken = (asked: string | undefined): string | undefined =>
  [asked, ...(navigator.languages ?? [navigator.language])]
    .map((name) => (name ?? '').slice(0, 2).toLowerCase())
    .find((name) => languages.includes(name));

/** Reads the options; undefined if the element was removed, or has no chat. */
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
