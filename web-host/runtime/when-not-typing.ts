/**
 * Text being typed must not be lost with the part that contains it. A hidden tab keeps the focus in the field that had
 * it, perhaps for hours; a form in a dialog is waited for there too, because people copy its values from other tabs.
 */
const isTyping = (): boolean =>
  document.querySelector('[role="dialog"]') !== null ||
  (document.visibilityState === 'visible' &&
    document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') === true);

const waiting = new Map<string, () => void>();

const runIfIdle = (): void => {
  if (isTyping()) return;
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
 * Runs a function once nobody is typing and no dialog is open, immediately if that is the case; a later request of the
 * same name replaces an earlier one.
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
