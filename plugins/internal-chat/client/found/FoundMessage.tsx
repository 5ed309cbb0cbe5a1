import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { highlightParts, useT } from '@balcao/sdk/client';
import { plainText } from '@balcao/sdk/chat';
import { RelativeTime, ext } from '@balcao/sdk/ui';
import { mediaText, spoken } from '../data/words.ts';
import { excerptOf } from './excerpt.ts';
import type { Found } from './useFound.ts';

const useStyles = makeStyles({
  hit: {
    display: 'block',
    boxSizing: 'border-box',
    width: '100%',
    padding: '8px',
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  current: { backgroundColor: ext.selected, ':hover': { backgroundColor: ext.selected } },
  top: {
    display: 'flex',
    gap: '8px',
    justifyContent: 'space-between',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    '& time': { flexShrink: 0 },
  },
  where: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  words: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  mark: { backgroundColor: 'transparent', color: 'inherit', fontWeight: tokens.fontWeightSemibold },
});

export interface FoundMessageProps {
  message: Found;
  term: string;
  /** Names the chat as well. */
  showsChat?: boolean;
  isCurrent?: boolean;
  onOpen(message: Found): void;
}

/** A message that was found: who wrote it and when, and the words around the match. */
export function FoundMessage({ message, term, showsChat = false, isCurrent = false, onOpen }: FoundMessageProps) {
  const styles = useStyles();
  const t = useT();
  const text = plainText(spoken(message.message, message.mentions, t));
  const shown = excerptOf(text, term) || message.mediaName || mediaText(message.mediaType, t);
  const author = message.fromMe ? t('search.you') : message.sender.name;
  return (
    <button
      type="button"
      data-found={message.seq}
      className={mergeClasses(styles.hit, isCurrent && styles.current)}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => onOpen(message)}
    >
      <span className={styles.top}>
        <span className={styles.where}>{showsChat ? `${message.chatTitle} · ${author}` : author}</span>
        <RelativeTime date={message.createdAt} />
      </span>
      <span className={styles.words}>
        {highlightParts(shown, term).map((part, at) =>
          part.isHit ? (
            <mark key={at} className={styles.mark}>
              {part.text}
            </mark>
          ) : (
            part.text
          ),
        )}
      </span>
    </button>
  );
}
