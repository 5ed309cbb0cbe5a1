/** Navigation requests from outside the page, such as a click on a desktop notification. */
const name = 'balcao-go';

/** Accepts only paths of this product, from the root. */
const isPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/.test(path);

export const requestNavigation = (path: unknown): void => {
  if (isPath(path)) dispatchEvent(new CustomEvent(name, { detail: path }));
};

let listening = 0;
/** True while a page of a signed-in person is shown, which follows the requests. */
export const followsRequests = (): boolean => listening > 0;

export const onNavigationRequest = (listener: (path: string) => void): (() => void) => {
  const receive = (event: Event): void => listener((event as CustomEvent<string>).detail);
  addEventListener(name, receive);
  listening += 1;
  return () => {
    removeEventListener(name, receive);
    listening -= 1;
  };
};
