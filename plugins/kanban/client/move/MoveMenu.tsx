import { Input, Popover, PopoverSurface, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowDownload16Regular,
  ArrowRight16Regular,
  ArrowUpload16Regular,
  Board16Regular,
  Checkmark16Regular,
} from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { useT, useViewport } from '@balcao/sdk/client';
import { Kbd, ext } from '@balcao/sdk/ui';
import type { BoardCard, BoardState } from '../board/board-data.ts';
import { boardsQuery } from '../board/boards-query.ts';
import { entriesOf } from './entries.ts';
import type { Entry, MoveChoice } from './entry.ts';
import { MoveSheet, type CardSheetActions } from './MoveSheet.tsx';

const useStyles = makeStyles({
  surface: { padding: '6px', width: '264px' },
  list: { maxHeight: '320px', overflowY: 'auto', marginTop: '4px' },
  option: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '0 10px',
    height: '32px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    color: tokens.colorNeutralForeground1,
  },
  touch: { height: '48px', fontSize: tokens.fontSizeBase400 },
  whole: { maxHeight: 'none', overflowY: 'visible' },
  hereTouch: {
    color: tokens.colorBrandForeground1,
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: ext.selected,
  },
  active: { backgroundColor: ext.selected, outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  here: { color: tokens.colorNeutralForeground3 },
  icon: { width: '16px', flexShrink: 0, display: 'flex' },
  title: { flexGrow: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  count: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
  ends: { borderTop: `1px solid ${tokens.colorNeutralStroke2}`, marginTop: '4px', paddingTop: '4px' },
  foot: {
    display: 'flex',
    gap: '6px',
    alignItems: 'center',
    marginTop: '4px',
    padding: '6px 10px 2px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
});

interface MoveMenuProps extends CardSheetActions {
  board: BoardState;
  /** The lane of the card; undefined: cards of several lanes. */
  laneId: string | undefined;
  /** The card; absent: several. On a phone its other actions are here too. */
  card?: BoardCard;
  /** The name of the contact, or the number of cards. */
  title: string;
  /** The element beside which it opens. */
  target: HTMLElement;
  onPick(choice: MoveChoice): void;
  onClose(): void;
}

/** Asks for the lane to move cards to: by typing, by arrows or by touch. */
export function MoveMenu(props: MoveMenuProps) {
  const { board, laneId, card, title, target, onPick, onFollowUp, onOpen, onValue, onChoose, onClose } = props;
  const styles = useStyles();
  const t = useT();
  const { touch } = useViewport();
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { data: boards = [] } = useQuery(boardsQuery);
  const entries = useMemo(
    () => entriesOf(board, boards, laneId, text, { first: t('move.first'), last: t('move.last') }),
    [board, boards, laneId, t, text],
  );
  const pick = (entry: Entry | undefined): void => {
    if (!entry || entry.icon === 'here') return;
    onClose();
    const { key: _key, icon: _icon, count: _count, ...choice } = entry;
    onPick(choice);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((before) => (before + step + entries.length) % Math.max(1, entries.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      pick(entries[active]);
    }
  };
  const icons = {
    here: <Checkmark16Regular />,
    lane: touch ? <ArrowRight16Regular /> : null,
    first: <ArrowUpload16Regular />,
    last: <ArrowDownload16Regular />,
    board: <Board16Regular />,
  };
  const shown = touch ? entries.filter(({ icon }) => icon !== 'first' && icon !== 'last') : entries;
  const list = (
    <div
      role="listbox"
      id={listId}
      aria-label={t('move.to')}
      className={mergeClasses(styles.list, touch && styles.whole)}
    >
      {shown.map((entry, index) => (
        <div
          key={entry.key}
          id={`${listId}-${entry.key}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          aria-disabled={entry.icon === 'here'}
          className={mergeClasses(
            styles.option,
            touch && styles.touch,
            !touch && index === active && styles.active,
            entry.icon === 'here' && (touch ? styles.hereTouch : styles.here),
          )}
          onPointerEnter={() => setActive(index)}
          onClick={() => pick(entry)}
          onKeyDown={onKeyDown}
        >
          <span className={styles.icon}>{icons[entry.icon]}</span>
          <span className={styles.title}>{entry.title}</span>
          {entry.count !== undefined && <span className={styles.count}>{entry.count}</span>}
        </div>
      ))}
    </div>
  );
  if (touch)
    return (
      <MoveSheet
        title={title}
        card={card}
        ends={entries.filter(({ icon }) => icon === 'first' || icon === 'last')}
        onPick={pick}
        onFollowUp={onFollowUp}
        onOpen={onOpen}
        onValue={onValue}
        onChoose={onChoose}
        onClose={onClose}
      >
        {list}
      </MoveSheet>
    );
  return (
    <Popover
      open
      trapFocus
      positioning={{ target, position: 'below', align: 'start', fallbackPositions: ['above', 'after', 'before'] }}
      onOpenChange={(_, { open }) => !open && onClose()}
    >
      <PopoverSurface className={styles.surface} aria-label={t('move.title', { name: title })}>
        <Input
          autoFocus
          appearance="filled-darker"
          style={{ width: '100%' }}
          placeholder={t('move.to')}
          aria-label={t('move.title', { name: title })}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={entries[active] && `${listId}-${entries[active].key}`}
          contentAfter={<Kbd keys="m" />}
          value={text}
          onChange={(_, { value }) => {
            setText(value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        {list}
        <div className={styles.foot}>
          <Kbd keys="mod+shift+ArrowRight" /> {t('move.nextLane')}
        </div>
      </PopoverSurface>
    </Popover>
  );
}
