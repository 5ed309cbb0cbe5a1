import type { ReactNode } from 'react';
import {
  DialogSurface,
  DialogTitle,
  makeStyles,
  mergeClasses,
  tokens,
  useDialogContext_unstable,
} from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import { useCloseOnBack, useRestoreFocus, useT } from '../index.ts';
import { IconButton } from './IconButton.tsx';
import { useUnhidePage } from './unhide-page.ts';

const useStyles = makeStyles({
  surface: {
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusXLarge,
    width: 'calc(100vw - 32px)',
    maxHeight: 'calc(100dvh - 48px)',
    overflow: 'hidden',
    '@media (max-width: 599px)': {
      width: '100vw',
      maxWidth: '100vw',
      height: '100dvh',
      maxHeight: '100dvh',
      borderRadius: 0,
      paddingBottom: 'env(safe-area-inset-bottom)',
    },
  },
  small: {
    '@media (max-width: 599px)': {
      width: 'calc(100vw - 32px)',
      height: 'fit-content',
      maxHeight: 'calc(100dvh - 48px)',
      borderRadius: tokens.borderRadiusXLarge,
    },
  },
  column: { position: 'relative', display: 'flex', flexDirection: 'column', maxHeight: 'inherit', height: '100%' },
  head: { display: 'flex', alignItems: 'flex-start', gap: '8px', padding: '16px 12px 8px 20px', flexShrink: 0 },
  names: { flexGrow: 1, minWidth: 0, paddingRight: '40px' },
  close: { position: 'absolute', top: '12px', right: '12px' },
  title: {
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    paddingTop: '4px',
  },
  subtitle: { margin: '2px 0 0', color: tokens.colorNeutralForeground3 },
  body: { padding: '8px 20px 20px', overflowY: 'auto', flexGrow: 1, minHeight: 0 },
  foot: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '8px',
    padding: '12px 20px',
    backgroundColor: tokens.colorNeutralBackground2,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    flexShrink: 0,
    '@media (max-width: 599px)': { '& > button': { flex: '1 1 0', minHeight: '44px' } },
  },
  aside: { marginRight: 'auto', minWidth: 0 },
});

export interface DialogFrameProps {
  title: string;
  subtitle?: ReactNode;
  width?: number;
  /** Stays a card on a phone instead of filling the screen. */
  small?: boolean;
  onClose(): void;
  onSubmit?: () => void;
  /** Content at the left end of the footer. */
  aside?: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}

/** The frame of every dialog: title, scrolling body, tinted footer. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, subtitle, width = 520, small, onClose, onSubmit, aside, footer, children } = props;
  const t = useT('shell');
  useUnhidePage();
  // The dialog is still rendered for a moment after it was closed.
  const isOpen = useDialogContext_unstable((dialog) => dialog.open);
  useRestoreFocus(isOpen);
  useCloseOnBack(onClose, isOpen);
  const styles = useStyles();
  const inner = (
    <>
      <div className={styles.head}>
        <div className={styles.names}>
          <DialogTitle className={styles.title} action={null}>
            {title}
          </DialogTitle>
          {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
        </div>
      </div>
      <div className={styles.body}>{children}</div>
      <div className={styles.foot}>
        {aside && <div className={styles.aside}>{aside}</div>}
        {footer}
      </div>
      {/* Last, so that a dialog opens with the focus on its content. */}
      <IconButton
        className={styles.close}
        icon={<Dismiss20Regular />}
        label={t('ui.close')}
        shortcut="Escape"
        onClick={onClose}
      />
    </>
  );
  return (
    <DialogSurface
      className={mergeClasses(styles.surface, small && styles.small)}
      style={{ maxWidth: width }}
      backdrop={{ appearance: 'dimmed' }}
    >
      {onSubmit ? (
        <form
          className={styles.column}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            onSubmit();
          }}
        >
          {inner}
        </form>
      ) : (
        <div className={styles.column}>{inner}</div>
      )}
    </DialogSurface>
  );
}
