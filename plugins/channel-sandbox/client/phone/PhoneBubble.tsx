import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Document20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { mediaUrl, useFormat } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { PhoneMessage } from '../../contract.ts';

const useStyles = makeStyles({
  turn: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', paddingTop: '6px' },
  own: { alignItems: 'flex-end' },
  bubble: {
    maxWidth: '84%',
    minWidth: 0,
    padding: '6px 10px 5px',
    border: `1px solid ${ext.bubbleInStroke}`,
    borderRadius: '10px',
    borderTopLeftRadius: '3px',
    backgroundColor: ext.bubbleIn,
    fontSize: ext.fontSizeMessage,
    lineHeight: ext.lineHeightMessage,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  ownBubble: {
    border: `1px solid ${ext.bubbleOutStroke}`,
    borderTopLeftRadius: '10px',
    borderTopRightRadius: '3px',
    backgroundColor: ext.bubbleOut,
  },
  failed: { border: `1px solid ${ext.badStroke}`, backgroundColor: ext.badBg },
  foot: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '4px',
    marginTop: '2px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    fontVariantNumeric: 'tabular-nums',
  },
  picture: {
    display: 'block',
    width: '220px',
    maxWidth: '100%',
    maxHeight: '260px',
    objectFit: 'cover',
    borderRadius: '6px',
    marginBottom: '4px',
  },
  sound: { display: 'block', width: '220px', maxWidth: '100%', marginBottom: '4px' },
  file: { display: 'inline-flex', alignItems: 'center', gap: '6px' },
});

export interface PhoneBubbleProps {
  /** Written by the person with the phone. */
  isOwn: boolean;
  body: string;
  at: string;
  media?: PhoneMessage['media'];
  isFailed?: boolean;
  /** Right of the time: ticks or a clock. */
  mark?: ReactNode;
  /** Under the bubble. */
  below?: ReactNode;
}

/** Something said, as the phone shows it. */
export function PhoneBubble({ isOwn, body, at, media, isFailed, mark, below }: PhoneBubbleProps) {
  const styles = useStyles();
  const format = useFormat();
  return (
    <div className={mergeClasses(styles.turn, isOwn && styles.own)}>
      <div className={mergeClasses(styles.bubble, isOwn && styles.ownBubble, isFailed && styles.failed)}>
        {media && <Media media={media} />}
        {body}
        <div className={styles.foot}>
          <time dateTime={at}>{format.clock(at)}</time>
          {mark}
        </div>
      </div>
      {below}
    </div>
  );
}

function Media({ media }: { media: NonNullable<PhoneMessage['media']> }) {
  const styles = useStyles();
  const address = mediaUrl(media.url);
  if (media.type === 'image') return <img className={styles.picture} src={address} alt={media.name} loading="lazy" />;
  if (media.type === 'audio')
    return <audio className={styles.sound} src={address} controls preload="none" aria-label={media.name} />;
  if (media.type === 'video')
    return <video className={styles.picture} src={address} controls preload="metadata" aria-label={media.name} />;
  return (
    <div>
      <Link href={address} target="_blank" rel="noreferrer" className={styles.file}>
        <Document20Regular aria-hidden="true" />
        {media.name}
      </Link>
    </div>
  );
}
