import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  line: { display: 'flex', alignItems: 'center', justifyContent: 'center', paddingBlock: '12px 4px', gap: '12px' },
  pill: {
    padding: '2px 10px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: ext.bubbleIn,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightMedium,
  },
  rule: { flexGrow: 1, height: '1px', backgroundColor: `color-mix(in srgb, ${ext.unread} 45%, transparent)` },
  unread: { color: tokens.colorBrandForeground1, border: 'none', backgroundColor: 'transparent', paddingInline: 0 },
});

/** The line above the first message of a day. */
export function DayLine({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.line} role="separator">
      <span className={styles.pill}>{children}</span>
    </div>
  );
}

/** The line above the first message that was unread on opening. */
export function UnreadLine({ count }: { count: number }) {
  const styles = useStyles();
  const t = useT();
  return (
    <div className={styles.line} role="separator">
      <span className={styles.rule} />
      <span className={mergeClasses(styles.pill, styles.unread)}>{t('chat.unread', { count })}</span>
      <span className={styles.rule} />
    </div>
  );
}
