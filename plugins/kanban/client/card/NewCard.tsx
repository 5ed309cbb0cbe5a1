import { Exposed, useT, useToasts } from '@balcao/sdk/client';
import { newTicket } from '@balcao/tickets/contract';
import { putMove } from '../board/board-api.ts';
import type { LaneState } from '../board/board-data.ts';

interface NewCardProps {
  kanbanId: number;
  lane: LaneState;
  /** The card is in its lane. */
  onPlaced(laneIds: readonly string[]): void;
  /** Shows a conversation beside the board. */
  onOpen(uuid: string): void;
  onClose(): void;
}

/** The dialog that begins a conversation in a lane, and opens it beside the board. */
export function NewCard({ kanbanId, lane, onPlaced, onOpen, onClose }: NewCardProps) {
  const t = useT();
  const toasts = useToasts();
  return (
    <Exposed
      of={newTicket}
      props={{
        text: t('lane.newCardText', { title: lane.title }),
        onCreated: ({ id, uuid }) => {
          onOpen(uuid);
          // The conversation began all the same if the lane is gone meanwhile.
          putMove(kanbanId, { ticketId: id, targetLaneId: lane.id }).then(() => onPlaced([lane.id]), toasts.error);
        },
        onOther: ({ uuid }) => onOpen(uuid),
        onClose,
      }}
    />
  );
}
