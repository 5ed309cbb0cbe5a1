import { useState } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useT } from '../index.ts';
import { ChannelGlyph } from './ChannelGlyph.tsx';
import { hueOf, initials } from './name-colour.ts';
import { ext } from './tokens.ts';

export interface AvatarProps {
  name: string;
  /** Address of a picture; initials stand in while it is absent or fails. */
  picture?: string | null;
  /** Side in px. */
  size?: number;
  /** Groups and companies are squares. */
  square?: boolean;
  /** Channel id: its glyph sits on the corner. */
  channel?: string;
  presence?: 'online' | 'offline';
  /** Colour of the ring that parts the corner mark from the picture: the row's ground. */
  ring?: string;
  /** Set when the name stands beside the avatar already. */
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

/** A person, group or company: picture or initials on the colour that the name always has. */
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
