import { useState } from 'react';
import { Button, Input } from '@fluentui/react-components';
import { api, useT } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import type { FlowOption } from '../../graph/wire.ts';
import { useFlowItems } from '../data/useNamed.ts';
import { Choice } from '../forms/parts.tsx';
import { FlowChoice } from './FlowChoice.tsx';

interface KeywordDialogProps {
  whatsappId: number;
  parent: FlowOption | undefined;
  option: FlowOption | undefined;
  /** Order of a new word. */
  next: number;
  onDone(): Promise<unknown>;
  onClose(): void;
}

/** A word of the menu of a connection: it opens further words, or starts a flow. */
export function KeywordDialog({ whatsappId, parent, option, next, onDone, onClose }: KeywordDialogProps) {
  const t = useT();
  const flows = useFlowItems();
  const [word, setWord] = useState(option?.word ?? '');
  const [type, setType] = useState<FlowOption['type']>(option?.type ?? 'end');
  const [flowId, setFlowId] = useState(option?.flowId ?? '0');
  const opens: FlowOption['type'] = parent ? 'middle' : 'first';
  const body = {
    whatsappId,
    parentId: parent?.id ?? null,
    word: word.trim(),
    type,
    option: option?.option ?? next,
    flowId: type === 'end' ? flowId : '0',
  };
  const save = async () => {
    if (option) await api.put(`/whatsapp-flow-options/${option.id}`, body);
    else await api.post('/whatsapp-flow-options', body);
    await onDone();
    onClose();
  };
  const remove = async () => {
    if (option) await api.delete(`/whatsapp-flow-options/${option.id}`);
    await onDone();
    onClose();
  };
  return (
    <FormDialog
      open
      title={t(option ? 'place.word' : 'place.addWord')}
      submitLabel={t('place.saveWord')}
      disabled={word.trim() === '' || (type === 'end' && flowId === '0')}
      onSubmit={save}
      onClose={onClose}
      aside={option && <Button onClick={() => void remove()}>{t('place.removeWord')}</Button>}
    >
      <FormRow label={t('place.word')} name="word" help={t('place.wordHelp')} required>
        <Input autoFocus value={word} maxLength={100} onChange={(_, { value }) => setWord(value)} />
      </FormRow>
      <FormRow label={t('place.wordType')} name="type">
        <Choice
          value={type}
          options={[
            { id: 'end', name: t('place.startsFlow') },
            { id: opens, name: t('place.opensWords') },
          ]}
          placeholder={t('form.choose')}
          onChange={(value) => setType(value === 'end' ? 'end' : opens)}
        />
      </FormRow>
      {type === 'end' && (
        <FormRow label={t('place.flow')} name="flowId" required>
          <FlowChoice flows={flows} value={flowId} onChange={setFlowId} />
        </FormRow>
      )}
    </FormDialog>
  );
}
