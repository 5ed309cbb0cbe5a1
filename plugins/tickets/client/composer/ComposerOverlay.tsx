import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { ext } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  over: {
    position: 'absolute',
    left: '16px',
    right: '16px',
    bottom: 'calc(100% - 8px)',
    maxHeight: '320px',
    overflowY: 'auto',
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: ext.raised,
    boxShadow: tokens.shadow16,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    zIndex: 3,
    ':empty': { display: 'none' },
    '@media (max-width: 599px)': { left: '8px', right: '8px' },
  },
  narrow: { right: 'auto', width: 'min(320px, calc(100% - 32px))' },
});

/** An overlay above the field for what is typed; empty without content. */
export function ComposerOverlay({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  const styles = useStyles();
  return <div className={mergeClasses(styles.over, narrow && styles.narrow)}>{children}</div>;
}
