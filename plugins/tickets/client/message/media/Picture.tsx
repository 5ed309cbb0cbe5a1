import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ImageProhibited20Regular } from '@fluentui/react-icons';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { mediaUrl, pictureSize, useT } from '@balcao/sdk/client';
import type { MessageView } from '../../../contract.ts';
import { pictureShape } from './picture-shape.ts';
import type { Shape } from './picture-shape.ts';
import { viewedPictureAtom } from './viewed-picture.ts';

const useStyles = makeStyles({
  place: { position: 'relative', margin: '3px 3px 0', maxWidth: 'calc(100% - 6px)' },
  alone: { marginBottom: '3px' },
  button: {
    display: 'block',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralStencil1,
    cursor: 'zoom-in',
    width: '100%',
    height: '100%',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  sticker: { backgroundColor: 'transparent' },
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
  when: {
    position: 'absolute',
    right: '6px',
    bottom: '6px',
    display: 'flex',
    padding: '1px 7px',
    borderRadius: '9px',
    backgroundColor: 'rgba(20, 14, 20, .62)',
    pointerEvents: 'none',
    '& span, & time, & svg': { color: '#fff' },
  },
});

export interface PictureProps {
  message: MessageView;
  ticketId: number;
  /** The time, laid over a picture under which no words stand. */
  when?: ReactNode;
}

const stickerShape: Shape = { width: 140, height: 140 };

/** A picture in its place before it is there: nothing moves when it arrives. A click shows it whole. */
export function Picture({ message, ticketId, when }: PictureProps) {
  const styles = useStyles();
  const t = useT();
  const show = useSetAtom(viewedPictureAtom);
  const [isMissing, setMissing] = useState(false);
  // What is still being sent lies here: its own size is there as soon as it is drawn.
  const [ownSize, setOwnSize] = useState<Shape>();
  const isSticker = message.mediaType === 'sticker';
  const isOwn = message.mediaUrl?.startsWith('blob:') ?? false;
  const name = message.mediaName ?? t('media.image');
  const hasWords = message.body !== '' || message.quotedMsg !== null;
  const ownShape = isOwn ? ownSize : pictureSize(message.mediaUrl);
  const { width, height } = isSticker ? stickerShape : pictureShape(ownShape, hasWords);
  // Made wider for its words, it is shown whole all the same.
  const isWhole = isSticker || (ownShape !== undefined && pictureShape(ownShape).width < width);
  return (
    <div
      className={mergeClasses(styles.place, when !== undefined && styles.alone)}
      style={{ width, aspectRatio: `${width} / ${height}` }}
    >
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
            className={mergeClasses(styles.picture, isWhole && styles.whole)}
            src={mediaUrl(message.mediaUrl ?? '')}
            alt={message.body || name}
            loading={isOwn ? 'eager' : 'lazy'}
            draggable={false}
            {...(isOwn && {
              onLoad: ({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setOwnSize({ width: naturalWidth, height: naturalHeight }),
            })}
            onError={() => setMissing(true)}
          />
        )}
      </button>
      {when && <span className={styles.when}>{when}</span>}
    </div>
  );
}
