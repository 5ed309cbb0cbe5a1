import { ProgressBar, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { mediaUrl } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { ChatMedia } from './chat-message.ts';
import { useChatT } from './texts.ts';

/** Maximum number of visible pictures. */
const maxVisible = 4;

const useStyles = makeStyles({
  grid: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: '3px',
    width: '306px',
    maxWidth: 'calc(100% - 6px)',
    aspectRatio: '1 / 1',
    margin: '3px',
    borderRadius: tokens.borderRadiusLarge,
    overflow: 'hidden',
  },
  pair: { aspectRatio: '2 / 1' },
  /** The last of three takes the lower row alone. */
  wide: { gridColumnEnd: 'span 2' },
  tile: {
    position: 'relative',
    minHeight: 0,
    padding: 0,
    border: 'none',
    backgroundColor: tokens.colorNeutralStencil1,
    overflow: 'hidden',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  opens: { cursor: 'zoom-in' },
  picture: { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
  missing: { visibility: 'hidden' },
  onItsWay: { opacity: 0.6 },
  progress: { position: 'absolute', left: '8px', right: '8px', top: 'calc(50% - 2px)', width: 'auto', height: '4px' },
  cancel: {
    position: 'absolute',
    zIndex: 1,
    top: '4px',
    right: '4px',
    color: '#fff',
    backgroundColor: 'rgba(20, 14, 20, .62)',
    ':hover': { color: '#fff', backgroundColor: 'rgba(20, 14, 20, .8)' },
    ':hover:active': { color: '#fff', backgroundColor: 'rgba(20, 14, 20, .9)' },
  },
  more: {
    position: 'absolute',
    inset: 0,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    backgroundColor: 'rgba(20, 14, 20, .58)',
    color: '#fff',
    fontSize: tokens.fontSizeBase600,
    fontWeight: tokens.fontWeightSemibold,
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

export interface AlbumPicture {
  /** Unique among the pictures of the album. */
  id: string;
  media: ChatMedia;
  /** Id of its message: the tile carries it as `data-message`. */
  messageId?: number | undefined;
  /** Sent share, 0 to 1, during an upload; absent: sent. */
  progress?: number | undefined;
}

export interface AlbumProps {
  /** Two or more pictures, in the order they were sent. */
  pictures: readonly AlbumPicture[];
  /** Content over the lower corner: a `MessageTime`. */
  when?: ReactNode;
  /** Opens a picture in full size. Absent: pictures cannot be pressed. */
  onOpen?: ((picture: AlbumPicture) => void) | undefined;
  /** Cancels the upload of a picture. */
  onCancel?: ((picture: AlbumPicture) => void) | undefined;
}

/** Pictures that were sent together, four of them visible; an opened picture can be paged through all of them. */
export function Album({ pictures, when, onOpen, onCancel }: AlbumProps) {
  const styles = useStyles();
  const t = useChatT();
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set());
  const hidden = pictures.length - maxVisible;
  const more = <span className={styles.more}>+{hidden}</span>;
  return (
    <div
      className={mergeClasses(styles.grid, pictures.length === 2 && styles.pair)}
      role="group"
      aria-label={t('media.album', { count: pictures.length })}
    >
      {pictures.slice(0, maxVisible).map((picture, at) => {
        const { id, media, progress } = picture;
        const name = media.name ?? t('media.image');
        const isLast = at === maxVisible - 1 && hidden > 0;
        const tile = mergeClasses(styles.tile, pictures.length === 3 && at === 2 && styles.wide);
        if (progress === undefined) {
          const inside = (
            <>
              <img
                className={mergeClasses(styles.picture, missing.has(id) && styles.missing)}
                src={mediaUrl(media.url)}
                alt={onOpen ? '' : name}
                loading="lazy"
                draggable={false}
                onError={() => setMissing((known) => new Set(known).add(id))}
              />
              {isLast && more}
            </>
          );
          return onOpen ? (
            <button
              key={id}
              type="button"
              className={mergeClasses(tile, styles.opens)}
              data-message={picture.messageId}
              aria-label={t(isLast ? 'media.viewMore' : 'media.view', { name, count: hidden })}
              onClick={() => onOpen(picture)}
            >
              {inside}
            </button>
          ) : (
            <div key={id} className={tile}>
              {inside}
            </div>
          );
        }
        return (
          <div key={id} className={tile}>
            <img
              className={mergeClasses(styles.picture, styles.onItsWay)}
              src={mediaUrl(media.url)}
              alt=""
              draggable={false}
            />
            <ProgressBar className={styles.progress} value={progress} aria-label={t('uploading', { name })} />
            {isLast && more}
            {onCancel && (
              <IconButton
                className={styles.cancel}
                size="small"
                icon={<Dismiss16Regular />}
                label={t('cancelUpload')}
                onClick={() => onCancel(picture)}
              />
            )}
          </div>
        );
      })}
      {when && <span className={styles.when}>{when}</span>}
    </div>
  );
}
