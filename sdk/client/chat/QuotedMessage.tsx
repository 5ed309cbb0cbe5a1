import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { mediaUrl } from '@balcao/sdk/client';
import { tint } from '@balcao/sdk/ui';
import type { ChatQuote } from './chat-message.ts';
import { plainText, shorten } from './formatting.ts';
import { mediaIcons } from './media-kind.ts';
import { useChatT } from './texts.ts';

const useStyles = makeStyles({
  quote: {
    display: 'block',
    width: 'calc(100% - 12px)',
    margin: '6px 6px 0',
    padding: '3px 8px 3px 9px',
    border: 'none',
    borderLeft: `3px solid ${tokens.colorCompoundBrandStroke}`,
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tint(6),
    color: 'inherit',
    textAlign: 'left',
    font: 'inherit',
    boxSizing: 'border-box',
  },
  button: { cursor: 'pointer', ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` } },
  name: {
    display: 'block',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorBrandForeground2,
  },
  text: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
  words: {
    overflow: 'hidden',
    display: '-webkit-box',
    WebkitLineClamp: '2',
    WebkitBoxOrient: 'vertical',
    overflowWrap: 'anywhere',
  },
  icon: { flexShrink: 0 },
  withPicture: {
    display: 'flex',
    alignItems: 'stretch',
    gap: '8px',
    paddingBlock: 0,
    paddingRight: 0,
    overflow: 'hidden',
  },
  said: { flexGrow: 1, minWidth: 0, paddingBlock: '3px' },
  picture: { width: '44px', height: '44px', objectFit: 'cover', flexShrink: 0, alignSelf: 'center' },
});

/** The author and the shortened text of a quote. */
export function QuotedText({ author, body, type }: ChatQuote) {
  const styles = useStyles();
  const t = useChatT();
  const Icon = type ? mediaIcons[type] : undefined;
  // Quotes of a deleted message are empty.
  const words = body || type ? shorten(plainText(body), 140) : t('deleted');
  return (
    <>
      <span className={styles.name}>{author}</span>
      <span className={styles.text}>
        {Icon && <Icon className={styles.icon} aria-hidden="true" />}
        <span className={styles.words}>{[type && t(`media.${type}`), words].filter(Boolean).join(' · ')}</span>
      </span>
    </>
  );
}

export interface QuotedMessageProps extends ChatQuote {
  /** Jumps to the quoted message. Absent: it cannot be pressed. */
  onShow?: (() => void) | undefined;
}

/** The quoted message that a message answers. */
export function QuotedMessage({ picture, onShow, ...text }: QuotedMessageProps) {
  const styles = useStyles();
  const className = mergeClasses(styles.quote, onShow && styles.button, picture ? styles.withPicture : undefined);
  const inside = (
    <>
      <span className={mergeClasses(picture ? styles.said : undefined)}>
        <QuotedText {...text} />
      </span>
      {picture && <img className={styles.picture} src={mediaUrl(picture)} alt="" loading="lazy" draggable={false} />}
    </>
  );
  return onShow ? (
    <button type="button" className={className} onClick={onShow}>
      {inside}
    </button>
  ) : (
    <blockquote className={className}>{inside}</blockquote>
  );
}
