import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { mediaUrl, useSession, useT } from '@balcao/sdk/client';
import { tint } from '@balcao/sdk/ui';
import type { QuotedMessage } from '../../contract.ts';
import { knownMessage } from '../data/useMessages.ts';
import { plainText, shorten } from '../model/formatting.ts';
import { shortName } from '../model/names.ts';
import { isMediaKind, mediaIcons } from './media-kind.ts';

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
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
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

/** Who said it and what, short. */
export function QuotedText({ quoted, contactName }: { quoted: QuotedMessage; contactName: string }) {
  const styles = useStyles();
  const t = useT();
  const { user } = useSession();
  const { fromMe, user: author, participant } = quoted;
  const customer = participant || shortName(contactName);
  const ours = author?.id === user.id ? t('message.you') : (author?.name ?? t('message.us'));
  const Icon = isMediaKind(quoted.mediaType) ? mediaIcons[quoted.mediaType] : undefined;
  const kind = quoted.mediaType ? t(`media.${quoted.mediaType}`) : '';
  // What was taken back leaves its quotes empty.
  const said = quoted.body || kind ? shorten(plainText(quoted.body), 140) : t('message.deletedByUs');
  return (
    <>
      <span className={styles.name}>{fromMe ? ours : customer}</span>
      <span className={styles.text}>
        {Icon && <Icon className={styles.icon} aria-hidden="true" />}
        <span className={styles.words}>{[kind, said].filter(Boolean).join(' · ')}</span>
      </span>
    </>
  );
}

export interface QuotedProps {
  quoted: QuotedMessage;
  ticketId: number;
  contactName: string;
  /** Goes to where it was said. */
  onShow(messageId: number): void;
}

/** What a message answers. */
export function Quoted({ quoted, ticketId, contactName, onShow }: QuotedProps) {
  const styles = useStyles();
  // Only one that is loaded anyway: a small picture is worth no request.
  const picture = quoted.mediaType === 'image' ? knownMessage(ticketId, quoted.id)?.mediaUrl : undefined;
  return (
    <button
      type="button"
      className={mergeClasses(styles.quote, picture ? styles.withPicture : undefined)}
      onClick={() => onShow(quoted.id)}
    >
      <span className={mergeClasses(picture ? styles.said : undefined)}>
        <QuotedText quoted={quoted} contactName={contactName} />
      </span>
      {picture && <img className={styles.picture} src={mediaUrl(picture)} alt="" loading="lazy" draggable={false} />}
    </button>
  );
}
