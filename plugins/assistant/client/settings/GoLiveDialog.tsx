import { Button } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useState } from 'react';
import { api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog } from '@balcao/sdk/ui';
import { CostLine } from '../golden/CostLine.tsx';
import { evaluationsKey, nothing, useEstimate } from '../golden/golden-data.ts';
import type { Settings } from './InstructionsForm.tsx';

const versionsKey = ['assistant', 'versions'] as const;

interface GoLiveDialogProps {
  settings: Settings;
  /** The live version from which they were made; null: there was none. */
  baseId: number | null;
  /** Questions of the test. */
  count: number;
  onSaved(): void;
  onClose(): void;
}

/** Asks whether new settings are tried with the questions of the test before customers meet them, and what that costs. */
export function GoLiveDialog({ settings, baseId, count, onSaved, onClose }: GoLiveDialogProps) {
  const t = useT();
  const toasts = useToasts();
  const textOf = useErrorText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  // Not stored yet, the settings have no version; both sides cost about what the present ones cost.
  const estimate = useEstimate('evaluations', nothing).data;
  const both = estimate && {
    ...estimate,
    answers: estimate.answers * 2,
    tokens: estimate.tokens * 2,
    costMicros: estimate.costMicros === null ? null : estimate.costMicros * 2,
  };
  const tryFirst = async (): Promise<void> => {
    const { id } = await api
      .post<{ id: number }>('/assistant/versions', { ...settings, baseId, isLive: false })
      .finally(() => queries.invalidateQueries({ queryKey: versionsKey }));
    await api.post('/assistant/evaluations', { ...nothing, versionId: id, goesLive: true });
    await queries.invalidateQueries({ queryKey: evaluationsKey });
    void navigate('/knowledge/golden');
  };
  const saveNow = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.post('/assistant/versions', { ...settings, baseId, isLive: true });
      onSaved();
      await queries.invalidateQueries({ queryKey: versionsKey });
      toasts.success(t('settings.saved'));
      onClose();
    } catch (error) {
      toasts.error(textOf(error));
      // Behind the dialog stands what somebody else changed.
      void queries.invalidateQueries({ queryKey: versionsKey });
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      open
      title={t('goLive.title', { count })}
      submitLabel={t('goLive.try')}
      disabled={isBusy}
      onSubmit={tryFirst}
      onClose={onClose}
      aside={
        <Button appearance="subtle" disabled={isBusy} onClick={() => void saveNow()}>
          {t('goLive.now')}
        </Button>
      }
    >
      <p>{t('goLive.text')}</p>
      <CostLine estimate={both} />
    </FormDialog>
  );
}
