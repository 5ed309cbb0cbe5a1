import { makeStyles, tokens } from '@fluentui/react-components';
import { Send16Regular } from '@fluentui/react-icons';
import { mediaUrl, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { QuickMessage } from '../../contract.ts';
import { FileMark } from '../FileMark.tsx';

const useStyles = makeStyles({
  preview: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    minHeight: 0,
    overflowY: 'auto',
    padding: '12px 14px',
    backgroundColor: ext.canvas,
    outlineOffset: '-2px',
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 599px)': {
      borderLeft: 'none',
      borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
      height: '112px',
    },
  },
  text: {
    margin: 0,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontSize: ext.fontSizeMessage,
    lineHeight: ext.lineHeightMessage,
  },
  picture: {
    display: 'block',
    alignSelf: 'flex-start',
    maxWidth: '100%',
    maxHeight: '120px',
    borderRadius: tokens.borderRadiusMedium,
    flexShrink: 0,
  },
  now: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    margin: 0,
    color: tokens.colorBrandForeground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightMedium,
  },
});

/** A preview of all text and files that a reply sends. */
export function ReplyPreview({ reply, text, isSentNow }: { reply: QuickMessage; text: string; isSentNow: boolean }) {
  const t = useT();
  const styles = useStyles();
  const { mediaPath, mediaName, mediaMime } = reply;
  return (
    <section className={styles.preview} aria-label={t('composer.preview')} tabIndex={0}>
      {mediaPath !== null && (
        <p className={styles.now}>
          {isSentNow && <Send16Regular aria-hidden="true" />}
          {t(isSentNow ? 'composer.mediaNow' : 'composer.mediaNot')}
        </p>
      )}
      {mediaPath !== null && mediaMime?.startsWith('image/') && (
        <img className={styles.picture} src={mediaUrl(mediaPath)} alt={mediaName ?? ''} />
      )}
      {mediaPath !== null && <FileMark name={mediaName ?? ''} mime={mediaMime ?? ''} />}
      {text.trim() !== '' && <p className={styles.text}>{text}</p>}
    </section>
  );
}
