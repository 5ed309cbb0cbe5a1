import {
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { Add20Regular, MoreHorizontal20Regular, Timer16Regular, Warning16Regular } from '@fluentui/react-icons';
import { useFormat, useT } from '@balcao/sdk/client';
import { Dot, IconButton, ext } from '@balcao/sdk/ui';
import type { LaneState } from '../board/board-data.ts';
import type { LaneCommand } from './lane-command.ts';
import { useRuleText } from './useRuleText.ts';

const useStyles = makeStyles({
  head: { padding: '10px 8px 8px 13px', flexShrink: 0 },
  row: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '24px' },
  title: {
    margin: 0,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  count: { flexGrow: 1, color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
  over: { color: ext.warn, display: 'flex', alignItems: 'center', gap: '4px' },
  facts: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
  },
  // On a phone the chip above has the title and the number.
  alone: { flexGrow: 1, minWidth: 0 },
  timer: { flexShrink: 0 },
  rule: { overflow: 'hidden', textOverflow: 'ellipsis' },
});

interface LaneHeadProps {
  lane: LaneState;
  isTitled: boolean;
  /** The person may change lanes. */
  hasMenu: boolean;
  /** Absent: the board can only be looked at. */
  onCommand?: ((what: LaneCommand, lane: LaneState) => void) | undefined;
}

/** The title of a lane with the number and the sum of its cards, its follow-up, the button for a new card and its menu. */
export function LaneHead({ lane, isTitled, hasMenu, onCommand }: LaneHeadProps) {
  const styles = useStyles();
  const t = useT();
  const { money } = useFormat();
  const rule = useRuleText(lane);
  const isOver = lane.cardLimit !== null && lane.total > lane.cardLimit;
  const title = isTitled && (
    <>
      {lane.color !== '' && <Dot color={lane.color} size={8} />}
      <h2 className={styles.title} title={lane.title}>
        {lane.title}
      </h2>
    </>
  );
  const count = (isTitled || isOver) && (
    <span className={mergeClasses(isTitled && styles.count, isOver && styles.over)}>
      {isOver ? t('lane.over', { total: lane.total, limit: lane.cardLimit ?? 0 }) : lane.total}
      {isOver && <Warning16Regular aria-hidden />}
    </span>
  );
  const facts = (
    <div className={mergeClasses(styles.facts, !isTitled && styles.alone)}>
      <span>{money(lane.cents)}</span>
      {rule !== undefined && (
        <>
          <span aria-hidden>·</span>
          <Timer16Regular className={styles.timer} aria-hidden />
          <span className={styles.rule} title={rule}>
            {rule}
          </span>
        </>
      )}
    </div>
  );
  return (
    <header className={styles.head}>
      <div className={styles.row}>
        {title}
        {count}
        {!isTitled && facts}
        {onCommand && (
          <IconButton
            size="small"
            icon={<Add20Regular />}
            label={t('lane.newCard', { title: lane.title })}
            onClick={() => onCommand('add', lane)}
          />
        )}
        {hasMenu && onCommand && <LaneMenu lane={lane} onCommand={onCommand} />}
      </div>
      {isTitled && facts}
    </header>
  );
}

const commands = ['edit', 'followUp', 'left', 'right', 'remove'] as const;

function LaneMenu({ lane, onCommand }: { lane: LaneState; onCommand(what: LaneCommand, lane: LaneState): void }) {
  const t = useT();
  return (
    <Menu positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <IconButton size="small" icon={<MoreHorizontal20Regular />} label={t('lane.menu', { title: lane.title })} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {commands.map((what) => (
            <MenuItem key={what} onClick={() => onCommand(what, lane)}>
              {t(`lane.${what}`)}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
