import { useState } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useT } from '../index.ts';
import { ChannelGlyph } from './ChannelGlyph.tsx';
import { hueOf, initials } from './name-colour.ts';
import { ext } from './tokens.ts';

export interface AvatarProps {
  name: string;
  /** Address of a picture; initials are shown if it is absent or fails to load. */
  picture?: string | null;
  /** Side in px. */
  size?: number;
  /** True for groups and companies, which are shown as squares. */
  square?: boolean;
  /** Channel id: its glyph is shown in the corner. */
  channel?: string;
  presence?: 'online' | 'offline';
  /** Colour of the ring between the corner mark and the picture: the row's background. */
  ring?: string;
  /** True if the name is displayed beside the avatar. */
  decorative?: boolean;
}

const useStyles = makeStyles({
  root: { position: 'relative', display: 'inline-flex', flexShrink: 0, verticalAlign: 'middle' },
  face: {
    width: '100%',
    height: '100%',
    borderRadius: '50%',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '0.01em',
    overflow: 'hidden',
    userSelect: 'none',
    lineHeight: 1,
  },
  square: { borderRadius: tokens.borderRadiusLarge },
  picture: { width: '100%', height: '100%', objectFit: 'cover', display: 'block' },
  corner: { position: 'absolute', right: '-4px', bottom: '-4px', display: 'flex', borderRadius: '50%', padding: '2px' },
  presence: { position: 'absolute', right: '-2px', bottom: '-2px', borderRadius: '50%' },
  online: { backgroundColor: ext.presence },
  offline: {
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: `inset 0 0 0 2px ${tokens.colorNeutralForeground3}`,
  },
});

/** A person, group or company: a picture, or initials on a colour derived from the name. */
export function Avatar(props: AvatarProps) {
  const { name, picture, size = 40, square, channel, presence, decorative } = props;
  const ring = props.ring ?? tokens.colorNeutralBackground1;
  const styles = useStyles();
  const t = useT('shell');
  const [failed, setFailed] = useState<string>();
  const hue = hueOf(name);
  const showPicture = picture && failed !== picture;
  const dot = size >= 36 ? 8 : 7;
  const label = presence ? `${name}, ${t(`presence.${presence}`)}` : name;

  return (
    <span
      className={styles.root}
      style={{ width: size, height: size }}
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <span
        className={mergeClasses(styles.face, square && styles.square)}
        style={{
          fontSize: Math.round(size * (size <= 28 ? 0.4 : 0.375)),
          backgroundColor: `oklch(var(--avatarLightness) var(--avatarChroma) ${hue})`,
          color: `oklch(var(--avatarTextLightness) var(--avatarTextChroma) ${hue})`,
        }}
      >
        {showPicture ? (
          <img
            className={styles.picture}
            src={picture}
            alt=""
            loading="lazy"
            draggable={false}
            onError={() => setFailed(picture)}
          />
        ) : (
          initials(name)
        )}
      </span>
      {channel && (
        <span className={styles.corner} style={{ backgroundColor: ring }} aria-hidden="true">
          <ChannelGlyph channel={channel} size={size >= 40 ? 16 : 13} />
        </span>
      )}
      {presence && !channel && (
        <span
          className={mergeClasses(styles.presence, presence === 'online' ? styles.online : styles.offline)}
          style={{ width: dot + 4, height: dot + 4, border: `2px solid ${ring}` }}
          aria-hidden="true"
        />
      )}
    </span>
  );
}
