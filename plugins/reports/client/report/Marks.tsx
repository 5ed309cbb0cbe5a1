import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { api, useT } from '@balcao/sdk/client';

const useStyles = makeStyles({
  marks: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginBottom: '8px' },
  mark: { borderRadius: tokens.borderRadiusCircular, fontWeight: tokens.fontWeightRegular },
});

/** The name of the contact to whom a link led. */
const useContactName = (id: string | undefined): string | undefined =>
  useQuery({
    queryKey: ['reports', 'contact', id],
    queryFn: ({ signal }) => api.get<{ name: string }>(`/contacts/${id}`, {}, { signal }),
    enabled: id !== undefined,
    staleTime: 60_000,
    retry: false,
  }).data?.name;

export interface MarksProps {
  filter: Readonly<Record<string, string>>;
  onRemove(name: string): void;
}

/** Conditions that links bring and no field shows: one rating, one contact. Each can be removed. */
export function Marks({ filter, onRemove }: MarksProps) {
  const styles = useStyles();
  const t = useT();
  const { rate, contactId } = filter;
  const contact = useContactName(contactId);
  const marks = [
    ...(rate === undefined ? [] : [{ name: 'rate', label: t('filter.rate', { rate, name: t(`rate.${rate}`) }) }]),
    ...(contactId === undefined
      ? []
      : [{ name: 'contactId', label: t('filter.oneContact', { name: contact ?? `nº ${contactId}` }) }]),
  ];
  if (marks.length === 0) return null;
  return (
    <div className={styles.marks}>
      {marks.map(({ name, label }) => (
        <Button
          key={name}
          size="small"
          className={styles.mark}
          icon={<Dismiss16Regular />}
          iconPosition="after"
          aria-label={t('filter.remove', { name: label })}
          onClick={() => onRemove(name)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
