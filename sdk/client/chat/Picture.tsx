import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ImageProhibited20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { mediaUrl, pictureSize } from '@balcao/sdk/client';
import type { ChatMedia } from './chat-message.ts';
import { pictureShape } from './picture-shape.ts';
import type { Shape } from './picture-shape.ts';
import { useChatT } from './texts.ts';

const useStyles = makeStyles({
  place: { position: 'relative', margin: '3px 3px 0', maxWidth: 'calc(100% - 6px)' },
  alone: { marginBottom: '3px' },
  frame: {
    display: 'block',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralStencil1,
    width: '100%',
    height: '100%',
  },
  button: {
    cursor: 'zoom-in',
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
  media: ChatMedia;
  /** What it shows, for those who do not see it: the words under it. Empty: its name. */
  alt?: string;
  /** Words stand in the same bubble, which need their room. */
  hasWords?: boolean;
  /** The time, laid over a picture under which no words stand. */
  when?: ReactNode;
  /** Shows it whole. Absent: it cannot be pressed. */
  onOpen?: (() => void) | undefined;
}

const stickerShape: Shape = { width: 140, height: 140 };

/** A picture in its place before it is there: nothing moves when it arrives. A click shows it whole. */
export function Picture({ media, alt = '', hasWords = false, when, onOpen }: PictureProps) {
  const styles = useStyles();
  const t = useChatT();
  const [isMissing, setMissing] = useState(false);
  // What is still being sent lies here: its own size is there as soon as it is drawn.
  const [ownSize, setOwnSize] = useState<Shape>();
  const isSticker = media.type === 'sticker';
  const isOwn = media.url.startsWith('blob:');
  const name = media.name ?? t('media.image');
  const ownShape = isOwn ? ownSize : pictureSize(media.url);
  const { width, height } = isSticker ? stickerShape : pictureShape(ownShape, hasWords);
  // Made wider for its words, it is shown whole all the same.
  const isWhole = isSticker || (ownShape !== undefined && pictureShape(ownShape).width < width);
  const inside = isMissing ? (
    <span className={styles.missing}>
      <ImageProhibited20Regular aria-hidden="true" />
      {t('media.missing')}
    </span>
  ) : (
    <img
      className={mergeClasses(styles.picture, isWhole && styles.whole)}
      src={mediaUrl(media.url)}
      alt={alt || name}
      loading={isOwn ? 'eager' : 'lazy'}
      draggable={false}
      {...(isOwn && {
        onLoad: ({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setOwnSize({ width: naturalWidth, height: naturalHeight }),
      })}
      onError={() => setMissing(true)}
    />
  );
  const look = mergeClasses(styles.frame, onOpen && styles.button, isSticker && styles.sticker);
  return (
    <div
      className={mergeClasses(styles.place, when !== undefined && styles.alone)}
      style={{ width, aspectRatio: `${width} / ${height}` }}
    >
      {onOpen ? (
        <button
          type="button"
          className={look}
          aria-label={t('media.view', { name })}
          disabled={isMissing}
          onClick={onOpen}
        >
          {inside}
        </button>
      ) : (
        <div className={look}>{inside}</div>
      )}
      {when && <span className={styles.when}>{when}</span>}
    </div>
  );
}
