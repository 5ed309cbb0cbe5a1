import { useState } from 'react';
import { Input } from '@fluentui/react-components';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import type { CampaignFields } from '../../contract.ts';

export interface TestDialogProps {
  /** The stored campaign, whose file is used. */
  campaignId: number | undefined;
  values: CampaignFields;
  onClose(): void;
}

/** Sends the message as it is typed to one number. */
export function TestDialog({ campaignId, values, onClose }: TestDialogProps) {
  const t = useT();
  const toasts = useToasts();
  const [number, setNumber] = useState('');
  const send = async (): Promise<void> => {
    const { legalBasis: _legalBasis, ...fields } = values;
    await api.post('/campaigns/test', { ...fields, number, ...(campaignId !== undefined && { campaignId }) });
    toasts.success(t('test.done'));
    onClose();
  };
  return (
    <FormDialog open title={t('test.action')} submitLabel={t('test.send')} onSubmit={send} onClose={onClose}>
      <FormRow label={t('test.number')} name="number" help={t('test.help')} required>
        <Input autoFocus type="tel" value={number} onChange={(_, { value }) => setNumber(value)} />
      </FormRow>
    </FormDialog>
  );
}
