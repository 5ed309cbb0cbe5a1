import { makeStyles, tokens } from '@fluentui/react-components';
import { youtubeCode } from '../../shared/youtube.ts';

export { youtubeCode };

export interface VideoFrameProps {
  /** The video's code on YouTube, or any address of it. */
  code: string;
  /** Name of the frame for screen readers. */
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
 * A YouTube video, from the address that sets no cookies. Render it when a person wants to watch, not before, because
 * YouTube learns of everybody whose page shows it. The plugin's manifest lists `https://www.youtube-nocookie.com` under
 * `frames`.
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
      // YouTube requires a referrer; the origin is enough.
      referrerPolicy="strict-origin-when-cross-origin"
      // Both permissions together are safe for another origin, whose pages cannot reach this one to remove the sandbox.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
    />
  );
}
