import type { ReactNode } from 'react';
import { OverlayDrawer, makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import { useCloseOnBack, useRestoreFocus, useT, useViewport } from '../index.ts';
import { IconButton } from './IconButton.tsx';
import { useUnhidePage } from './unhide-page.ts';

export interface SideSheetProps {
  open: boolean;
  title: string;
  onClose(): void;
  /** Buttons left of the close button. */
  actions?: ReactNode;
  /** Tinted footer that stays while the body scrolls. */
  footer?: ReactNode;
  /** In px; 400 if absent. Fills the screen under 600 px. */
  width?: number;
  children: ReactNode;
}

const useStyles = makeStyles({
  sheet: { maxWidth: '100vw', '@media (max-width: 599px)': { width: '100vw' } },
  close: { position: 'absolute', top: '12px', right: '12px' },
  column: { width: '100%', position: 'relative', display: 'flex', flexDirection: 'column', height: '100%' },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '56px',
    padding: '0 52px 0 20px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    flexShrink: 0,
  },
  title: {
    margin: 0,
    flexGrow: 1,
    minWidth: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  body: { flexGrow: 1, minHeight: 0, overflowY: 'auto', padding: '20px' },
  foot: {
    display: 'flex',
    justifyContent: 'flex-end',
    gap: '8px',
    padding: '12px 20px calc(12px + env(safe-area-inset-bottom))',
    backgroundColor: tokens.colorNeutralBackground2,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

/** A panel at the right for content beside the page: details, long forms, history. */
export function SideSheet({ open, title, onClose, actions, footer, width = 400, children }: SideSheetProps) {
  const t = useT('shell');
  useUnhidePage();
  useRestoreFocus(open);
  useCloseOnBack(onClose, open);
  const styles = useStyles();
  const { touch } = useViewport();
  return (
    <OverlayDrawer
      className={styles.sheet}
      position="end"
      open={open}
      style={touch ? {} : { width }}
      aria-label={title}
      onOpenChange={(_, data) => {
        if (!data.open) onClose();
      }}
    >
      <div className={styles.column}>
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {actions}
        </div>
        <div className={styles.body}>{children}</div>
        {footer && <div className={styles.foot}>{footer}</div>}
        {/* Last, so that the sheet opens with the focus on its content. */}
        <IconButton
          className={styles.close}
          icon={<Dismiss20Regular />}
          label={t('ui.close')}
          shortcut="Escape"
          onClick={onClose}
        />
      </div>
    </OverlayDrawer>
  );
}
