import { makeStyles, tokens } from '@fluentui/react-components';
import { mediaUrl } from '@balcao/sdk/client';
import type { ChatMedia } from './chat-message.ts';
import { useChatT } from './texts.ts';

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

/** A video with the browser's own controls, which are familiar, accessible by keyboard and support captions. */
export function VideoPlayer({ media }: { media: ChatMedia }) {
  const styles = useStyles();
  const t = useChatT();
  return (
    <video
      className={styles.video}
      src={mediaUrl(media.url)}
      controls
      playsInline
      preload="metadata"
      aria-label={media.name ?? t('media.video')}
    />
  );
}
