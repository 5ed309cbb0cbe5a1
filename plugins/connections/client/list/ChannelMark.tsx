import { makeStyles, tokens } from '@fluentui/react-components';
import { PlugDisconnected20Regular } from '@fluentui/react-icons';
import type { ChannelItem } from '../parts.ts';

const useStyles = makeStyles({
  tile: {
    width: '36px',
    height: '36px',
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
  },
  bare: { display: 'flex', alignItems: 'center', justifyContent: 'center' },
});

const glyph = (channel: ChannelItem, size: number) => (
  <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
    <path d={channel.glyph.path} />
  </svg>
);

/** A channel’s icon on a neutral background; a plug icon for a disabled channel. */
export function ChannelMark({ channel }: { channel: ChannelItem | undefined }) {
  const styles = useStyles();
  return <span className={styles.tile}>{channel ? glyph(channel, 18) : <PlugDisconnected20Regular />}</span>;
}

export function ChannelSign({ channel }: { channel: ChannelItem }) {
  const styles = useStyles();
  return <span className={styles.bare}>{glyph(channel, 18)}</span>;
}
