import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { Location24Filled, Open16Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { ext, tint } from '@balcao/sdk/ui';
import type { ChatLocation } from './chat-message.ts';
import { useChatT } from './texts.ts';

const useStyles = makeStyles({
  card: { width: '300px', maxWidth: '100%' },
  // A drawing instead of a map: loading a map would reveal the customer's location to a third party.
  ground: {
    position: 'relative',
    height: '112px',
    margin: '3px 3px 0',
    borderRadius: tokens.borderRadiusLarge,
    overflow: 'hidden',
    backgroundColor: tint(5),
    backgroundImage: `linear-gradient(${tint(7)} 2px, transparent 2px), linear-gradient(90deg, ${tint(7)} 2px, transparent 2px), linear-gradient(118deg, transparent 46%, ${tint(10)} 46%, ${tint(10)} 54%, transparent 54%)`,
    backgroundSize: '56px 40px, 64px 40px, 100% 100%',
    backgroundPosition: '0 19px, 31px 0, 0 0',
  },
  pin: {
    position: 'absolute',
    left: 'calc(50% - 20px)',
    top: 'calc(50% - 24px)',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '40px',
    height: '40px',
    borderRadius: '50%',
    backgroundColor: ext.raised,
    color: tokens.colorBrandForeground1,
    boxShadow: tokens.shadow4,
  },
  words: { padding: '8px 10px 6px', display: 'flex', flexDirection: 'column', minWidth: 0 },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere', lineHeight: tokens.lineHeightBase300 },
  address: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
  },
  coordinates: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
  foot: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '12px', paddingTop: '4px' },
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    '@media (max-width: 599px)': { minHeight: '40px' },
  },
});

export interface LocationCardProps {
  location: ChatLocation;
  /** Content at the card's end: a `MessageTime`. */
  when?: ReactNode;
}

/** A shared location: name, address and a link to a map. */
export function LocationCard({ location, when }: LocationCardProps) {
  const styles = useStyles();
  const t = useChatT();
  const coordinates = `${location.latitude.toFixed(5)}, ${location.longitude.toFixed(5)}`;
  const at = encodeURIComponent(`${location.latitude},${location.longitude}`);
  return (
    <div className={styles.card}>
      <div className={styles.ground} aria-hidden="true">
        <span className={styles.pin}>
          <Location24Filled />
        </span>
      </div>
      <div className={styles.words}>
        <span className={styles.name}>{location.name || t('location.name')}</span>
        {location.address && <span className={styles.address}>{location.address}</span>}
        <span className={styles.coordinates}>{coordinates}</span>
        <div className={styles.foot}>
          <Link
            className={styles.link}
            href={`https://www.google.com/maps/search/?api=1&query=${at}`}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            {t('location.openMap')}
            <Open16Regular aria-hidden="true" />
          </Link>
          {when}
        </div>
      </div>
    </div>
  );
}
