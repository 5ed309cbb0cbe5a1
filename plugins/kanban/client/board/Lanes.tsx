import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useMemo, useRef, useState, type MouseEvent } from 'react';
import { useT, useViewport } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { CardMenu } from '../card/CardMenu.tsx';
import { ValueEditor } from '../card/ValueEditor.tsx';
import type { LaneCommand } from '../lane/lane-command.ts';
import { LaneSlot } from '../lane/LaneSlot.tsx';
import { BoardRules } from '../lane/useRuleText.ts';
import { isCard } from '../move/drag-data.ts';
import { MoveMenu } from '../move/MoveMenu.tsx';
import { useBoardDrop } from '../move/useBoardDrop.ts';
import { cardOf, type BoardCard, type BoardState, type LaneState } from './board-data.ts';
import { useCardActions } from './card-actions.ts';
import type { BoardHandle } from './useBoard.ts';
import { useBoardKeys } from './useBoardKeys.ts';

const useStyles = makeStyles({
  lanes: {
    flexGrow: 1,
    minHeight: 0,
    minWidth: 0,
    display: 'flex',
    alignItems: 'flex-start',
    gap: '12px',
    overflowX: 'auto',
    padding: '16px 24px',
    boxSizing: 'border-box',
  },
  // One lane fills the screen of a phone, and a swipe shows the next.
  swiped: {
    padding: '0',
    gap: 0,
    scrollSnapType: 'x mandatory',
    alignItems: 'stretch',
  },
  chips: {
    display: 'flex',
    flexShrink: 0,
    gap: '8px',
    overflowX: 'auto',
    padding: '8px 12px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  chip: {
    flexShrink: 0,
    height: '40px',
    padding: '0 14px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: ext.raised,
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
  },
  chipCount: { color: tokens.colorNeutralForeground3, fontWeight: tokens.fontWeightRegular },
  current: {
    border: `1px solid ${tokens.colorCompoundBrandStroke}`,
    color: tokens.colorBrandForeground1,
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: ext.selected,
  },
  whole: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, minWidth: 0 },
});

const nothing: ReadonlySet<number> = new Set();
/** A board with more lanes draws only those near the window. */
const maxDrawn = 12;

interface LanesProps {
  board: BoardState;
  handle: BoardHandle;
  isReadOnly: boolean;
  openUuid?: string | undefined;
  chosen?: ReadonlySet<number>;
  onToggle?(card: BoardCard): void;
  onOpen?(card: BoardCard): void;
  /** The person may change lanes. */
  hasLaneMenu?: boolean;
  onLane?(what: LaneCommand, lane: LaneState): void;
}

interface At {
  card: BoardCard;
  target: HTMLElement;
  what: 'menu' | 'move' | 'value';
}

/** The lanes of a board side by side; one at a time on a phone. */
export function Lanes({
  board,
  handle,
  isReadOnly,
  openUuid,
  chosen = nothing,
  onToggle,
  onOpen,
  hasLaneMenu = false,
  onLane,
}: LanesProps) {
  const styles = useStyles();
  const t = useT();
  const { touch } = useViewport();
  const root = useRef<HTMLDivElement>(null);
  const chips = useRef<HTMLElement>(null);
  const [at, setAt] = useState<At>();
  const [shown, setShown] = useState(0);
  useEffect(() => {
    chips.current?.children[shown]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown]);
  const [dragged, setDragged] = useState<BoardCard>();
  const { move, moveAway, patch, holders, hold, more } = handle;
  const openMenu = (card: BoardCard, target: HTMLElement): void => setAt({ card, target, what: 'move' });
  const toggle = (card: BoardCard): void => onToggle?.(card);
  const keys = useBoardKeys({ board, move, openMenu, toggle });
  useBoardDrop(isReadOnly ? undefined : board, move);
  useEffect(() => {
    const element = root.current;
    if (!element || isReadOnly) return;
    return autoScrollForElements({ element, canScroll: ({ source }) => isCard(source.data) });
  }, [isReadOnly]);
  const rules = useMemo(() => ({ isOn: board.followUp, lanes: board.lanes }), [board.followUp, board.lanes]);
  const press = (event: MouseEvent, card: BoardCard): boolean => {
    if (!onToggle || (!event.ctrlKey && !event.shiftKey && chosen.size === 0)) return false;
    onToggle(card);
    return true;
  };
  const close = (): void => {
    const id = at?.card.id;
    setAt(undefined);
    if (id !== undefined) keys.focusCard(id);
  };
  const open = (card: BoardCard): void => onOpen?.(card);
  const actions = useCardActions({
    open,
    keyDown: keys.onKeyDown,
    focus: keys.onFocus,
    press,
    menu: (card, target) => setAt({ card, target, what: 'menu' }),
    value: (card, target) => setAt({ card, target, what: 'value' }),
    drag: (card) => {
      setDragged(card);
      hold(card?.id ?? null);
    },
    more,
    focused: keys.onFocused,
    lane: (what, lane) => onLane?.(what, lane),
  });
  const laneOf = (id: number | undefined): string | undefined =>
    id === undefined ? undefined : cardOf(board, id)?.laneId;
  const [activeLane, focusLane] = [laneOf(keys.activeId), laneOf(keys.focusId)];
  const isVirtual = board.lanes.length > maxDrawn;
  return (
    <BoardRules value={rules}>
      <div className={styles.whole}>
        {touch && (
          <nav ref={chips} className={styles.chips} aria-label={t('lane.all')}>
            {board.lanes.map((lane, index) => (
              <button
                key={lane.id}
                type="button"
                className={mergeClasses(styles.chip, index === shown && styles.current)}
                aria-current={index === shown}
                onClick={() => root.current?.children[index]?.scrollIntoView({ behavior: 'instant', inline: 'start' })}
              >
                {lane.title} <span className={styles.chipCount}>{lane.total}</span>
              </button>
            ))}
          </nav>
        )}
        <div
          ref={root}
          className={mergeClasses(styles.lanes, touch && styles.swiped)}
          tabIndex={-1}
          onBlur={keys.onBlur}
          onScroll={(event) => {
            const { scrollLeft, clientWidth } = event.currentTarget;
            if (touch) setShown(Math.round(scrollLeft / Math.max(1, clientWidth)));
          }}
        >
          {board.lanes.map((lane, index) => (
            <LaneSlot
              key={lane.id}
              index={index}
              isVirtual={isVirtual}
              isKept={lane.id === focusLane || lane.id === dragged?.laneId}
              lane={lane}
              isReadOnly={isReadOnly}
              touch={touch}
              openUuid={openUuid}
              chosen={chosen}
              holders={holders}
              activeId={lane.id === activeLane ? keys.activeId : undefined}
              focusId={lane.id === focusLane ? keys.focusId : undefined}
              draggedId={lane.id === dragged?.laneId ? dragged.id : undefined}
              actions={actions}
              hasMenu={hasLaneMenu}
            />
          ))}
        </div>
      </div>
      {at?.what === 'menu' && !touch && (
        <CardMenu
          card={at.card}
          target={at.target}
          onOpen={() => open(at.card)}
          onMove={() => setAt({ ...at, what: 'move' })}
          onValue={() => setAt({ ...at, what: 'value' })}
          onChoose={() => toggle(at.card)}
          onFollowUp={(followUp) => patch(at.card.id, { followUp })}
          onClose={() => setAt((present) => (present?.what === 'menu' ? undefined : present))}
        />
      )}
      {(at?.what === 'move' || (at?.what === 'menu' && touch)) && (
        <MoveMenu
          board={board}
          card={at.card}
          laneId={at.card.laneId}
          title={at.card.contact.name}
          target={at.target}
          onPick={({ kanbanId, ...to }) =>
            kanbanId === undefined ? move(at.card.id, to.laneId, to.before) : moveAway(at.card.id, { ...to, kanbanId })
          }
          onOpen={() => open(at.card)}
          onValue={() => setAt({ ...at, what: 'value' })}
          {...(onToggle && { onChoose: () => toggle(at.card) })}
          onFollowUp={(followUp) => patch(at.card.id, { followUp })}
          onClose={close}
        />
      )}
      {at?.what === 'value' && (
        <ValueEditor
          card={at.card}
          target={at.target}
          onSaved={(valueCents) => patch(at.card.id, { valueCents })}
          onClose={close}
        />
      )}
    </BoardRules>
  );
}
