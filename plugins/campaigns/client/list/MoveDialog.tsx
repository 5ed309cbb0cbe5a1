import { useState } from 'react';
import { Dropdown, Option } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import type { CampaignView } from '../../contract.ts';
import { useConnections } from '../form/choices.ts';

/** Chooses another connection for the rest of a campaign. */
export function MoveDialog({ campaign, onClose }: { campaign: CampaignView; onClose(): void }) {
  const t = useT();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState(0);
  const choices = (useConnections().data ?? []).filter(({ id }) => id !== campaign.whatsappId);
  const name = choices.find(({ id }) => id === chosen)?.name ?? '';
  const move = async (): Promise<void> => {
    await api.post(`/campaigns/${campaign.id}/connection`, {
      whatsappId: chosen,
      ...(campaign.whatsappId > 0 && { from: campaign.whatsappId }),
    });
    toasts.success(t('move.done', { name }));
    await queries.invalidateQueries({ queryKey: ['campaigns'] });
    onClose();
  };
  return (
    <FormDialog open title={t('move.title')} submitLabel={t('move.submit')} onSubmit={move} onClose={onClose}>
      <FormRow label={t('move.connection')} name="whatsappId" help={t('move.help')} required>
        <Dropdown
          placeholder={t('form.chooseConnection')}
          value={name}
          selectedOptions={chosen === 0 ? [] : [String(chosen)]}
          onOptionSelect={(_, { optionValue }) => setChosen(Number(optionValue))}
        >
          {choices.map(({ id, name: text, status }) => (
            <Option key={id} value={String(id)} text={text} disabled={status !== 'CONNECTED'}>
              {status === 'CONNECTED' ? text : t('move.offline', { name: text })}
            </Option>
          ))}
        </Dropdown>
      </FormRow>
    </FormDialog>
  );
}
