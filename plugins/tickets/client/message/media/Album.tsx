import { ProgressBar, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { mediaUrl, useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { MessageView } from '../../../contract.ts';
import type { Outbox, OutboxEntry } from '../../model/outbox.ts';
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

export interface AlbumProps {
  /** In the order they were sent. */
  messages: readonly MessageView[];
  /** Those of the same go that are still on their way, after them: four or more with these. */
  pending?: readonly OutboxEntry[] | undefined;
  outbox?: Outbox | undefined;
  ticketId: number;
  when: ReactNode;
}

/** Pictures that were sent in one go, four in sight; what is opened walks through all of them. */
export function Album({ messages, pending = [], outbox, ticketId, when }: AlbumProps) {
  const styles = useStyles();
  const t = useT();
  const show = useSetAtom(viewedPictureAtom);
  const [missing, setMissing] = useState<ReadonlySet<number>>(new Set());
  const count = messages.length + pending.length;
  const hidden = count - seen;
  const more = <span className={styles.more}>+{hidden}</span>;
  return (
    <div className={styles.grid} role="group" aria-label={t('media.album', { count })}>
      {messages.slice(0, seen).map((message, at) => {
        const name = message.mediaName ?? t('media.image');
        const isLast = at === seen - 1 && hidden > 0;
        return (
          <button
            key={message.clientId ?? message.id}
            type="button"
            className={mergeClasses(styles.tile, styles.opens)}
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
            {isLast && more}
          </button>
        );
      })}
      {pending.slice(0, Math.max(0, seen - messages.length)).map(({ clientId, file, progress, state }, at) => {
        const name = file?.file.name ?? t('media.image');
        return (
          <div key={clientId} className={styles.tile}>
            <img
              className={mergeClasses(styles.picture, styles.onItsWay)}
              src={file?.preview}
              alt=""
              draggable={false}
            />
            <ProgressBar
              className={styles.progress}
              value={state === 'sending' ? progress : 0}
              aria-label={t('message.uploading', { name })}
            />
            {messages.length + at === seen - 1 && hidden > 0 && more}
            <IconButton
              className={styles.cancel}
              size="small"
              icon={<Dismiss16Regular />}
              label={t('message.cancelUpload')}
              onClick={() => outbox?.discard(clientId)}
            />
          </div>
        );
      })}
      <span className={styles.when}>{when}</span>
    </div>
  );
}
