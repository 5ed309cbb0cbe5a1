import { makeStyles } from '@fluentui/react-components';
import { mediaUrl } from '@balcao/sdk/client';
import { Avatar } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  person: { display: 'flex', alignItems: 'center', gap: '10px', minHeight: '40px', overflowWrap: 'anywhere' },
});

/** People of a chat, one below another. */
export function People({ people }: { people: readonly { id: number; name: string; profilePicUrl: string | null }[] }) {
  const styles = useStyles();
  return (
    <ul className={styles.list}>
      {people.map(({ id, name, profilePicUrl }) => (
        <li key={id} className={styles.person}>
          <Avatar name={name} picture={profilePicUrl && mediaUrl(profilePicUrl)} size={28} decorative />
          {name}
        </li>
      ))}
    </ul>
  );
}
