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
  /** Text alternative: the caption. Empty: its name. */
  alt?: string;
  /** True if the bubble contains text, which needs room. */
  hasWords?: boolean;
  /** The time, laid over a picture without a caption. */
  when?: ReactNode;
  /** Opens it in full size. Absent: it cannot be pressed. */
  onOpen?: (() => void) | undefined;
}

const stickerShape: Shape = { width: 140, height: 140 };

/**
 * A picture whose space is reserved before it is loaded, so that nothing moves when it arrives. A click opens it in
 * full size.
 */
export function Picture({ media, alt = '', hasWords = false, when, onOpen }: PictureProps) {
  const styles = useStyles();
  const t = useChatT();
  const [isMissing, setMissing] = useState(false);
  // A picture that is being uploaded is local: its size is known once it is rendered.
  const [ownSize, setOwnSize] = useState<Shape>();
  const isSticker = media.type === 'sticker';
  const isOwn = media.url.startsWith('blob:');
  const name = media.name ?? t('media.image');
  const ownShape = isOwn ? ownSize : pictureSize(media.url);
  const { width, height } = isSticker ? stickerShape : pictureShape(ownShape, hasWords);
  // Widened for its caption, it is still shown completely.
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
  const className = mergeClasses(styles.frame, onOpen && styles.button, isSticker && styles.sticker);
  return (
    <div
      className={mergeClasses(styles.place, when !== undefined && styles.alone)}
      style={{ width, aspectRatio: `${width} / ${height}` }}
    >
      {onOpen ? (
        <button
          type="button"
          className={className}
          aria-label={t('media.view', { name })}
          disabled={isMissing}
          onClick={onOpen}
        >
          {inside}
        </button>
      ) : (
        <div className={className}>{inside}</div>
      )}
      {when && <span className={styles.when}>{when}</span>}
    </div>
  );
}
