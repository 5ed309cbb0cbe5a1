import { useState } from 'react';
import { Checkbox } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, api, useT, useToasts } from '@balcao/sdk/client';
import { DateField, FormDialog, FormRow } from '@balcao/sdk/ui';
import { deliveriesKey } from '../data/integrations.ts';

/** Formats a date for a field of date and time: local, without a zone. */
const fieldOf = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Repeats the deliveries of a period. */
export function ReplayDialog({ webhookId, onClose }: { webhookId: number; onClose(): void }) {
  const t = useT();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [from, setFrom] = useState(() => fieldOf(new Date(Date.now() - 86_400_000)));
  const [to, setTo] = useState(() => fieldOf(new Date(Date.now() + 60_000)));
  const [onlyFailed, setOnlyFailed] = useState(true);

  const submit = async (): Promise<void> => {
    if (from === '' || to === '') {
      const empty = {
        ...(from === '' && { from: t('fault.required') }),
        ...(to === '' && { to: t('fault.required') }),
      };
      throw new ApiError(400, 'ERR_VALIDATION', empty);
    }
    const { replayed } = await api.post<{ replayed: number }>(`/webhooks/${webhookId}/replay`, {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      ...(onlyFailed && { status: 'failed' }),
    });
    toasts.success(t('log.replayed', { count: replayed }));
    await queries.invalidateQueries({ queryKey: deliveriesKey(webhookId) });
    onClose();
  };
  return (
    <FormDialog
      open
      width={460}
      title={t('log.replayRange')}
      subtitle={t('log.replayText')}
      submitLabel={t('log.replay')}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow label={t('log.from')} name="from" required>
        <DateField withTime value={from} onChange={setFrom} />
      </FormRow>
      <FormRow label={t('log.to')} name="to" required>
        <DateField withTime value={to} onChange={setTo} />
      </FormRow>
      <Checkbox
        label={t('log.onlyFailed')}
        checked={onlyFailed}
        onChange={(_, { checked }) => setOnlyFailed(checked === true)}
      />
    </FormDialog>
  );
}
