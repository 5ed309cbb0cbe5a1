import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@fluentui/react-components';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, Spinner } from '@balcao/sdk/ui';
import type { FlowDetail, FlowTriggerChoice } from '../../graph/wire.ts';
import { useCatalogue } from '../data/useNamed.ts';
import { ChoiceRow, Removable, withEntry, withoutEntry } from '../forms/parts.tsx';
import type { Saver } from './saver.ts';

/** The occasions on which the flow starts by itself, besides the queues and connections that name it. */
export function Occasions({ flowId, saver, onClose }: { flowId: number; saver: Saver; onClose(): void }) {
  const { data } = useQuery({
    queryKey: ['flows', 'occasions', flowId],
    queryFn: ({ signal }) => api.get<FlowDetail>(`/flow/${flowId}`, {}, { signal }),
    gcTime: 0,
  });
  return data ? <Form flow={data} saver={saver} onClose={onClose} /> : <Spinner />;
}

function Form({ flow, saver, onClose }: { flow: FlowDetail; saver: Saver; onClose(): void }) {
  const t = useT();
  const toasts = useToasts();
  const offered = useCatalogue()?.triggers ?? [];
  const [choices, setChoices] = useState<readonly FlowTriggerChoice[]>(flow.triggers);
  const lacksSubject = choices.some(
    ({ trigger, subject }) => subject === '' && offered.find((one) => one.trigger === trigger)?.subjects,
  );
  const save = async () => {
    await saver.saveTriggers(choices);
    toasts.success(t('occasions.saved'));
    onClose();
  };
  return (
    <FormDialog
      open
      title={t('editor.occasions')}
      subtitle={t('occasions.text')}
      submitLabel={t('occasions.save')}
      disabled={lacksSubject}
      onSubmit={save}
      onClose={onClose}
    >
      {flow.usedBy.length > 0 && <p>{t('occasions.usedBy', { names: flow.usedBy.join(', ') })}</p>}
      {choices.map((choice, index) => {
        const subjects = offered.find(({ trigger }) => trigger === choice.trigger)?.subjects ?? null;
        return (
          <Removable
            key={index}
            label={t('occasions.remove', { number: index + 1 })}
            onRemove={() => setChoices(withoutEntry(choices, index))}
          >
            <ChoiceRow
              label={t('occasions.occasion')}
              value={choice.trigger}
              options={offered.map(({ trigger, label }) => ({ id: trigger, name: label }))}
              onChange={(trigger) => setChoices(withEntry(choices, index, { trigger, subject: '' }))}
            />
            {subjects && (
              <ChoiceRow
                label={t('occasions.subject')}
                value={choice.subject}
                options={subjects}
                onChange={(subject) => setChoices(withEntry(choices, index, { ...choice, subject }))}
              />
            )}
          </Removable>
        );
      })}
      {choices.length === 0 && <p>{t('occasions.none')}</p>}
      <Button
        disabled={offered.length === 0}
        onClick={() => setChoices([...choices, { trigger: offered[0]?.trigger ?? '', subject: '' }])}
      >
        {t('occasions.add')}
      </Button>
    </FormDialog>
  );
}
