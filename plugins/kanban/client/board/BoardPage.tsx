import { makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api, useFormat, useSession, useT, useToasts, useViewport } from '@balcao/sdk/client';
import { ConfirmDialog, EmptyState, ErrorState, Page, SearchBox, SkeletonRows } from '@balcao/sdk/ui';
import { ConversationSide } from '../conversation/ConversationSide.tsx';
import { FollowUpDialog } from '../follow-up/FollowUpDialog.tsx';
import type { LaneCommand } from '../lane/lane-command.ts';
import { BoardDialog } from '../settings/BoardDialog.tsx';
import { NewCard } from '../card/NewCard.tsx';
import { LaneDialog } from '../settings/LaneDialog.tsx';
import { boardsQuery } from './boards-query.ts';
import { sumOf, type BoardCard, type LaneState } from './board-data.ts';
import { BoardHeader, type BoardCommand } from './BoardHeader.tsx';
import { BulkBar } from './BulkBar.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { Lanes } from './Lanes.tsx';
import { PeopleSheet } from './PeopleSheet.tsx';
import { useBoard } from './useBoard.ts';
import { useBoardPlace } from './useBoardFilter.ts';
import { ViewDialog } from './ViewDialog.tsx';

const useStyles = makeStyles({
  page: { display: 'flex', flexGrow: 1, minHeight: 0, height: '100%', position: 'relative' },
  main: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0, minHeight: 0 },
  wait: { padding: '24px' },
  search: { flexShrink: 0, padding: '8px 12px', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
});

type Open =
  | { what: BoardCommand }
  | { what: 'newCard' | 'editLane' | 'followUp'; lane: LaneState }
  | { what: 'view'; person: { id: number; name: string } };

/** The CRM: a board of lanes, with the conversation of a card beside it. */
export default function BoardPage() {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const { money, number } = useFormat();
  const { can } = useSession();
  const { touch } = useViewport();
  const navigate = useNavigate();
  const place = useBoardPlace();
  const boards = useQuery(boardsQuery);
  const settings = boards.data?.find(({ id }) => id === place.kanbanId) ?? boards.data?.[0];
  const handle = useBoard(settings?.id, place.filter, false);
  const { board } = handle;
  const [isFiltering, setFiltering] = useState(place.count > 0);
  const [isSearching, setSearching] = useState(place.filter.search !== '');
  const [open, setOpen] = useState<Open>();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const close = useCallback(() => setOpen(undefined), []);
  const { setUuid } = place;
  const openCard = useCallback((card: BoardCard) => setUuid(card.uuid), [setUuid]);
  const closeCard = useCallback(() => setUuid(undefined), [setUuid]);
  const toggle = useCallback(
    ({ id }: BoardCard) =>
      setChosen((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    [],
  );
  const { reload } = handle;
  const onLane = useCallback(
    (what: LaneCommand, lane: LaneState) => {
      if (what === 'add') setOpen({ what: 'newCard', lane });
      else if (what === 'edit') setOpen({ what: 'editLane', lane });
      else if (what === 'followUp') setOpen({ what: 'followUp', lane });
      else if (board) {
        const path = `/kanban-boards/${board.id}/lanes/${encodeURIComponent(lane.id)}`;
        const index = board.lanes.findIndex(({ id }) => id === lane.id);
        const work =
          what === 'remove'
            ? api.delete<{ moved: number }>(path).then(({ moved }) =>
                toasts.undo(t('lane.removed', { title: lane.title, count: moved }), () => {
                  void api.post(`${path}/restore`).then(reload, toasts.error);
                }),
              )
            : api.put(path, { position: Math.max(0, index + (what === 'left' ? -1 : 1)) });
        void work.then(reload, toasts.error);
      }
    },
    [board, reload, t, toasts],
  );
  const sum = board && sumOf(board);
  const card = useMemo(
    () => board?.lanes.flatMap(({ cards }) => cards).find(({ uuid }) => uuid === place.uuid),
    [board, place.uuid],
  );
  const mayManage = can('crm:view');
  const isEmpty = sum?.total === 0 && place.count === 0 && place.filter.search === '';
  return (
    <Page
      title={t('page.title')}
      canvas
      bare
      subtitle={sum && t('page.sum', { count: sum.total, shown: number(sum.total), value: money(sum.cents) })}
      actions={
        <BoardHeader
          boards={boards.data ?? []}
          board={settings}
          place={place}
          isFiltering={isFiltering}
          onFilter={() => setFiltering((before) => !before)}
          onView={(person) => setOpen({ what: 'view', person })}
          isSearching={isSearching}
          onSearch={() => setSearching((before) => !before)}
          onCommand={(what) => {
            if (what === 'numbers') void navigate(`/kanban/funnel${settings ? `?quadro=${settings.id}` : ''}`);
            else setOpen({ what });
          }}
        />
      }
    >
      <div className={styles.page}>
        <div className={styles.main}>
          {touch && isSearching && (
            <div className={styles.search}>
              <SearchBox
                autoFocus={place.filter.search === ''}
                value={place.filter.search}
                placeholder={t('page.search')}
                onChange={(search) => place.setFilter({ search })}
              />
            </div>
          )}
          {isFiltering && <FilterPanel filter={place.filter} count={place.count} onChange={place.setFilter} />}
          {(boards.error ?? handle.error) ? (
            <ErrorState
              title={t('page.failed')}
              error={boards.error ?? handle.error}
              onRetry={() => void (boards.error ? boards.refetch() : handle.retry())}
            />
          ) : board ? (
            <>
              {isEmpty && <EmptyState level={2} title={t('page.empty')} text={t('page.emptyText')} />}
              <Lanes
                board={board}
                handle={handle}
                isReadOnly={false}
                openUuid={place.uuid}
                chosen={chosen}
                onToggle={toggle}
                onOpen={openCard}
                hasLaneMenu={mayManage}
                onLane={onLane}
              />
            </>
          ) : (
            <div className={styles.wait}>
              <SkeletonRows rows={6} />
            </div>
          )}
        </div>
        {board && chosen.size > 0 && (
          <BulkBar board={board} chosen={chosen} onDone={handle.refresh} onClear={() => setChosen(new Set())} />
        )}
        {board && place.uuid !== undefined && (
          <ConversationSide
            uuid={place.uuid}
            board={board}
            card={card}
            onMove={handle.move}
            onValue={(id, valueCents) => handle.patch(id, { valueCents })}
            onOpen={setUuid}
            onClose={closeCard}
          />
        )}
      </div>
      {board && open?.what === 'addLane' && (
        <LaneDialog kanbanId={board.id} lane={undefined} onSaved={reload} onClose={close} />
      )}
      {board && open?.what === 'editLane' && (
        <LaneDialog kanbanId={board.id} lane={open.lane} onSaved={reload} onClose={close} />
      )}
      {board && open?.what === 'newCard' && (
        <NewCard kanbanId={board.id} lane={open.lane} onPlaced={handle.refresh} onOpen={setUuid} onClose={close} />
      )}
      {board && open?.what === 'followUp' && (
        <FollowUpDialog board={board} lane={open.lane} onSaved={reload} onClose={close} />
      )}
      {(open?.what === 'editBoard' || open?.what === 'addBoard') && (
        <BoardDialog
          board={open.what === 'editBoard' ? settings : undefined}
          onSaved={(id) => {
            reload();
            place.setBoard(id);
          }}
          onClose={close}
        />
      )}
      {board && open?.what === 'removeBoard' && (
        <ConfirmDialog
          open
          title={t('boards.removeTitle', { title: board.title })}
          text={t('boards.removeText')}
          confirmLabel={t('boards.removeVerb')}
          onConfirm={async () => {
            await api.delete(`/kanban-boards/${board.id}`);
            const next = boards.data?.find(({ isDefault }) => isDefault);
            if (next) place.setBoard(next.id);
            reload();
          }}
          onClose={close}
        />
      )}
      {open?.what === 'people' && (
        <PeopleSheet
          view={place.filter.view}
          onView={(view) => place.setFilter({ view, ...(view !== 'all' && { users: '' }) })}
          onPerson={(person) => setOpen({ what: 'view', person })}
          onClose={close}
        />
      )}
      {board && open?.what === 'view' && (
        <ViewDialog kanbanId={board.id} filter={place.filter} person={open.person} onClose={close} />
      )}
    </Page>
  );
}
