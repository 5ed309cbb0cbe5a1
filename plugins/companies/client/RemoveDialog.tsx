import { useState } from 'react';
import { Input, makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import type { CompanyRow } from '../contract.ts';

const useStyles = makeStyles({ text: { margin: 0, textWrap: 'pretty' }, list: { margin: 0, paddingLeft: '20px' } });

const things = ['users', 'connections', 'queues', 'tickets'] as const;
type Contents = Record<(typeof things)[number], number>;

interface RemoveDialogProps {
  company: CompanyRow;
  onClose(): void;
  onRemoved(): void;
}

/**
 * The confirmation of an irreversible deletion: what would be deleted is counted, and the company's name must be typed.
 */
export function RemoveDialog({ company, onClose, onRemoved }: RemoveDialogProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const [typed, setTyped] = useState('');
  const { data } = useQuery({
    queryKey: ['companies', 'contents', company.id],
    queryFn: ({ signal }) => api.get<Contents>(`/companies/${company.id}/contents`, {}, { signal }),
    staleTime: 0,
  });
  const remove = async (): Promise<void> => {
    try {
      await api.delete(`/companies/${company.id}`);
    } catch (error) {
      toasts.error(t('delete.failed'));
      throw error;
    }
    onClose();
    onRemoved();
    toasts.success(t('delete.done'));
  };
  return (
    <FormDialog
      open
      danger
      width={480}
      title={t('delete.title', { name: company.name })}
      submitLabel={t('delete.confirm')}
      disabled={typed.trim() !== company.name.trim()}
      onSubmit={remove}
      onClose={onClose}
    >
      <p className={styles.text}>{t('delete.text')}</p>
      {data && (
        <ul className={styles.list} aria-label={t('delete.contents')}>
          {things.map((thing) => (
            <li key={thing}>{t(`delete.${thing}`, { count: data[thing] })}</li>
          ))}
        </ul>
      )}
      <FormRow label={t('delete.typeName', { name: company.name })}>
        <Input autoFocus autoComplete="off" value={typed} onChange={(_, { value }) => setTyped(value)} />
      </FormRow>
    </FormDialog>
  );
}
