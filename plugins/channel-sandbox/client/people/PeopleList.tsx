import { useState } from 'react';
import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { Edit20Regular, MoreHorizontal20Regular, PersonAdd20Regular, Prohibited20Regular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useFormat, useT, useToasts } from '@balcao/sdk/client';
import { Avatar, EmptyState, ErrorState, IconButton, SearchBox, SkeletonRows, ext } from '@balcao/sdk/ui';
import { PersonDialog } from './PersonDialog.tsx';
import { peopleLike, refetchPeople, savePerson, usePeople, type Person } from './person.ts';

/** The number of people that is displayed without a search. */
const few = 8;

const useStyles = makeStyles({
  panel: { display: 'flex', flexDirection: 'column', minHeight: 0, height: '100%' },
  head: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    padding: '12px 12px 8px 16px',
    flexShrink: 0,
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: { listStyleType: 'none', margin: 0, padding: '0 8px 12px', overflowY: 'auto', flexGrow: 1, minHeight: 0 },
  item: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    borderRadius: tokens.borderRadiusLarge,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  chosen: { backgroundColor: ext.selected, ':hover': { backgroundColor: ext.selectedHover } },
  person: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    flexGrow: 1,
    minWidth: 0,
    minHeight: '56px',
    padding: '8px',
    border: 0,
    backgroundColor: 'transparent',
    color: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusLarge,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  texts: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  name: {
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  number: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  invalid: { color: ext.bad },
  more: { flexShrink: 0, marginRight: '4px' },
  add: { '@media (max-width: 599px)': { minHeight: '40px' } },
  search: { padding: '0 12px 8px' },
  quiet: { margin: '16px', color: tokens.colorNeutralForeground3 },
});

export interface PeopleListProps {
  connectionId: number;
  chosen: string | undefined;
  onChoose(number: string): void;
}

/** The people with a phone on this connection. */
export function PeopleList({ connectionId, chosen, onChoose }: PeopleListProps) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const toasts = useToasts();
  const queries = useQueryClient();
  const { people, error, refetch } = usePeople(connectionId);
  const [term, setTerm] = useState('');
  const found = people && peopleLike(people, term);
  const [edited, setEdited] = useState<Person | 'new'>();

  const mark = async (person: Person): Promise<void> => {
    try {
      await savePerson(connectionId, { ...person, invalid: !person.invalid });
      await refetchPeople(queries, connectionId);
    } catch (fault) {
      toasts.error(fault);
    }
  };
  const add = (
    <Button size="small" className={styles.add} icon={<PersonAdd20Regular />} onClick={() => setEdited('new')}>
      {t('person.add')}
    </Button>
  );

  return (
    <section className={styles.panel} aria-label={t('people.title')}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('people.title')}</h2>
        {people?.length !== 0 && add}
      </header>
      {error && !people && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !people && <SkeletonRows rows={5} height={56} avatar />}
      {people?.length === 0 && <EmptyState title={t('people.none')} text={t('people.noneText')} action={add} />}
      {people && people.length > few && (
        <div className={styles.search}>
          <SearchBox value={term} onChange={setTerm} wait={100} placeholder={t('people.search')} />
        </div>
      )}
      {people && people.length > 0 && found?.length === 0 && (
        <p className={styles.quiet}>{t('people.notFound', { term })}</p>
      )}
      {found && found.length > 0 && (
        <ul className={styles.list}>
          {found.map((person) => (
            <li key={person.number} className={mergeClasses(styles.item, person.number === chosen && styles.chosen)}>
              <button
                type="button"
                className={styles.person}
                aria-pressed={person.number === chosen}
                onClick={() => onChoose(person.number)}
              >
                <Avatar name={person.name || person.number} size={36} decorative />
                <span className={styles.texts}>
                  <span className={styles.name}>{person.name || format.phone(person.number)}</span>
                  <span className={mergeClasses(styles.number, person.invalid && styles.invalid)}>
                    {person.invalid
                      ? t('person.invalid')
                      : person.name
                        ? format.phone(person.number)
                        : t('person.noName')}
                  </span>
                </span>
              </button>
              <Menu positioning="below-end">
                <MenuTrigger disableButtonEnhancement>
                  <IconButton
                    className={styles.more}
                    icon={<MoreHorizontal20Regular />}
                    label={t('person.more', { name: person.name || person.number })}
                  />
                </MenuTrigger>
                <MenuPopover>
                  <MenuList>
                    <MenuItem icon={<Edit20Regular />} onClick={() => setEdited(person)}>
                      {t('person.edit')}
                    </MenuItem>
                    <MenuItem icon={<Prohibited20Regular />} onClick={() => void mark(person)}>
                      {t(person.invalid ? 'person.markValid' : 'person.markInvalid')}
                    </MenuItem>
                  </MenuList>
                </MenuPopover>
              </Menu>
            </li>
          ))}
        </ul>
      )}
      {edited && (
        <PersonDialog
          connectionId={connectionId}
          person={edited === 'new' ? undefined : edited}
          known={people ?? []}
          onSaved={onChoose}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}
