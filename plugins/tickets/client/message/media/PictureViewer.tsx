import { Dialog, DialogSurface, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowDownload20Regular,
  ChevronLeft24Regular,
  ChevronRight24Regular,
  Dismiss24Regular,
} from '@fluentui/react-icons';
import { useAtom } from 'jotai';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { mediaUrl, queryClient, useFormat, useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { MessageView } from '../../../contract.ts';
import { ticketKeys } from '../../data/ticketCache.ts';
import { messagesOf } from '../../model/conversation.ts';
import type { MessagePages } from '../../model/conversation.ts';
import { download } from '../MessageMenu.tsx';
import { viewedPictureAtom } from './viewed-picture.ts';

const useStyles = makeStyles({
  surface: {
    position: 'fixed',
    inset: 0,
    width: '100vw',
    maxWidth: '100vw',
    height: '100dvh',
    maxHeight: '100dvh',
    margin: 0,
    padding: 0,
    border: 'none',
    borderRadius: 0,
    display: 'flex',
    flexDirection: 'column',
    backgroundColor: 'rgba(12, 8, 12, 0.94)',
    color: '#fff',
  },
  head: { display: 'flex', alignItems: 'center', gap: '4px', padding: '8px 12px 8px 20px', minHeight: '56px' },
  names: { flexGrow: 1, minWidth: 0 },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: tokens.fontWeightSemibold },
  date: { fontSize: tokens.fontSizeBase200, color: 'rgba(255,255,255,.72)' },
  stage: {
    position: 'relative',
    flexGrow: 1,
    minHeight: 0,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    padding: '0 64px 24px',
    '@media (max-width: 599px)': { padding: '0 0 16px' },
  },
  picture: { maxWidth: '100%', maxHeight: '100%', objectFit: 'contain', borderRadius: tokens.borderRadiusMedium },
  large: { maxWidth: 'none', maxHeight: 'none', cursor: 'zoom-out' },
  scroll: { overflow: 'auto', alignItems: 'flex-start', justifyContent: 'flex-start' },
  button: {
    color: '#fff',
    ':hover': { color: '#fff', backgroundColor: 'rgba(255,255,255,.14)' },
    ':hover:active': { color: '#fff', backgroundColor: 'rgba(255,255,255,.2)' },
  },
  previous: { position: 'absolute', left: '12px', top: 'calc(50% - 28px)' },
  next: { position: 'absolute', right: '12px', top: 'calc(50% - 28px)' },
  caption: {
    padding: '0 24px 20px',
    textAlign: 'center',
    overflowWrap: 'anywhere',
    maxHeight: '20vh',
    overflowY: 'auto',
  },
});

const picturesOf = (ticketId: number): MessageView[] =>
  messagesOf(queryClient.getQueryData<MessagePages>(ticketKeys.messages(ticketId))).filter(
    (message) => message.mediaType === 'image' && message.mediaUrl && !message.isDeleted,
  );

/** A picture as large as the screen lets it; arrows walk through those of the conversation. */
export function PictureViewer() {
  const styles = useStyles();
  const t = useT();
  const format = useFormat();
  const [viewed, setViewed] = useAtom(viewedPictureAtom);
  const [isLarge, setLarge] = useState(false);
  if (!viewed) return null;
  const { message, ticketId } = viewed;
  const all = picturesOf(ticketId);
  const at = all.findIndex((each) => each.id === message.id);
  const go = (step: number): void => {
    const next = at < 0 ? undefined : all[at + step];
    if (!next) return;
    setLarge(false);
    setViewed({ ticketId, message: next });
  };
  const close = (): void => {
    setLarge(false);
    setViewed(undefined);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowLeft') go(-1);
    if (event.key === 'ArrowRight') go(1);
    if (event.key === '+' || event.key === '-') setLarge(event.key === '+');
  };
  const name = message.mediaName ?? t('media.image');
  const address = mediaUrl(message.mediaUrl ?? '');
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && close()}>
      <DialogSurface className={styles.surface} aria-label={name} onKeyDown={onKeyDown}>
        <div className={styles.head}>
          <div className={styles.names}>
            <div className={styles.name}>{name}</div>
            <div className={styles.date}>{format.dateTime(message.createdAt)}</div>
          </div>
          <IconButton
            className={styles.button}
            icon={<ArrowDownload20Regular />}
            label={t('message.download')}
            onClick={() => download(address, name)}
          />
          <IconButton
            className={styles.button}
            icon={<Dismiss24Regular />}
            label={t('media.close')}
            shortcut="Escape"
            onClick={close}
          />
        </div>
        <div className={mergeClasses(styles.stage, isLarge && styles.scroll)}>
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- plus and minus do the same */}
          <img
            className={mergeClasses(styles.picture, isLarge && styles.large)}
            src={address}
            alt={message.body || name}
            onClick={() => setLarge(!isLarge)}
          />
          {at > 0 && (
            <IconButton
              className={mergeClasses(styles.button, styles.previous)}
              size="large"
              icon={<ChevronLeft24Regular />}
              label={t('media.previous')}
              onClick={() => go(-1)}
            />
          )}
          {at >= 0 && at < all.length - 1 && (
            <IconButton
              className={mergeClasses(styles.button, styles.next)}
              size="large"
              icon={<ChevronRight24Regular />}
              label={t('media.next')}
              onClick={() => go(1)}
            />
          )}
        </div>
        {message.body && <div className={styles.caption}>{message.body}</div>}
      </DialogSurface>
    </Dialog>
  );
}
