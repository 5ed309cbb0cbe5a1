import type { BoardCard } from '../board/board-data.ts';

/** Heights of a card in pixels: constant, so that the height of any lane is known without measuring. */
const plain = 108;
const withFollowUp = 136;
export const cardGap = 8;

export const hasFollowUpLine = ({ followUp }: BoardCard): boolean =>
  followUp !== null && (followUp.dueAt !== null || followUp.state === 'window' || followUp.sentAt !== null);

export const cardHeight = (card: BoardCard): number => (hasFollowUpLine(card) ? withFollowUp : plain);
