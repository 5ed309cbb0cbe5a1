/** Asks other plugins' code about a message or a conversation: what throws says no, and takes nothing along. */
export function othersSay(item: { plugin: string; id: string }, ask: () => boolean): boolean {
  try {
    return ask();
  } catch (error) {
    console.error(`[${item.plugin}] ${item.id} threw when it was asked what it fits`, error);
    return false;
  }
}
