import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@fluentui/react-components';
import type { TicketView } from '@balcao/tickets/contract';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import type { AutomaticService as Body } from '../../graph/wire.ts';
import { Choice } from '../forms/parts.tsx';

interface AutomaticServiceProps {
  ticket: TicketView;
  onClose(): void;
}

/** Starts a flow in a conversation, or ends the one that serves it. */
export default function AutomaticService({ ticket, onClose }: AutomaticServiceProps) {
  const t = useT();
  const toasts = useToasts();
  const [flowId, setFlowId] = useState('');
  const [notify, setNotify] = useState('');
  const [isTried, setTried] = useState(false);
  const { data = [] } = useQuery({
    queryKey: ['flows', 'startable'],
    queryFn: async ({ signal }) =>
      (await api.get<{ records: { id: number; title: string; isLive: boolean }[] }>('/flow/list', {}, { signal }))
        .records,
  });
  const put = (body: Body) => api.put(`/tickets/${ticket.id}/automatic-service`, body);
  const missing = t('errors.ERR_FLOW_FIELDS_REQUIRED');
  const start = async () => {
    setTried(true);
    if (flowId === '' || notify === '') {
      toasts.error(missing);
      return;
    }
    await put({ isAutomaticService: true, flowId: Number(flowId), notify: notify === 'await' ? 'await' : 'automatic' });
    toasts.success(t('ticket.started'));
    onClose();
  };
  const stop = async () => {
    try {
      await put({ isAutomaticService: false });
      toasts.success(t('ticket.stopped'));
      onClose();
    } catch (error) {
      toasts.error(error);
    }
  };
  return (
    <FormDialog
      open
      title={t('ticket.title')}
      subtitle={t(ticket.isAutomaticService ? 'ticket.textRunning' : 'ticket.text')}
      submitLabel={t('ticket.start')}
      onSubmit={start}
      onClose={onClose}
      aside={ticket.isAutomaticService && <Button onClick={() => void stop()}>{t('ticket.stop')}</Button>}
    >
      <FormRow label={t('place.flow')} name="flowId" required error={isTried && flowId === '' ? missing : undefined}>
        <Choice
          value={flowId}
          options={data.filter(({ isLive }) => isLive).map(({ id, title }) => ({ id: String(id), name: title }))}
          placeholder={t('form.choose')}
          onChange={setFlowId}
        />
      </FormRow>
      <FormRow
        label={t('ticket.notify')}
        name="notify"
        required
        error={isTried && notify === '' ? missing : undefined}
        {...(notify !== '' && { help: t(`ticket.${notify}Help`) })}
      >
        <Choice
          value={notify}
          options={['automatic', 'await'].map((id) => ({ id, name: t(`ticket.${id}`) }))}
          placeholder={t('form.choose')}
          onChange={setNotify}
        />
      </FormRow>
    </FormDialog>
  );
}
