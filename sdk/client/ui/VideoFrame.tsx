import { makeStyles, tokens } from '@fluentui/react-components';
import { youtubeCode } from '../../shared/youtube.ts';

export { youtubeCode };

export interface VideoFrameProps {
  /** The film's code on YouTube, or any address of it. */
  code: string;
  /** What is read out for the frame. */
  title: string;
}

const useStyles = makeStyles({
  frame: {
    display: 'block',
    width: '100%',
    aspectRatio: '16 / 9',
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: '#000',
  },
});

/**
 * A film of YouTube, from the address that sets no cookies. Draw it when somebody wants to watch, not before: YouTube
 * hears of everybody whose page shows it. The plugin's manifest names `https://www.youtube-nocookie.com` under `frames`.
 */
export function VideoFrame({ code, title }: VideoFrameProps) {
  const styles = useStyles();
  return (
    <iframe
      className={styles.frame}
      src={`https://www.youtube-nocookie.com/embed/${encodeURIComponent(youtubeCode(code) ?? code)}?rel=0`}
      title={title}
      loading="lazy"
      allow="fullscreen; encrypted-media; picture-in-picture"
      allowFullScreen
      // YouTube shows nothing to pages that do not say whose they are; the origin is enough.
      referrerPolicy="strict-origin-when-cross-origin"
      // Both are safe together for another origin, whose pages cannot reach this one to take the sandbox off.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
    />
  );
}
