import type { ReactNode } from 'react';
import { Button, Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowClockwise20Regular, Dismiss20Regular, Sparkle16Filled } from '@fluentui/react-icons';
import { useErrorText, useT, useViewport } from '@balcao/sdk/client';
import { Bar, IconButton, Kbd, ext } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    // Most of the conversation stays in sight, also above the keyboard of a phone.
    maxHeight: 'min(340px, 42dvh)',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: '10px',
    backgroundColor: ext.raised,
    boxShadow: tokens.shadow2,
    containerType: 'inline-size',
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '36px',
    padding: '2px 6px 2px 14px',
    flexShrink: 0,
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold, whiteSpace: 'nowrap' },
  brand: { color: tokens.colorCompoundBrandForeground1, flexShrink: 0 },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, whiteSpace: 'nowrap' },
  grow: { flexGrow: 1 },
  keys: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    marginRight: '4px',
    '@container (max-width: 519px)': { display: 'none' },
  },
  body: { overflowY: 'auto', minHeight: 0, padding: '0 6px 6px', display: 'flex', flexDirection: 'column', gap: '6px' },
  lines: { display: 'flex', flexDirection: 'column', gap: '10px', padding: '6px 8px 8px' },
});

interface SuggestionCardProps {
  /** How many replies it shows. */
  replies: number;
  isPending: boolean;
  error: unknown;
  /** The customer wrote after they were asked for. */
  isStale: boolean;
  /** Absent: nothing can be asked for. */
  onAgain: (() => void) | undefined;
  onClose(): void;
  children: ReactNode;
}

/** The card of the suggestions: its title, its keys, and how they are getting on. */
export function SuggestionCard(props: SuggestionCardProps) {
  const { replies, isPending, error, isStale, onAgain, onClose, children } = props;
  const t = useT();
  const styles = useStyles();
  const textOf = useErrorText();
  const { touch } = useViewport();
  return (
    <section
      className={styles.card}
      aria-label={t('copilot.title')}
      aria-busy={isPending}
      // Only for keys that no element inside handled.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.head}>
        <Sparkle16Filled className={styles.brand} aria-hidden />
        <h2 className={styles.title}>{t('copilot.title')}</h2>
        <span className={styles.quiet}>{t('copilot.onlyYou')}</span>
        <span className={styles.grow} />
        {!touch && replies > 0 && (
          <span className={`${styles.keys} ${styles.quiet}`}>
            <Kbd keys="tab" />
            {t('copilot.inserts')}
            {replies > 1 && (
              <>
                <Kbd keys="alt+1" />–<Kbd keys={String(replies)} />
              </>
            )}
          </span>
        )}
        <IconButton
          icon={<ArrowClockwise20Regular />}
          label={t('copilot.again')}
          disabledFocusable={!onAgain || isPending}
          onClick={() => !isPending && onAgain?.()}
        />
        <IconButton icon={<Dismiss20Regular />} label={t('copilot.close')} shortcut="Escape" onClick={onClose} />
      </div>
      <div className={styles.body}>
        {isPending && (
          <Skeleton className={styles.lines} aria-label={t('copilot.writing')}>
            <SkeletonItem size={16} />
            <SkeletonItem size={16} />
            <SkeletonItem size={16} />
          </Skeleton>
        )}
        {!isPending && error !== null && error !== undefined && (
          <Bar
            alert
            tone="bad"
            action={
              <Button size="small" onClick={onAgain}>
                {t('copilot.retry')}
              </Button>
            }
          >
            {textOf(error)}
          </Bar>
        )}
        {!isPending && isStale && replies > 0 && (
          <Bar
            tone="warn"
            action={
              <Button size="small" onClick={onAgain}>
                {t('copilot.again')}
              </Button>
            }
          >
            {t('copilot.stale')}
          </Bar>
        )}
        {children}
      </div>
    </section>
  );
}
