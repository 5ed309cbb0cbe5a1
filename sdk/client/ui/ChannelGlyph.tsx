import { makeStyles } from '@fluentui/react-components';
import { point } from '../../shared/contract.ts';
import { translate, usePoint } from '../index.ts';

export interface ChannelGlyphItem {
  /** The channel's id in the data. */
  channel: string;
  /** SVG path in a square of `viewBox` units. */
  path: string;
  /** Side of the path's square; 24 if absent. */
  viewBox?: number;
  /** Colour of the disc behind the white glyph, a CSS colour with a contrast of at least 3:1 to white. */
  color: string;
  /** The channel's name for screen readers: a locale key, or a proper name such as 'WhatsApp'. */
  label: string;
}

/**
 * The point to which channels contribute their glyph: `host.add(channelGlyph, { id, channel, path, color, label })`.
 */
export const channelGlyph = point<ChannelGlyphItem>('app.channel-glyph');

const useStyles = makeStyles({
  disc: { display: 'inline-flex', alignItems: 'center', justifyContent: 'center', borderRadius: '50%', flexShrink: 0 },
});

const unknown = {
  color: '#5b6472',
  viewBox: 24,
  path: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm6.9 6h-2.9a15 15 0 0 0-1.4-3.6A8 8 0 0 1 18.9 8ZM12 4c.8 1.1 1.5 2.5 1.9 4h-3.8c.4-1.5 1.1-2.9 1.9-4ZM4.3 14a8 8 0 0 1 0-4h3.3a16 16 0 0 0 0 4H4.3Zm.8 2h2.9c.3 1.3.8 2.5 1.4 3.6A8 8 0 0 1 5.1 16ZM8 8H5.1a8 8 0 0 1 4.3-3.6C8.8 5.5 8.3 6.7 8 8Zm4 12c-.8-1.1-1.5-2.5-1.9-4h3.8c-.4 1.5-1.1 2.9-1.9 4Zm2.3-6H9.7a14 14 0 0 1 0-4h4.6a14 14 0 0 1 0 4Zm.3 5.6c.6-1.1 1.1-2.3 1.4-3.6h2.9a8 8 0 0 1-4.3 3.6Zm1.8-5.6a16 16 0 0 0 0-4h3.3a8 8 0 0 1 0 4h-3.3Z',
};

/** A channel's white glyph on its own colour. Unknown channels get a neutral globe. */
export function ChannelGlyph({ channel, size = 16 }: { channel: string; size?: number }) {
  const styles = useStyles();
  const known = usePoint(channelGlyph).find((item) => item.channel === channel);
  const glyph = known ?? unknown;
  const name = known ? translate(known.plugin, known.label) : '';
  const side = Math.round(size * 0.62);
  return (
    <span
      className={styles.disc}
      style={{ width: size, height: size, backgroundColor: glyph.color }}
      {...(name ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    >
      <svg
        width={side}
        height={side}
        viewBox={`0 0 ${glyph.viewBox ?? 24} ${glyph.viewBox ?? 24}`}
        fill="#fff"
        aria-hidden="true"
      >
        <path d={glyph.path} />
      </svg>
    </span>
  );
}
