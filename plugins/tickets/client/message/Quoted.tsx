import { makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { tint } from '@balcao/sdk/ui';
import type { MessageView } from '../../contract.ts';
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
});

/** Who said it and what, short. */
export function QuotedText({
  quoted,
  contactName,
}: {
  quoted: NonNullable<MessageView['quotedMsg']>;
  contactName: string;
}) {
  const styles = useStyles();
  const t = useT();
  const Icon = isMediaKind(quoted.mediaType) ? mediaIcons[quoted.mediaType] : undefined;
  const kind = quoted.mediaType ? t(`media.${quoted.mediaType}`) : '';
  const said = shorten(plainText(quoted.body), 140);
  return (
    <>
      <span className={styles.name}>{quoted.fromMe ? t('message.us') : shortName(contactName)}</span>
      <span className={styles.text}>
        {Icon && <Icon className={styles.icon} aria-hidden="true" />}
        <span className={styles.words}>{[kind, said].filter(Boolean).join(' · ')}</span>
      </span>
    </>
  );
}

export interface QuotedProps {
  quoted: NonNullable<MessageView['quotedMsg']>;
  contactName: string;
  /** Goes to where it was said. */
  onShow(messageId: number): void;
}

/** What a message answers. */
export function Quoted({ quoted, contactName, onShow }: QuotedProps) {
  const styles = useStyles();
  return (
    <button type="button" className={styles.quote} onClick={() => onShow(quoted.id)}>
      <QuotedText quoted={quoted} contactName={contactName} />
    </button>
  );
}
