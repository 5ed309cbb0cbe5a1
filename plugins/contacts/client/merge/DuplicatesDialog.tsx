import { Button, Dialog, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, useErrorText, useFormat, useT } from '@balcao/sdk/client';
import { Avatar, Bar, DialogFrame, EmptyState, SkeletonRows } from '@balcao/sdk/ui';
import type { Contact } from '../../contract.ts';

interface Group {
  reason: 'email' | 'number';
  contacts: Contact[];
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  group: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    paddingBlock: '12px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '&:last-child': { borderBottom: 'none' },
  },
  people: { flexGrow: 1, minWidth: 0, display: 'flex', flexDirection: 'column', gap: '6px' },
  person: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  name: { fontWeight: tokens.fontWeightSemibold, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  quiet: {
    color: tokens.colorNeutralForeground3,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    fontVariantNumeric: 'tabular-nums',
  },
});

/** The list of contacts that may be one person, for people to decide. */
export default function DuplicatesDialog({
  onClose,
  onMerge,
}: {
  onClose(): void;
  onMerge(ids: readonly [number, number]): void;
}) {
  const t = useT();
  const errorText = useErrorText();
  const styles = useStyles();
  const format = useFormat();
  const { data, error } = useQuery({
    queryKey: ['contacts', 'duplicates'],
    queryFn: ({ signal }) => api.get<Group[]>('/contacts/duplicates', {}, { signal }),
    staleTime: 0,
  });
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogFrame
        title={t('duplicates.title')}
        subtitle={t('duplicates.text')}
        width={600}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('duplicates.close')}</Button>}
      >
        {error ? (
          <Bar tone="bad">{errorText(error)}</Bar>
        ) : !data ? (
          <SkeletonRows rows={3} height={64} />
        ) : data.length === 0 ? (
          <EmptyState title={t('duplicates.none')} text={t('duplicates.noneText')} />
        ) : (
          <ul className={styles.list}>
            {data.map(({ reason, contacts: [first, second, ...others] }) =>
              first && second ? (
                <li key={`${reason}-${first.id}-${second.id}`} className={styles.group}>
                  <span className={styles.people}>
                    {[first, second, ...others].map((contact) => (
                      <span key={contact.id} className={styles.person}>
                        <Avatar name={contact.name} size={24} decorative />
                        <span className={styles.name}>{contact.name}</span>
                        <span className={styles.quiet}>
                          {reason === 'email' ? contact.email : format.phone(contact.number)}
                        </span>
                      </span>
                    ))}
                  </span>
                  <Button
                    size="small"
                    aria-label={t('duplicates.mergeOf', { one: first.name, other: second.name })}
                    onClick={() => onMerge([first.id, second.id])}
                  >
                    {t('duplicates.merge')}
                  </Button>
                </li>
              ) : null,
            )}
          </ul>
        )}
      </DialogFrame>
    </Dialog>
  );
}
