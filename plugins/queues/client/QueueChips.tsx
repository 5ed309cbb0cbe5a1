import { ToggleButton, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Checkmark12Filled } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { Dot, SkeletonRows, ext } from '@balcao/sdk/ui';
import type { Queue } from '../contract.ts';

export interface QueueChipsProps {
  /** Undefined while loading. */
  queues: readonly Queue[] | undefined;
  chosen: readonly number[];
  onToggle(id: number): void;
  'aria-labelledby'?: string;
}

const useStyles = makeStyles({
  chips: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '6px',
    maxHeight: '148px',
    overflowY: 'auto',
    padding: '2px',
    // On phones the whole form scrolls.
    '@media (max-width: 599px)': { maxHeight: 'none' },
  },
  chip: {
    minWidth: 0,
    height: '28px',
    paddingInline: '10px',
    gap: '7px',
    borderRadius: tokens.borderRadiusCircular,
    fontWeight: tokens.fontWeightRegular,
    '@media (max-width: 599px)': { height: '40px', paddingInline: '14px' },
  },
  chosen: { backgroundColor: ext.selected, fontWeight: tokens.fontWeightMedium },
  none: { color: tokens.colorNeutralForeground3 },
});

/** The queues, some of them selected. */
export function QueueChips({ queues, chosen, onToggle, ...names }: QueueChipsProps) {
  const t = useT();
  const styles = useStyles();
  return (
    <div role="group" aria-labelledby={names['aria-labelledby']} className={styles.chips}>
      {!queues && <SkeletonRows rows={1} height={28} />}
      {queues?.length === 0 && <span className={styles.none}>{t('user.none')}</span>}
      {queues?.map(({ id, name, color }) => {
        const isChosen = chosen.includes(id);
        return (
          <ToggleButton
            key={id}
            size="small"
            checked={isChosen}
            className={mergeClasses(styles.chip, isChosen && styles.chosen)}
            onClick={() => onToggle(id)}
          >
            {isChosen ? <Checkmark12Filled aria-hidden="true" style={{ color }} /> : <Dot color={color} square />}
            {name}
          </ToggleButton>
        );
      })}
    </div>
  );
}
