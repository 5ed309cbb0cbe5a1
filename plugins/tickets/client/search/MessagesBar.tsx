import { makeStyles, tokens } from '@fluentui/react-components';
import { ChatMultiple20Regular, ChevronRight16Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { useMessageSearch } from './useMessageSearch.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    flexShrink: 0,
    height: '48px',
    padding: '0 16px 0 20px',
    border: 'none',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    ':disabled': { cursor: 'default', backgroundColor: 'transparent', color: tokens.colorNeutralForeground3 },
  },
  icon: { color: tokens.colorNeutralForeground3, flexShrink: 0 },
  words: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  count: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
});

/** Below the tickets found: the number of matching messages, and a button to show them. */
export function MessagesBar({ term, onShow }: { term: string; onShow(): void }) {
  const styles = useStyles();
  const t = useT();
  const { messages, hasNextPage, isPending, isError } = useMessageSearch(term);
  const count = messages.length;
  const label = isError
    ? t('found.failed')
    : isPending
      ? t('found.searching')
      : count === 0
        ? t('found.none')
        : t('found.messages');
  return (
    <button type="button" className={styles.bar} disabled={!isError && count === 0} onClick={onShow}>
      <ChatMultiple20Regular className={styles.icon} aria-hidden="true" />
      <span className={styles.words}>
        {label}
        {count > 0 && <span className={styles.count}> ({hasNextPage ? `${count}+` : count})</span>}
      </span>
      {count > 0 && <ChevronRight16Regular className={styles.icon} aria-hidden="true" />}
    </button>
  );
}
