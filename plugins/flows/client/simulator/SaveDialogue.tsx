import { useState } from 'react';
import { Input } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import type { FlowDialogue } from '../../graph/wire.ts';
import type { Simulation } from './simulation.ts';

interface SaveDialogueProps {
  flowId: number;
  channel: string;
  simulation: Simulation;
  onClose(): void;
}

/** Keeps this dialogue as a test: whatever was said must be said again whenever the flow is published. */
export function SaveDialogue({ flowId, channel, simulation, onClose }: SaveDialogueProps) {
  const t = useT();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const save = async () => {
    await api.post<FlowDialogue>(`/flow/${flowId}/dialogues`, {
      name: name.trim(),
      channel,
      now: new Date(simulation.startedAt).toISOString(),
      variables: {},
      steps: simulation.script,
    });
    await queries.invalidateQueries({ queryKey: ['flows', 'dialogues', flowId] });
    toasts.success(t('sim.testSaved'));
    onClose();
  };
  return (
    <FormDialog
      open
      title={t('sim.saveTest')}
      subtitle={t('sim.saveTestText')}
      submitLabel={t('sim.saveTest')}
      disabled={name.trim() === ''}
      onSubmit={save}
      onClose={onClose}
    >
      <FormRow label={t('sim.testName')} name="name" required>
        <Input autoFocus value={name} maxLength={100} onChange={(_, { value }) => setName(value)} />
      </FormRow>
    </FormDialog>
  );
}
