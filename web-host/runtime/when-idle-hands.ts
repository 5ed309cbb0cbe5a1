/** Text being typed must not be lost with the part that contains it. */
const isTyping = (): boolean =>
  document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') === true ||
  document.querySelector('[role="dialog"]') !== null;

const waiting = new Map<string, () => void>();

const look = (): void => {
  if (isTyping() && document.visibilityState === 'visible') return;
  for (const [name, run] of [...waiting]) {
    waiting.delete(name);
    run();
  }
  if (waiting.size === 0) stop();
};
/** The focus moves only after the event; closing a dialog fires no event. */
const soon = (): void => void setTimeout(look);
let timer: ReturnType<typeof setInterval> | undefined;

const stop = (): void => {
  clearInterval(timer);
  timer = undefined;
  document.removeEventListener('focusout', soon);
  document.removeEventListener('visibilitychange', look);
};

/**
 * Runs a function once nobody is typing and no dialog is open, immediately if so; a later request of the same name
 * replaces an earlier one.
 */
export const whenIdleHands = (name: string, run: () => void): void => {
  waiting.set(name, run);
  look();
  if (waiting.size === 0 || timer !== undefined) return;
  timer = setInterval(look, 2_000);
  document.addEventListener('focusout', soon);
  document.addEventListener('visibilitychange', look);
};

/** Cancels a request. */
export const dropIdleHands = (name: string): void => void waiting.delete(name);
