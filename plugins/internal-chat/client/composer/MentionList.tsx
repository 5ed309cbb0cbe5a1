import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { mediaUrl, useT } from '@balcao/sdk/client';
import { Avatar, Kbd, ext } from '@balcao/sdk/ui';
import type { Mentionable } from './mention-text.ts';

const useStyles = makeStyles({
  box: {
    position: 'absolute',
    left: '24px',
    bottom: '100%',
    zIndex: 2,
    width: '252px',
    boxSizing: 'border-box',
    padding: '4px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
    '@media (max-width: 599px)': { left: '8px' },
  },
  label: { padding: '6px 8px', fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  option: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    minHeight: '40px',
    padding: '0 8px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
  },
  selected: { backgroundColor: ext.selected, outline: `2px solid ${tokens.colorCompoundBrandStroke}` },
  name: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  foot: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    padding: '8px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    '@media (max-width: 599px)': { display: 'none' },
  },
});

export interface MentionListProps {
  listId: string;
  people: readonly (Mentionable & { profilePicUrl?: string | null })[];
  selected: number;
  onPick(person: Mentionable): void;
}

/** People to mention, above the field, which keeps the focus. */
export function MentionList({ listId, people, selected, onPick }: MentionListProps) {
  const styles = useStyles();
  const t = useT();
  return (
    <div className={styles.box}>
      <div className={styles.label}>{t('composer.people')}</div>
      <div role="listbox" id={listId} aria-label={t('composer.people')}>
        {people.map((person, at) => (
          <div
            key={person.id}
            id={`${listId}-${at}`}
            role="option"
            aria-selected={at === selected}
            className={mergeClasses(styles.option, at === selected && styles.selected)}
            onMouseDown={(event) => {
              event.preventDefault();
              onPick(person);
            }}
          >
            <Avatar
              name={person.name}
              picture={person.profilePicUrl ? mediaUrl(person.profilePicUrl) : null}
              size={28}
              decorative
            />
            <span className={styles.name}>{person.name}</span>
          </div>
        ))}
      </div>
      <div className={styles.foot} aria-hidden="true">
        <Kbd keys="Enter" /> {t('composer.hintPick')} <Kbd keys="Escape" /> {t('composer.hintClose')}
      </div>
    </div>
  );
}
