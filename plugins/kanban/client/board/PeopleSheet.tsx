import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Checkmark20Regular, PeopleTeam20Regular, Person20Regular } from '@fluentui/react-icons';
import { useSession, useT } from '@balcao/sdk/client';
import { Avatar, SideSheet, ext } from '@balcao/sdk/ui';
import { usePeople } from './useDirectory.ts';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: '-8px -12px', padding: 0 },
  entry: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    width: '100%',
    minHeight: '48px',
    padding: '0 12px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
  },
  current: { backgroundColor: ext.selected, fontWeight: tokens.fontWeightSemibold },
  name: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  label: { padding: '16px 12px 4px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface PeopleSheetProps {
  /** '' for one's own cards, `all`. */
  view: string;
  onView(view: string): void;
  onPerson(person: { id: number; name: string }): void;
  onClose(): void;
}

/** Asks on a phone whose cards to show; those of one colleague are only looked at. */
export function PeopleSheet({ view, onView, onPerson, onClose }: PeopleSheetProps) {
  const styles = useStyles();
  const t = useT();
  const { user } = useSession();
  const others = usePeople().filter(({ id }) => id !== user.id);
  const pick = (work: () => void) => () => {
    onClose();
    work();
  };
  const views = [
    { value: '', label: t('view.own'), icon: <Person20Regular /> },
    { value: 'all', label: t('view.everybody'), icon: <PeopleTeam20Regular /> },
  ];
  return (
    <SideSheet open title={t('view.others')} onClose={onClose}>
      <ul className={styles.list}>
        {views.map(({ value, label, icon }) => (
          <li key={value}>
            <button
              type="button"
              className={mergeClasses(styles.entry, value === view && styles.current)}
              aria-current={value === view}
              onClick={pick(() => onView(value))}
            >
              {icon}
              <span className={styles.name}>{label}</span>
              {value === view && <Checkmark20Regular aria-hidden />}
            </button>
          </li>
        ))}
        <li className={styles.label}>{t('view.only')}</li>
        {others.map((person) => (
          <li key={person.id}>
            <button type="button" className={styles.entry} onClick={pick(() => onPerson(person))}>
              <Avatar name={person.name} size={28} decorative />
              <span className={styles.name}>{person.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </SideSheet>
  );
}
