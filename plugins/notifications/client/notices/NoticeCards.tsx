import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { makeStyles, tokens } from '@fluentui/react-components';
import { Alert20Regular, Dismiss16Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton, InToasts, ext, tint } from '@balcao/sdk/ui';
import type { LiveNotice } from '../../contract.ts';
import { isPageOf } from './decide.ts';

const showsFor = 7_000;

const useStyles = makeStyles({
  place: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    width: '360px',
    maxWidth: '100%',
    pointerEvents: 'none',
  },
  card: {
    position: 'relative',
    display: 'flex',
    alignItems: 'flex-start',
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: ext.raised,
    color: tokens.colorNeutralForeground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    boxShadow: tokens.shadow16,
    pointerEvents: 'auto',
    overflow: 'hidden',
    animationName: { from: { opacity: 0, transform: 'translateY(8px)' }, to: { opacity: 1, transform: 'none' } },
    animationDuration: tokens.durationNormal,
    animationTimingFunction: tokens.curveDecelerateMid,
    '@media (prefers-reduced-motion: reduce)': { animationDuration: '1ms' },
  },
  open: {
    display: 'flex',
    gap: '12px',
    flexGrow: 1,
    minWidth: 0,
    minHeight: '56px',
    padding: '12px 44px 12px 14px',
    border: 'none',
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
    ':hover': { backgroundColor: tint(4) },
    ':focus-visible': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '-3px',
      borderRadius: tokens.borderRadiusXLarge,
    },
  },
  icon: { display: 'flex', flexShrink: 0, color: tokens.colorBrandForeground1 },
  lines: { minWidth: 0, display: 'flex', flexDirection: 'column' },
  title: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
  },
  text: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '2',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    color: tokens.colorNeutralForeground2,
  },
  close: { position: 'absolute', top: '8px', right: '8px' },
});

export interface NoticeCardsProps {
  notices: readonly LiveNotice[];
  onLeave(id: string): void;
}

/**
 * Cards of recent notifications, above toasts; a click opens the page. A card disappears by itself unless it is hovered
 * or focused.
 */
export function NoticeCards({ notices, onLeave }: NoticeCardsProps) {
  const styles = useStyles();
  const t = useT();
  // Screen readers announce a live region only if it existed before its content, so it stays while it is empty.
  return (
    <InToasts>
      <div className={styles.place} role="status" aria-label={t('card.place')}>
        {notices.map((notice) => (
          <NoticeCard key={notice.id} notice={notice} onLeave={onLeave} />
        ))}
      </div>
    </InToasts>
  );
}

function NoticeCard({ notice, onLeave }: { notice: LiveNotice; onLeave(id: string): void }) {
  const styles = useStyles();
  const t = useT();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { id, title, body, preview, path } = notice;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  const stay = (): void => clearTimeout(timer.current);
  const go = (): void => {
    stay();
    timer.current = setTimeout(() => leave.current(id), showsFor);
  };
  useEffect(() => {
    timer.current = setTimeout(() => leave.current(id), showsFor);
    return () => clearTimeout(timer.current);
  }, [id]);
  const isThere = isPageOf(pathname + search, path);
  useEffect(() => {
    if (isThere) leave.current(id);
  }, [isThere, id]);
  return (
    <div className={styles.card} onPointerEnter={stay} onPointerLeave={go} onFocus={stay} onBlur={go}>
      <button
        type="button"
        className={styles.open}
        onClick={() => {
          onLeave(id);
          void navigate(path);
        }}
      >
        <span className={styles.icon}>
          <Alert20Regular aria-hidden="true" />
        </span>
        <span className={styles.lines}>
          <span className={styles.title}>{title}</span>
          <span className={styles.text}>{preview || body}</span>
        </span>
      </button>
      <span className={styles.close}>
        <IconButton size="small" icon={<Dismiss16Regular />} label={t('card.close')} onClick={() => onLeave(id)} />
      </span>
    </div>
  );
}
