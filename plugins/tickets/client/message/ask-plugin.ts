/** Calls other plugins' code about a message or a conversation; an error counts as no, and has no further effect. */
export function askPlugin(item: { plugin: string; id: string }, ask: () => boolean): boolean {
  try {
    return ask();
  } catch (error) {
    console.error(`[${item.plugin}] ${item.id} threw when it was asked what it fits`, error);
    return false;
  }
}
