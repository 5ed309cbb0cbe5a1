import { Input, makeStyles, tokens } from '@fluentui/react-components';
import { ApiError, api, newId, useT, useToasts } from '@balcao/sdk/client';
import { EmptyState, ErrorState, FormDialog, FormRow, SkeletonRows } from '@balcao/sdk/ui';
import type { TicketView } from '@balcao/tickets/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Template } from '../../contract.ts';
import { asValue, filled, headerFile, variablesOf } from '../../template/template.ts';
import { HeaderFileField } from './HeaderFileField.tsx';
import { TemplatePicker } from './TemplatePicker.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: '260px minmax(0, 1fr)',
    gap: '24px',
    minHeight: '340px',
    '@media (max-width: 759px)': { gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', minHeight: 0 },
  },
  fill: { display: 'flex', flexDirection: 'column', gap: '14px', minWidth: 0 },
  none: { margin: 0, color: tokens.colorNeutralForeground2 },
});

export interface TemplateDialogProps {
  ticket: TicketView;
  onSent(): void;
  onClose(): void;
}

/** Chooses a template, fills in its variables, and shows the message as the customer will read it. */
export default function TemplateDialog({ ticket, onSent, onClose }: TemplateDialogProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const path = `/whatsapp-cloud/tickets/${ticket.id}/templates`;
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['whatsapp-cloud', 'sendable', ticket.whatsappId],
    queryFn: ({ signal }) => api.get<Template[]>(path, {}, { signal }),
  });
  const [chosenId, setChosenId] = useState<number>();
  const [values, setValues] = useState<Record<string, string>>({});
  const [file, setFile] = useState<File>();
  // The same idempotency key for every attempt to send this message.
  const [clientId] = useState(() => newId());
  const chosen = data?.find(({ id }) => id === chosenId) ?? data?.[0];
  const variables = chosen ? variablesOf(chosen) : [];
  const header = chosen && headerFile(chosen);

  const choose = (template: Template): void => {
    setChosenId(template.id);
    setValues({});
    setFile(undefined);
  };

  const send = async (): Promise<void> => {
    if (!chosen) return;
    const open = variables.filter(({ key }) => asValue(values[key] ?? '') === '').map(({ key }) => key);
    if (header && !file) open.push('file');
    if (open.length > 0)
      throw new ApiError(400, 'ERR_VALIDATION', Object.fromEntries(open.map((key) => [key, t('composer.required')])));
    if (file) {
      const form = new FormData();
      form.set('templateId', String(chosen.id));
      form.set('values', JSON.stringify(values));
      form.set('clientId', clientId);
      form.set('file', file);
      await api.upload(path, form);
    } else await api.post(path, { templateId: chosen.id, values, clientId });
    toasts.success(t('composer.sent'));
    onSent();
  };

  const labelOf = ({ place, name, button = '' }: (typeof variables)[number]): string => {
    if (place === 'button') return t('composer.button', { button });
    return t(`composer.${place}`, { name: `{{${name}}}` });
  };

  return (
    <FormDialog
      open
      width={760}
      title={t('composer.title')}
      subtitle={t('composer.subtitle', { name: ticket.contact.name })}
      submitLabel={t('composer.send')}
      disabled={!chosen}
      onSubmit={send}
      onClose={onClose}
    >
      {isError && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonRows rows={5} height={48} />}
      {data?.length === 0 && <EmptyState title={t('templates.none')} text={t('composer.none')} level={2} />}
      {data && chosen && (
        <div className={styles.columns}>
          <TemplatePicker templates={data} chosenId={chosen.id} onChoose={choose} />
          <div className={styles.fill}>
            {variables.map((variable) => (
              <FormRow
                key={`${chosen.id}/${variable.key}`}
                label={labelOf(variable)}
                required
                // Only variables that are still empty are marked.
                {...(asValue(values[variable.key] ?? '') === '' && { name: variable.key })}
              >
                <Input
                  value={values[variable.key] ?? ''}
                  maxLength={1024}
                  autoComplete="off"
                  onChange={(_, { value }) => setValues((before) => ({ ...before, [variable.key]: value }))}
                />
              </FormRow>
            ))}
            {header && <HeaderFileField kind={header} file={file} onChange={setFile} />}
            <TemplatePreview text={filled(chosen, values)} header={header} file={file} />
          </div>
        </div>
      )}
    </FormDialog>
  );
}
