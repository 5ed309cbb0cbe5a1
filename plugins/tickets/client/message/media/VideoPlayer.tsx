import { makeStyles, tokens } from '@fluentui/react-components';
import { mediaUrl, useT } from '@balcao/sdk/client';
import type { MessageView } from '../../../contract.ts';

const useStyles = makeStyles({
  video: {
    display: 'block',
    width: '320px',
    height: '200px',
    maxWidth: 'calc(100% - 6px)',
    margin: '3px 3px 0',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: '#000',
    objectFit: 'contain',
  },
});

/** A film with the browser's own controls: they are known, and work by keyboard and with captions. */
export function VideoPlayer({ message }: { message: MessageView }) {
  const styles = useStyles();
  const t = useT();
  return (
    <video
      className={styles.video}
      src={mediaUrl(message.mediaUrl ?? '')}
      controls
      playsInline
      preload="metadata"
      aria-label={message.mediaName ?? t('media.video')}
    />
  );
}
