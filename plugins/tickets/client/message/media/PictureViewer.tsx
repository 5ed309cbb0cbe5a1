import { Dialog, DialogSurface, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowDownload20Regular,
  ArrowForward20Regular,
  ArrowReply20Regular,
  ArrowRotateClockwise20Regular,
  ChevronLeft24Regular,
  ChevronRight24Regular,
  Dismiss24Regular,
  ZoomIn20Regular,
  ZoomOut20Regular,
} from '@fluentui/react-icons';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { mediaUrl, useCloseOnBack, useRestoreFocus, useFormat, useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { MessageView } from '../../../contract.ts';
import { ticketDialogAtom } from '../../dialogs/ticket-dialogs.ts';
import { useViewStore } from '../../view/scope.ts';
import { mayForward } from '../selection/message-selection.ts';
import { download } from './download.ts';
import { replyingAtom } from './replying.ts';
import { rotationsAtom } from './rotations.ts';
import { usePictures } from './usePictures.ts';
import { useZoom } from './useZoom.ts';
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
    backgroundColor: 'rgb(18, 13, 18)',
    color: '#fff',
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    padding: '8px 12px 8px 20px',
    minHeight: '56px',
    backgroundColor: 'rgb(18, 13, 18)',
    zIndex: 1,
  },
  place: { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums', paddingInline: '8px' },
  narrow: { '@media (max-width: 599px)': { display: 'none' } },
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
    overflow: 'hidden',
    '@media (max-width: 599px)': { padding: '0 0 16px' },
  },
  picture: {
    maxWidth: '100%',
    maxHeight: '100%',
    objectFit: 'contain',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'zoom-in',
    touchAction: 'none',
    userSelect: 'none',
  },
  near: { cursor: 'grab', ':active': { cursor: 'grabbing' } },
  button: {
    color: '#fff',
    ':hover': { color: '#fff', backgroundColor: 'rgba(255,255,255,.14)' },
    ':hover:active': { color: '#fff', backgroundColor: 'rgba(255,255,255,.2)' },
  },
  side: { backgroundColor: 'rgba(12, 8, 12, .5)' },
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

/** A rotated picture is limited by the height of the viewer. */
const sideways = { maxWidth: 'calc(100dvh - 120px)', maxHeight: 'min(100%, 100vw - 128px)' } as const;

/** A picture as large as the screen; arrow keys move to the others of the conversation. */
export function PictureViewer() {
  const [viewed, setViewed] = useAtom(viewedPictureAtom, useViewStore());
  if (!viewed) return null;
  return (
    <Viewer
      viewed={viewed}
      onShow={(message) => setViewed({ ticketId: viewed.ticketId, message })}
      onClose={() => setViewed(undefined)}
    />
  );
}

interface ViewerProps {
  viewed: { ticketId: number; message: MessageView };
  onShow(message: MessageView): void;
  onClose(): void;
}

function Viewer({ viewed, onShow, onClose }: ViewerProps) {
  const styles = useStyles();
  const t = useT();
  const format = useFormat();
  const stage = useRef<HTMLDivElement>(null);
  const { message } = viewed;
  const address = mediaUrl(message.mediaUrl ?? '');
  const { previous, next, at, count, hasMore } = usePictures(viewed);
  const [turned, setTurned] = useAtom(rotationsAtom);
  const view = useViewStore();
  const reply = useAtomValue(replyingAtom, view);
  const open = useSetAtom(ticketDialogAtom, view);
  const turns = turned.get(message.mediaUrl) ?? 0;
  const turn = (): void =>
    setTurned((known) => new Map(known).set(message.mediaUrl, ((known.get(message.mediaUrl) ?? 0) + 1) % 4));
  useRestoreFocus();
  useCloseOnBack(onClose);
  const { zoom, nearer, farther, reset, isWhole, isNearest, dragging } = useZoom(stage, message.mediaUrl);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowLeft' && previous) onShow(previous);
    if (event.key === 'ArrowRight' && next) onShow(next);
    if (event.key === '+' || event.key === '=') nearer();
    if (event.key === '-') farther();
    if (event.key === '0') reset();
    if (event.key.toLowerCase() === 'r' && !event.ctrlKey && !event.metaKey && !event.altKey) turn();
  };
  const name = message.mediaName ?? t('media.image');
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.surface} aria-label={name} onKeyDown={onKeyDown}>
        <div className={styles.head}>
          <div className={styles.names}>
            <div className={styles.name}>{name}</div>
            <div className={styles.date}>{format.dateTime(message.createdAt)}</div>
          </div>
          {count > 1 && (
            <span className={styles.place} role="status">
              {t(hasMore ? 'media.placeOfMore' : 'media.place', { at, count })}
            </span>
          )}
          {reply && reply.ticketId === viewed.ticketId && !message.onlyInternal && message.id > 0 && (
            <IconButton
              className={styles.button}
              icon={<ArrowReply20Regular />}
              label={t('message.reply')}
              onClick={() => {
                onClose();
                reply.reply(message);
              }}
            />
          )}
          {mayForward(message) && (
            <IconButton
              className={styles.button}
              icon={<ArrowForward20Regular />}
              label={t('message.forward')}
              onClick={() => {
                onClose();
                open({ kind: 'forward', messages: [message] });
              }}
            />
          )}
          <IconButton
            className={styles.button}
            icon={<ArrowRotateClockwise20Regular />}
            label={t('media.rotate')}
            shortcut="r"
            onClick={turn}
          />
          <IconButton
            className={mergeClasses(styles.button, styles.narrow)}
            icon={<ZoomOut20Regular />}
            label={t('thread.zoomOut')}
            shortcut="-"
            disabledFocusable={isWhole}
            onClick={farther}
          />
          <IconButton
            className={mergeClasses(styles.button, styles.narrow)}
            icon={<ZoomIn20Regular />}
            label={t('thread.zoomIn')}
            shortcut="+"
            disabledFocusable={isNearest}
            onClick={nearer}
          />
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
            onClick={onClose}
          />
        </div>
        <div ref={stage} className={styles.stage}>
          <img
            key={message.mediaUrl}
            className={mergeClasses(styles.picture, !isWhole && styles.near)}
            style={{
              transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale}) rotate(${turns * 90}deg)`,
              ...(turns % 2 === 1 && sideways),
            }}
            src={address}
            alt={message.body || name}
            draggable={false}
            {...dragging}
          />
          {previous && (
            <IconButton
              className={mergeClasses(styles.button, styles.side, styles.previous)}
              size="large"
              icon={<ChevronLeft24Regular />}
              label={t('media.previous')}
              onClick={() => onShow(previous)}
            />
          )}
          {next && (
            <IconButton
              className={mergeClasses(styles.button, styles.side, styles.next)}
              size="large"
              icon={<ChevronRight24Regular />}
              label={t('media.next')}
              onClick={() => onShow(next)}
            />
          )}
        </div>
        {message.body && <div className={styles.caption}>{message.body}</div>}
      </DialogSurface>
    </Dialog>
  );
}
