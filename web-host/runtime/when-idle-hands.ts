/** What is being typed must not go with the part that it stands in. */
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
/** The focus is somewhere else only after the event; a dialog goes without any. */
const soon = (): void => void setTimeout(look);
let timer: ReturnType<typeof setInterval> | undefined;

const stop = (): void => {
  clearInterval(timer);
  timer = undefined;
  document.removeEventListener('focusout', soon);
  document.removeEventListener('visibilitychange', look);
};

/** Runs once nobody types and no dialog is open, at once if so; later wishes of one name take the place of earlier ones. */
export const whenIdleHands = (name: string, run: () => void): void => {
  waiting.set(name, run);
  look();
  if (waiting.size === 0 || timer !== undefined) return;
  timer = setInterval(look, 2_000);
  document.addEventListener('focusout', soon);
  document.addEventListener('visibilitychange', look);
};

/** What was wished for is not wanted any more. */
export const dropIdleHands = (name: string): void => void waiting.delete(name);
