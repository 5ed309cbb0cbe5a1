import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ImageProhibited20Regular } from '@fluentui/react-icons';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { mediaUrl, useT } from '@balcao/sdk/client';
import type { MessageView } from '../../../contract.ts';
import { viewedPictureAtom } from './viewed-picture.ts';

const useStyles = makeStyles({
  button: {
    display: 'block',
    margin: '3px 3px 0',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralStencil1,
    cursor: 'zoom-in',
    width: '264px',
    height: '176px',
    maxWidth: 'calc(100% - 6px)',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  sticker: { width: '140px', height: '140px', backgroundColor: 'transparent' },
  picture: { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
  whole: { objectFit: 'contain' },
  missing: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '6px',
    height: '100%',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

/** A picture in its place before it is there: nothing moves when it arrives. A click shows it whole. */
export function Picture({ message, ticketId }: { message: MessageView; ticketId: number }) {
  const styles = useStyles();
  const t = useT();
  const show = useSetAtom(viewedPictureAtom);
  const [isMissing, setMissing] = useState(false);
  const isSticker = message.mediaType === 'sticker';
  const name = message.mediaName ?? t('media.image');
  return (
    <button
      type="button"
      className={mergeClasses(styles.button, isSticker && styles.sticker)}
      aria-label={t('media.view', { name })}
      disabled={isMissing}
      onClick={() => show({ ticketId, message })}
    >
      {isMissing ? (
        <span className={styles.missing}>
          <ImageProhibited20Regular aria-hidden="true" />
          {t('media.missing')}
        </span>
      ) : (
        <img
          className={mergeClasses(styles.picture, isSticker && styles.whole)}
          src={mediaUrl(message.mediaUrl ?? '')}
          alt={message.body || name}
          loading="lazy"
          draggable={false}
          onError={() => setMissing(true)}
        />
      )}
    </button>
  );
}
