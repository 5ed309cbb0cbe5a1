import { Button, Field, Input, Link, makeStyles, tokens } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { ApiError, useApi, useErrorText, useFormat, useT, useToasts } from '@balcao/sdk/client';
import type { TicketView } from '@balcao/tickets/contract';
import type { SecondCopy } from '../contract.ts';

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: '12px' },
  ask: { display: 'flex', alignItems: 'flex-end', gap: '8px' },
  field: { flexGrow: 1, minWidth: 0 },
  list: { margin: 0, padding: 0, listStyleType: 'none', display: 'flex', flexDirection: 'column', gap: '12px' },
  invoice: { display: 'flex', flexDirection: 'column', gap: '4px' },
  amount: { fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
});

/** Open invoices of the customer, by CPF or CNPJ, to be copied into the conversation. */
export default function SecondCopies({ ticket }: { ticket: TicketView }) {
  return <Asked key={ticket.id} />;
}

function Asked() {
  const styles = useStyles();
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const toasts = useToasts();
  const errorText = useErrorText();
  const [taxNumber, setTaxNumber] = useState('');
  const lookUp = useMutation({
    mutationFn: (number: string) => api.post<SecondCopy[]>('/billing/second-copies', { taxNumber: number }),
  });
  /** Returns the message of an error; the fault of the number is more specific than the general one. */
  const why = (error: Error): string => {
    const fault = error instanceof ApiError ? error.fields?.['taxNumber'] : undefined;
    return errorText(fault === undefined ? error : new ApiError(400, fault));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (taxNumber.trim() !== '' && !lookUp.isPending) lookUp.mutate(taxNumber);
  };
  const copy = async (text: string, confirmation: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toasts.success(t(confirmation));
    } catch (error) {
      toasts.error(error);
    }
  };
  const day = (date: string): string => format.date(`${date}T12:00:00`);
  return (
    <div className={styles.all}>
      <form className={styles.ask} onSubmit={submit}>
        <Field
          className={styles.field}
          label={t('panel.taxNumber')}
          {...(lookUp.error && { validationMessage: why(lookUp.error), validationState: 'error' as const })}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={taxNumber}
            onChange={(_event, { value }) => setTaxNumber(value)}
          />
        </Field>
        <Button type="submit" disabledFocusable={lookUp.isPending || taxNumber.trim() === ''}>
          {t('panel.look')}
        </Button>
      </form>
      <div role="status">{lookUp.data?.length === 0 && <span className={styles.quiet}>{t('panel.nothing')}</span>}</div>
      {lookUp.data && lookUp.data.length > 0 && (
        <ul className={styles.list}>
          {lookUp.data.map((invoice) => (
            <li key={`${invoice.system}/${invoice.id}`} className={styles.invoice}>
              <span className={styles.amount}>{format.money(invoice.amountCents)}</span>
              <span className={styles.quiet}>
                {t('panel.due', { date: day(invoice.dueDate), system: invoice.systemName })}
              </span>
              <div className={styles.actions}>
                {invoice.line && (
                  <Button size="small" onClick={() => void copy(invoice.line ?? '', 'panel.lineCopied')}>
                    {t('panel.copyLine')}
                  </Button>
                )}
                {invoice.pix && (
                  <Button size="small" onClick={() => void copy(invoice.pix ?? '', 'panel.pixCopied')}>
                    {t('panel.copyPix')}
                  </Button>
                )}
                {invoice.url && (
                  <Link href={invoice.url} target="_blank" rel="noreferrer">
                    {t('panel.open')}
                  </Link>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
