import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { Announcement } from '../contract.ts';

const useStyles = makeStyles({
  place: { display: 'inline-flex', alignItems: 'center', gap: '6px', whiteSpace: 'nowrap' },
  dot: { width: '8px', height: '8px', borderRadius: '50%', flexShrink: 0 },
  p1: { backgroundColor: ext.bad },
  p2: { backgroundColor: tokens.colorPaletteMarigoldBackground3 },
  p3: { backgroundColor: tokens.colorNeutralForeground3 },
});

/** The priority as a dot and a word. */
export function Priority({ priority, className }: { priority: Announcement['priority']; className?: string }) {
  const t = useT();
  const styles = useStyles();
  return (
    <span className={mergeClasses(styles.place, className)}>
      <span className={mergeClasses(styles.dot, styles[`p${priority}`])} aria-hidden="true" />
      {t(`priority.${priority}`)}
    </span>
  );
}
