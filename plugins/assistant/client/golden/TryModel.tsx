import { Button } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { api, useSession, useT } from '@balcao/sdk/client';
import { FormDialog } from '@balcao/sdk/ui';
import type { PurposeTrialProps } from '@balcao/chatai/contract';
import { usePurpose } from '../ticket/usePurpose.ts';
import { CostLine } from './CostLine.tsx';
import { evaluationsKey, nothing, useEstimate, useGolden } from './golden-data.ts';

/** Asks whether another model answers the questions of the test before customers meet it. */
export default function TryModel({ choice, onUse, onClose }: PurposeTrialProps) {
  const t = useT();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { can } = useSession();
  const mayTry = can('assistant:view');
  const { isReady } = usePurpose('assistant');
  const golden = useGolden(mayTry);
  const count = golden.data?.length ?? 0;
  const isKnown = !mayTry || golden.isError || (golden.isSuccess && isReady !== undefined);
  const isNothing = isKnown && (!mayTry || count === 0 || isReady !== true);
  const isUsed = useRef(false);
  useEffect(() => {
    if (!isNothing || isUsed.current) return;
    isUsed.current = true;
    onUse();
  }, [isNothing, onUse]);
  const candidate = { ...nothing, model: choice };
  const estimate = useEstimate('evaluations', candidate, isKnown && !isNothing);
  if (!isKnown || isNothing) return null;
  return (
    <FormDialog
      open
      title={t('goLive.title', { count })}
      submitLabel={t('goLive.tryModel')}
      onSubmit={async () => {
        await api.post('/assistant/evaluations', candidate);
        await queries.invalidateQueries({ queryKey: evaluationsKey });
        onClose();
        void navigate('/knowledge/golden');
      }}
      onClose={onClose}
      aside={
        <Button appearance="subtle" onClick={onUse}>
          {t('goLive.now')}
        </Button>
      }
    >
      <p>{t('goLive.modelText')}</p>
      <CostLine estimate={estimate.data} />
    </FormDialog>
  );
}
