/** Text being typed must not be lost with the part that contains it. */
const isTyping = (): boolean =>
  document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') === true ||
  document.querySelector('[role="dialog"]') !== null;

const waiting = new Map<string, () => void>();

const runIfIdle = (): void => {
  if (isTyping() && document.visibilityState === 'visible') return;
  for (const [name, run] of [...waiting]) {
    waiting.delete(name);
    run();
  }
  if (waiting.size === 0) stop();
};
/** The focus moves only after the event; closing a dialog fires no event. */
const runSoon = (): void => void setTimeout(runIfIdle);
let timer: ReturnType<typeof setInterval> | undefined;

const stop = (): void => {
  clearInterval(timer);
  timer = undefined;
  document.removeEventListener('focusout', runSoon);
  document.removeEventListener('visibilitychange', runIfIdle);
};

/**
 * Runs a function once nobody is typing and no dialog is open, immediately if so; a later request of the same name
 * replaces an earlier one.
 */
export const whenNotTyping = (name: string, run: () => void): void => {
  waiting.set(name, run);
  runIfIdle();
  if (waiting.size === 0 || timer !== undefined) return;
  timer = setInterval(runIfIdle, 2_000);
  document.addEventListener('focusout', runSoon);
  document.addEventListener('visibilitychange', runIfIdle);
};

/** Cancels a request. */
export const cancelWhenNotTyping = (name: string): void => void waiting.delete(name);
