import { Dropdown, Option } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT, useToasts } from '@balcao/sdk/client';
import { ErrorState, FormDialog, FormRow, SkeletonRows } from '@balcao/sdk/ui';
import type { TicketView } from '@balcao/tickets/contract';
import { boardsQuery } from '../board/boards-query.ts';
import { moveMany } from '../move/move-many.ts';

interface BulkLaneProps {
  tickets: readonly TicketView[];
  close(isDone?: boolean): void;
}

/** Moves the selected conversations of the list to one lane. */
export default function BulkLane({ tickets, close }: BulkLaneProps) {
  const t = useT();
  const toasts = useToasts();
  const { data: boards, error, refetch } = useQuery(boardsQuery);
  const [boardId, setBoard] = useState<number>();
  const [laneId, setLane] = useState<string>();
  const board = boards?.find(({ id }) => id === boardId) ?? boards?.[0];
  const lane = board?.lanes.find(({ id }) => id === laneId);
  const submit = async (): Promise<void> => {
    if (!board || !lane) return;
    const { moved, refused } = await moveMany(
      board.id,
      tickets.map(({ id }) => id),
      lane.id,
    );
    if (moved.length > 0) toasts.success(t('bulk.done', { count: moved.length, lane: lane.title }));
    if (refused.length > 0) toasts.warning(t('bulk.refused', { count: refused.length }));
    close(refused.length === 0);
  };
  return (
    <FormDialog
      open
      title={t('bulk.list')}
      subtitle={t('bulk.conversations', { count: tickets.length })}
      submitLabel={t('bulk.move')}
      width={440}
      disabled={!lane}
      onSubmit={submit}
      onClose={() => close()}
    >
      {error && !boards ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !boards ? (
        <SkeletonRows rows={2} />
      ) : (
        <>
          {boards.length > 1 && (
            <FormRow label={t('boards.choose')} name="kanbanId">
              <Dropdown
                value={board?.title ?? ''}
                selectedOptions={board ? [String(board.id)] : []}
                onOptionSelect={(_, { optionValue }) => {
                  setBoard(Number(optionValue));
                  setLane(undefined);
                }}
              >
                {boards.map(({ id, title }) => (
                  <Option key={id} value={String(id)}>
                    {title}
                  </Option>
                ))}
              </Dropdown>
            </FormRow>
          )}
          <FormRow label={t('panel.title')} name="laneId" required>
            <Dropdown
              value={lane?.title ?? ''}
              selectedOptions={lane ? [lane.id] : []}
              onOptionSelect={(_, { optionValue }) => setLane(optionValue)}
            >
              {board?.lanes.map(({ id, title }) => (
                <Option key={id} value={id}>
                  {title}
                </Option>
              ))}
            </Dropdown>
          </FormRow>
        </>
      )}
    </FormDialog>
  );
}
