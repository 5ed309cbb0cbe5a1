/** Ways into a page from outside it, such as a press on a notice of the desktop. */
const name = 'balcao-go';

/** A page of this product, from the root: nothing else is gone to. */
const isPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/.test(path);

export const go = (path: unknown): void => {
  if (isPath(path)) dispatchEvent(new CustomEvent(name, { detail: path }));
};

export const onGo = (listener: (path: string) => void): (() => void) => {
  const receive = (event: Event): void => listener((event as CustomEvent<string>).detail);
  addEventListener(name, receive);
  return () => removeEventListener(name, receive);
};
