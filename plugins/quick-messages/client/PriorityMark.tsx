import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { Priority } from '../contract.ts';

const useStyles = makeStyles({
  mark: { display: 'inline-flex', alignItems: 'center', gap: '6px', whiteSpace: 'nowrap' },
  dot: { width: '8px', height: '8px', borderRadius: '50%', flexShrink: 0 },
  1: { backgroundColor: ext.bad },
  2: { backgroundColor: tokens.colorPaletteDarkOrangeForeground3 },
  3: { backgroundColor: tokens.colorNeutralStrokeAccessible },
});

/** A priority's colour with its name, which is for screen readers only in compact places. */
export function PriorityMark({ priority, compact }: { priority: Priority; compact?: boolean }) {
  const styles = useStyles();
  const t = useT();
  const name = t(`priority.${priority}`);
  const dot = <span className={mergeClasses(styles.dot, styles[priority])} aria-hidden="true" />;
  if (!compact) {
    return (
      <span className={styles.mark}>
        {dot}
        {name}
      </span>
    );
  }
  return (
    <span className={styles.mark} role="img" aria-label={t('priority.mark', { name })} title={name}>
      {dot}
    </span>
  );
}
