import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { mediaUrl, useT } from '@balcao/sdk/client';
import type { MessageView } from '../../../contract.ts';
import { viewedPictureAtom } from './viewed-picture.ts';

const seen = 4;

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
  tile: {
    position: 'relative',
    minHeight: 0,
    padding: 0,
    border: 'none',
    backgroundColor: tokens.colorNeutralStencil1,
    cursor: 'zoom-in',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  picture: { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
  missing: { visibility: 'hidden' },
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

export interface AlbumProps {
  /** Four or more, in the order they were sent. */
  messages: readonly MessageView[];
  ticketId: number;
  when: ReactNode;
}

/** Pictures that were sent in one go, four in sight; what is opened walks through all of them. */
export function Album({ messages, ticketId, when }: AlbumProps) {
  const styles = useStyles();
  const t = useT();
  const show = useSetAtom(viewedPictureAtom);
  const [missing, setMissing] = useState<ReadonlySet<number>>(new Set());
  const hidden = messages.length - seen;
  return (
    <div className={styles.grid} role="group" aria-label={t('media.album', { count: messages.length })}>
      {messages.slice(0, seen).map((message, at) => {
        const name = message.mediaName ?? t('media.image');
        const isLast = at === seen - 1 && hidden > 0;
        return (
          <button
            key={message.id}
            type="button"
            className={styles.tile}
            data-message={message.id}
            aria-label={t(isLast ? 'media.viewMore' : 'media.view', { name, count: hidden })}
            onClick={() => show({ ticketId, message })}
          >
            <img
              className={mergeClasses(styles.picture, missing.has(message.id) && styles.missing)}
              src={mediaUrl(message.mediaUrl ?? '')}
              alt=""
              loading="lazy"
              draggable={false}
              onError={() => setMissing((known) => new Set(known).add(message.id))}
            />
            {isLast && <span className={styles.more}>+{hidden}</span>}
          </button>
        );
      })}
      <span className={styles.when}>{when}</span>
    </div>
  );
}
