import type { Queue } from '@balcao/queues/contract';
import { useT } from '@balcao/sdk/client';
import { FormRow } from '@balcao/sdk/ui';
import { useFlowItems } from '../data/useNamed.ts';
import { FlowChoice } from './FlowChoice.tsx';

interface QueueFlowProps {
  queue?: (Queue & { flowId?: string }) | undefined;
  values: Readonly<Record<string, unknown>>;
  setValue(field: string, value: unknown, known?: unknown): void;
}

/** The flow that serves new conversations of a queue. */
export default function QueueFlow({ queue, values, setValue }: QueueFlowProps) {
  const t = useT();
  const flows = useFlowItems();
  const stored = queue?.flowId ?? '0';
  const value = typeof values['flowId'] === 'string' ? values['flowId'] : stored;
  return (
    <FormRow label={t('place.flow')} name="flowId" help={t('place.queueHelp')}>
      <FlowChoice flows={flows} value={value} onChange={(flowId) => setValue('flowId', flowId, stored)} />
    </FormRow>
  );
}
