import { Input } from '@fluentui/react-components';
import { useState } from 'react';
import { api, useT } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import type { Delivery } from '../contract.ts';

export function ReceiptDialog({ delivery, onClose }: { delivery: Delivery; onClose(): void }) {
  const t = useT();
  const [receivedBy, setReceivedBy] = useState('');
  return (
    <FormDialog
      open
      title={t('receipt.title', { code: delivery.code })}
      submitLabel={t('receipt.send')}
      onSubmit={async () => {
        await api.post(`/acme-deliveries/${delivery.id}/receipt`, { receivedBy });
        onClose();
      }}
      onClose={onClose}
    >
      <FormRow label={t('receipt.by')} name="receivedBy" required>
        <Input autoFocus value={receivedBy} onChange={(_, { value }) => setReceivedBy(value)} />
      </FormRow>
    </FormDialog>
  );
}
