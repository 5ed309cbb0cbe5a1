/** Navigation requests from outside the page, such as a click on a desktop notification. */
const name = 'balcao-go';

/** Accepts only paths of this product, from the root. */
const isPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/.test(path);

export const requestNavigation = (path: unknown): void => {
  if (isPath(path)) dispatchEvent(new CustomEvent(name, { detail: path }));
};

export const onNavigationRequest = (listener: (path: string) => void): (() => void) => {
  const receive = (event: Event): void => listener((event as CustomEvent<string>).detail);
  addEventListener(name, receive);
  return () => removeEventListener(name, receive);
};
