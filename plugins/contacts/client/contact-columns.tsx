import { makeStyles, tokens } from '@fluentui/react-components';
import { Contributed, mediaUrl, translate, useFormat, usePoint, useT } from '@balcao/sdk/client';
import { Avatar, VisuallyHidden, type DataColumn } from '@balcao/sdk/ui';
import { originName, type Contact } from '../contract.ts';
import { listColumns } from './parts.ts';

const useStyles = makeStyles({
  person: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    // A minimum width, or long words of the other columns would break the name letter by letter.
    minWidth: '220px',
    fontWeight: tokens.fontWeightSemibold,
    '@media (max-width: 1279px)': { minWidth: '180px' },
    '@media (max-width: 599px)': { minWidth: 0 },
  },
  number: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  email: {
    display: 'block',
    minWidth: 0,
    maxWidth: '320px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '@media (max-width: 1279px)': { maxWidth: '160px' },
    '@media (max-width: 599px)': { maxWidth: '100%' },
  },
  added: { display: 'block', maxWidth: '160px', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  quiet: { color: tokens.colorNeutralForeground3 },
});

/** Returns the columns of the contact list. */
export function useContactColumns(): DataColumn<Contact>[] {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const added = usePoint(listColumns);
  // A missing value: a dash on the screen, and words for screen readers.
  const unknown = (
    <span className={styles.quiet}>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{t('list.unknown')}</VisuallyHidden>
    </span>
  );
  return [
    {
      id: 'name',
      header: t('field.name'),
      width: '38%',
      touch: 'title',
      cell: (contact) => (
        <span className={styles.person}>
          <Avatar
            name={contact.name}
            size={32}
            square={contact.isGroup}
            decorative
            {...(contact.profilePicUrl ? { picture: mediaUrl(contact.profilePicUrl) } : {})}
          />
          {contact.name}
        </span>
      ),
    },
    {
      id: 'number',
      header: t('field.number'),
      width: 160,
      cell: ({ number, isGroup }) =>
        number ? (
          <span className={styles.number}>{format.phone(number)}</span>
        ) : isGroup ? (
          <span className={styles.quiet}>{t('list.group')}</span>
        ) : (
          unknown
        ),
    },
    ...added.map((item): DataColumn<Contact> => ({
      id: `${item.plugin}/${item.id}`,
      header: translate(item.plugin, item.label),
      width: 140,
      cell: (contact) => (
        <span className={styles.added}>
          <Contributed item={item} inline>
            <item.component contact={contact} />
          </Contributed>
        </span>
      ),
    })),
    {
      id: 'email',
      header: t('field.email'),
      cell: ({ email }) =>
        email ? (
          <span className={styles.email} title={email}>
            {email}
          </span>
        ) : (
          unknown
        ),
    },
    {
      id: 'origin',
      header: t('field.origin'),
      width: 120,
      touch: 'hide',
      cell: ({ origin }) => (origin ? originName(origin) : unknown),
    },
  ];
}
