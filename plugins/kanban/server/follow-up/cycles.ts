import type { StoredLane } from '../board/read-boards.ts';

type Step = Pick<StoredLane, 'id' | 'title' | 'followUpConfig'>;

/** True if the lane's follow-up ever does something. */
export const isActive = ({ followUpConfig }: Pick<StoredLane, 'followUpConfig'>): boolean =>
  followUpConfig !== null &&
  ((followUpConfig.initialDelay > 0 && followUpConfig.message.trim() !== '') || followUpConfig.intervalDelay > 0);

const targetOf = (lane: Step): string | null =>
  isActive(lane) && lane.followUpConfig?.action === 'move' && lane.followUpConfig.intervalDelay > 0
    ? lane.followUpConfig.targetLane
    : null;

/**
 * Returns the titles of lanes whose follow-ups move conversations in a circle, beginning and ending with the same one;
 * undefined: there is none.
 */
export const findCycle = (lanes: readonly Step[]): string[] | undefined => {
  const byId = new Map(lanes.map((lane) => [lane.id, lane]));
  for (const start of lanes) {
    const path = [start];
    for (let at: Step | undefined = start; at;) {
      const target = targetOf(at);
      at = target === null ? undefined : byId.get(target);
      if (at?.id === start.id) return [...path, start].map(({ title }) => title);
      if (!at || path.includes(at)) break;
      path.push(at);
    }
  }
  return undefined;
};
