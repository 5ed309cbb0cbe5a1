import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowDownload20Regular,
  Document20Regular,
  DocumentPdf20Regular,
  DocumentTable20Regular,
  SlideText20Regular,
} from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { mediaUrl, useFormat } from '@balcao/sdk/client';
import { ext, tint } from '@balcao/sdk/ui';
import type { ChatMedia } from './chat-message.ts';
import { extensionOf, sizeText } from './file-facts.ts';
import { useChatT } from './texts.ts';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    width: '344px',
    // A caption may make the bubble wider than the card: its end stays at the edge.
    minWidth: '100%',
    maxWidth: '100%',
    boxSizing: 'border-box',
    padding: '7px 8px 7px 7px',
    color: 'inherit',
    textDecorationLine: 'none',
    borderRadius: '9px',
    ':hover': { backgroundColor: tint(4) },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  type: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '36px',
    height: '40px',
    flexShrink: 0,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tint(6),
    color: tokens.colorNeutralForeground2,
  },
  pdf: { color: ext.bad, backgroundColor: ext.badBg },
  sheet: { color: ext.ok, backgroundColor: ext.okBg },
  text: { color: ext.info, backgroundColor: ext.infoBg },
  slides: { color: ext.warn, backgroundColor: ext.warnBg },
  names: { flexGrow: 1, minWidth: 0 },
  name: {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightMedium,
    lineHeight: tokens.lineHeightBase300,
  },
  size: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  end: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-end',
    justifyContent: 'space-between',
    alignSelf: 'stretch',
    flexShrink: 0,
    color: tokens.colorNeutralForeground2,
  },
});

const fileIcons = {
  pdf: ['pdf', DocumentPdf20Regular],
  xls: ['sheet', DocumentTable20Regular],
  xlsx: ['sheet', DocumentTable20Regular],
  csv: ['sheet', DocumentTable20Regular],
  doc: ['text', Document20Regular],
  docx: ['text', Document20Regular],
  ppt: ['slides', SlideText20Regular],
  pptx: ['slides', SlideText20Regular],
} as const;

export interface DocumentCardProps {
  media: ChatMedia;
  /** Content at the card's end: a `MessageTime`. */
  when?: ReactNode;
}

/** A document: type, size and download link. */
export function DocumentCard({ media, when }: DocumentCardProps) {
  const styles = useStyles();
  const t = useChatT();
  const { number } = useFormat();
  const name = media.name ?? t('media.document');
  const extension = extensionOf(name);
  const [styleName, Icon] =
    extension in fileIcons ? fileIcons[extension as keyof typeof fileIcons] : [undefined, Document20Regular];
  const facts = [extension.toUpperCase(), media.size ? sizeText(media.size, number) : ''];
  return (
    <a
      className={styles.card}
      href={mediaUrl(media.url)}
      download={name}
      rel="noopener"
      aria-label={t('media.download', { name })}
    >
      <span className={mergeClasses(styles.type, styleName && styles[styleName])}>
        <Icon aria-hidden="true" />
      </span>
      <span className={styles.names}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.size}>{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <span className={styles.end}>
        <ArrowDownload20Regular aria-hidden="true" />
        {when}
      </span>
    </a>
  );
}
