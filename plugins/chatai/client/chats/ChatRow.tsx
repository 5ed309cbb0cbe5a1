import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Delete20Regular } from '@fluentui/react-icons';
import { useFormat, useSession, useT } from '@balcao/sdk/client';
import { ext, IconButton } from '@balcao/sdk/ui';
import type { ChatView } from '../../contract.ts';

const useStyles = makeStyles({
  row: { position: 'relative', '&:hover [data-time], &:focus-within [data-time]': { visibility: 'hidden' } },
  keepsTime: { '&:hover [data-time], &:focus-within [data-time]': { visibility: 'visible' } },
  main: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '8px',
    width: '100%',
    minHeight: '52px',
    padding: '6px 8px',
    textAlign: 'start',
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  chosen: { backgroundColor: ext.selected, ':hover': { backgroundColor: ext.selectedHover } },
  title: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  strong: { fontWeight: tokens.fontWeightSemibold },
  small: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  writing: { color: tokens.colorCompoundBrandForeground1 },
  bin: {
    position: 'absolute',
    right: '6px',
    top: '10px',
    opacity: 0,
    '.chat-row:hover &, .chat-row:focus-within &': { opacity: 1 },
    '@media (hover: none)': { opacity: 1, top: '14px' },
  },
});

interface ChatRowProps {
  chat: ChatView;
  isChosen: boolean;
  onChoose(): void;
  onRemove(): void;
}

/** One chat of the list; only its owner sees the bin. */
export function ChatRow({ chat, isChosen, onChoose, onRemove }: ChatRowProps) {
  const styles = useStyles();
  const t = useT();
  const { clock } = useFormat();
  const { user } = useSession();
  const isOwn = chat.ownerId === user.id;
  const kind = t(`type.${chat.promptType}`);
  return (
    <li className={mergeClasses('chat-row', styles.row, !isOwn && styles.keepsTime)}>
      <button
        type="button"
        className={mergeClasses(styles.main, isChosen && styles.chosen)}
        aria-current={isChosen ? 'page' : undefined}
        onClick={onChoose}
      >
        <span className={mergeClasses(styles.title, isChosen && styles.strong)}>{chat.title}</span>
        <span className={styles.small} data-time>
          {clock(chat.updatedAt)}
        </span>
        <span className={mergeClasses(styles.small, chat.isWriting && styles.writing)}>
          {chat.isWriting
            ? t('chat.writingShort')
            : isOwn || !chat.owner
              ? kind
              : t('chat.ofOwner', { kind, name: chat.owner.name })}
        </span>
      </button>
      {isOwn && (
        <IconButton
          className={styles.bin}
          icon={<Delete20Regular />}
          label={t('chat.deleteNamed', { title: chat.title })}
          onClick={onRemove}
        />
      )}
    </li>
  );
}
