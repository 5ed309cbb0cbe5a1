import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  CheckmarkCircle20Filled,
  Dismiss16Regular,
  ErrorCircle20Filled,
  Info20Filled,
  Warning20Filled,
} from '@fluentui/react-icons';
import { dismissToast, pauseToasts, useT, useToastNotices } from '@balcao/sdk/client';
import type { ToastNotice } from '@balcao/sdk/client';
import { IconButton, ext, toastsId } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  place: {
    position: 'fixed',
    left: '16px',
    bottom: 'calc(16px + env(safe-area-inset-bottom))',
    zIndex: 2_000_000,
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    width: '380px',
    maxWidth: 'calc(100vw - 32px)',
    pointerEvents: 'none',
    // Above text fields and the buttons of a dialog.
    '@media (max-width: 599px)': { left: '12px', bottom: 'calc(108px + env(safe-area-inset-bottom))' },
  },
  further: { display: 'contents' },
  toast: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '10px',
    padding: '10px 8px 10px 14px',
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: ext.raised,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow16,
    pointerEvents: 'auto',
    width: 'fit-content',
    maxWidth: '100%',
    boxSizing: 'border-box',
    animationName: { from: { opacity: 0, transform: 'translateY(8px)' }, to: { opacity: 1, transform: 'none' } },
    animationDuration: tokens.durationFast,
    animationTimingFunction: tokens.curveDecelerateMid,
  },
  icon: { display: 'flex', flexShrink: 0, paddingBlock: '2px' },
  success: { color: ext.ok },
  info: { color: ext.info },
  warning: { color: ext.warn },
  error: { color: ext.bad },
  undo: { color: tokens.colorNeutralForeground3 },
  text: { paddingBlock: '2px', minWidth: 0, overflowWrap: 'anywhere' },
  undoButton: { minWidth: 0, color: tokens.colorBrandForeground1, fontWeight: tokens.fontWeightSemibold },
});

const icons = {
  success: CheckmarkCircle20Filled,
  info: Info20Filled,
  warning: Warning20Filled,
  error: ErrorCircle20Filled,
  undo: Info20Filled,
} as const;

/** Messages about recent actions, bottom left, with Desfazer where undo is possible. They stay while hovered. */
export function Toasts() {
  const styles = useStyles();
  const notices = useToastNotices();
  return (
    <div
      className={styles.place}
      onPointerEnter={() => pauseToasts(true)}
      onPointerMove={() => pauseToasts(true)}
      onPointerLeave={() => pauseToasts(false)}
      onFocus={() => pauseToasts(true)}
      onBlur={() => pauseToasts(false)}
    >
      <div id={toastsId} className={styles.further} />
      {notices.map((notice) => (
        <ToastCard key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function ToastCard({ notice }: { notice: ToastNotice }) {
  const t = useT('shell');
  const styles = useStyles();
  const Icon = icons[notice.kind];
  return (
    <div className={styles.toast} role={notice.kind === 'error' || notice.kind === 'warning' ? 'alert' : 'status'}>
      <span className={mergeClasses(styles.icon, styles[notice.kind])}>
        <Icon aria-hidden="true" />
      </span>
      <span className={styles.text}>{notice.text}</span>
      {notice.onUndo && (
        <Button
          size="small"
          appearance="transparent"
          className={styles.undoButton}
          onClick={() => {
            notice.onUndo?.();
            dismissToast(notice.id);
          }}
        >
          {t('ui.undo')}
        </Button>
      )}
      <IconButton
        size="small"
        icon={<Dismiss16Regular />}
        label={t('ui.close')}
        onClick={() => dismissToast(notice.id)}
      />
    </div>
  );
}
