import { makeStyles, tokens } from '@fluentui/react-components';
import { mediaUrl, useT } from '@balcao/sdk/client';
import { Avatar } from '@balcao/sdk/ui';
import type { PanelPerson } from '../../panel.ts';
import type { Counts } from '../model/board.ts';

const useStyles = makeStyles({
  name: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  load: {
    flexShrink: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
});

/** A person to choose, with the load that decides. */
export function PersonOption({ person, counts }: { person: PanelPerson; counts: Counts }) {
  const styles = useStyles();
  const t = useT();
  const { name, online, profilePicUrl } = person;
  const load = [t('choose.load', { count: counts.total })];
  if (counts.waiting > 0) load.push(t('card.waiting', { count: counts.waiting }));
  return (
    <>
      <Avatar
        name={name}
        picture={profilePicUrl && mediaUrl(profilePicUrl)}
        size={28}
        presence={online ? 'online' : 'offline'}
      />
      <span className={styles.name}>{name}</span>
      <span className={styles.load}>{load.join(', ')}</span>
    </>
  );
}
