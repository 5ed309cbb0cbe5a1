/** Data that a dragged card carries. */
export type CardData = { kind: 'kanban.card'; id: number; laneId: string };
export const cardData = (id: number, laneId: string): CardData => ({ kind: 'kanban.card', id, laneId });
export const isCard = (data: Record<string | symbol, unknown>): data is CardData => data['kind'] === 'kanban.card';

export type LaneData = { kind: 'kanban.lane'; laneId: string };
export const laneData = (laneId: string): LaneData => ({ kind: 'kanban.lane', laneId });
export const isLane = (data: Record<string | symbol, unknown>): data is LaneData => data['kind'] === 'kanban.lane';
