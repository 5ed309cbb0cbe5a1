import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { Document20Regular, Location20Filled, Person20Regular } from '@fluentui/react-icons';
import { mediaUrl, useFormat, useT } from '@balcao/sdk/client';
import type { MessageData } from '@balcao/connections/contract';
import type { PhoneMessage } from '../../contract.ts';

const useStyles = makeStyles({
  picture: {
    display: 'block',
    width: '220px',
    maxWidth: '100%',
    maxHeight: '260px',
    objectFit: 'cover',
    borderRadius: '6px',
    marginBottom: '4px',
  },
  sticker: { display: 'block', width: '128px', height: '128px', objectFit: 'contain' },
  sound: { display: 'block', width: '220px', maxWidth: '100%', marginBottom: '4px' },
  file: { display: 'inline-flex', alignItems: 'center', gap: '6px' },
  card: {
    display: 'grid',
    gridTemplateColumns: '36px minmax(0, 1fr)',
    alignItems: 'center',
    columnGap: '10px',
    width: '220px',
    maxWidth: '100%',
    padding: '4px 0',
  },
  disc: {
    display: 'grid',
    placeItems: 'center',
    width: '36px',
    height: '36px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorBrandForeground1,
  },
  name: { fontWeight: tokens.fontWeightSemibold },
  detail: {
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontVariantNumeric: 'tabular-nums',
  },
});

export function Media({ media }: { media: NonNullable<PhoneMessage['media']> }) {
  const styles = useStyles();
  const address = mediaUrl(media.url);
  if (media.type === 'sticker') return <img className={styles.sticker} src={address} alt={media.name} loading="lazy" />;
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

/** A place or contact cards. */
export function Data({ data }: { data: MessageData }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  if (data.kind === 'location') {
    const { name, address, latitude, longitude } = data;
    return (
      <div className={styles.card}>
        <span className={styles.disc}>
          <Location20Filled aria-hidden="true" />
        </span>
        <span>
          <div className={styles.name}>{name ?? t('share.location')}</div>
          {address && <div className={styles.detail}>{address}</div>}
          <div className={styles.detail}>{`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`}</div>
        </span>
      </div>
    );
  }
  return data.contacts.map(({ name, numbers }, index) => (
    <div key={`${name} ${index}`} className={styles.card}>
      <span className={styles.disc}>
        <Person20Regular aria-hidden="true" />
      </span>
      <span>
        <div className={styles.name}>{name}</div>
        {numbers.map((number) => (
          <div key={number} className={styles.detail}>
            {format.phone(number)}
          </div>
        ))}
      </span>
    </div>
  ));
}
