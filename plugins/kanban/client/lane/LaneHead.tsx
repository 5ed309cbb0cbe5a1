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
import { MoreHorizontal20Regular, Timer16Regular, Warning16Regular } from '@fluentui/react-icons';
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
  rule: { overflow: 'hidden', textOverflow: 'ellipsis' },
});

interface LaneHeadProps {
  lane: LaneState;
  isTitled: boolean;
  onCommand?: ((what: LaneCommand, lane: LaneState) => void) | undefined;
}

/** The title of a lane with the number and the sum of its cards, its follow-up and its menu. */
export function LaneHead({ lane, isTitled, onCommand }: LaneHeadProps) {
  const styles = useStyles();
  const t = useT();
  const { money } = useFormat();
  const rule = useRuleText(lane);
  const isOver = lane.cardLimit !== null && lane.total > lane.cardLimit;
  return (
    <header className={styles.head}>
      <div className={styles.row}>
        {lane.color !== '' && <Dot color={lane.color} size={8} />}
        {isTitled && (
          <h2 className={styles.title} title={lane.title}>
            {lane.title}
          </h2>
        )}
        <span className={mergeClasses(styles.count, isOver && styles.over)}>
          {isOver ? t('lane.over', { total: lane.total, limit: lane.cardLimit ?? 0 }) : lane.total}
          {isOver && <Warning16Regular aria-hidden />}
        </span>
        {onCommand && (
          <Menu positioning="below-end">
            <MenuTrigger disableButtonEnhancement>
              <IconButton
                size="small"
                icon={<MoreHorizontal20Regular />}
                label={t('lane.menu', { title: lane.title })}
              />
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                <MenuItem onClick={() => onCommand('edit', lane)}>{t('lane.edit')}</MenuItem>
                <MenuItem onClick={() => onCommand('followUp', lane)}>{t('lane.followUp')}</MenuItem>
                <MenuItem onClick={() => onCommand('left', lane)}>{t('lane.left')}</MenuItem>
                <MenuItem onClick={() => onCommand('right', lane)}>{t('lane.right')}</MenuItem>
                <MenuItem onClick={() => onCommand('remove', lane)}>{t('lane.remove')}</MenuItem>
              </MenuList>
            </MenuPopover>
          </Menu>
        )}
      </div>
      <div className={styles.facts}>
        <span>{money(lane.cents)}</span>
        {rule !== undefined && (
          <>
            <span aria-hidden>·</span>
            <Timer16Regular aria-hidden />
            <span className={styles.rule} title={rule}>
              {rule}
            </span>
          </>
        )}
      </div>
    </header>
  );
}
