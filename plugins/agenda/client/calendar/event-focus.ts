/** Frames in which the calendar component may still draw an entry anew, about two seconds. */
const frames = 120;
const selector = '[role="button"]';

/** The entries and messages that are drawn, in the order of the page; what spans rows is there several times. */
export const drawnEvents = (): HTMLElement[] =>
  [...document.querySelectorAll('[data-event]')].flatMap((mark) => mark.closest<HTMLElement>(selector) ?? []);
/** Returns what is drawn of an entry or message. */
export const elementOf = (id: string): HTMLElement | undefined =>
  document.querySelector(`[data-event="${CSS.escape(id)}"]`)?.closest<HTMLElement>(selector) ?? undefined;
/** Returns the id of the entry or message that an element is. */
export const eventIdOf = (element: Element): string | undefined =>
  element.closest(selector)?.querySelector('[data-event]')?.getAttribute('data-event') ?? undefined;

let wanted = 0;
let awaited: string | undefined;
/** Returns the id of the entry that gets the focus as soon as it is drawn anew; undefined while something has it. */
export const awaitedEvent = (): string | undefined => (document.activeElement === document.body ? awaited : undefined);
/**
 * Moves the focus to an entry, as soon and as long as it is drawn anew; a focus that a person moves stays. `insistFrames`:
 * so long it is taken from elsewhere, as from a closing notice that gives it back.
 */
export const focusEvent = (id: string, insistFrames = 1): void => {
  wanted += 1;
  const mine = wanted;
  awaited = id;
  let left = frames;
  const look = (): void => {
    const now = document.activeElement;
    const isFree = now === null || now === document.body || eventIdOf(now) === id;
    if (mine !== wanted) return;
    if (!isFree && left <= frames - insistFrames) {
      awaited = undefined;
      return;
    }
    const element = elementOf(id);
    if (element && element !== now) element.focus();
    left -= 1;
    if (left > 0) requestAnimationFrame(look);
    else awaited = undefined;
  };
  look();
};
