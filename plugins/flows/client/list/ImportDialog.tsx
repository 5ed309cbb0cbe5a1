import { useState } from 'react';
import { Input } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { api, useErrorText, useT } from '@balcao/sdk/client';
import { Bar, FileField, FormDialog, FormRow } from '@balcao/sdk/ui';
import type { FlowExport, FlowImportChecked, FlowMap, SavedFlow } from '../../graph/wire.ts';
import { flowListKey } from '../data/useNamed.ts';
import { Needs, suggestedMap } from './Needs.tsx';

const largest = 2 * 1024 * 1024;

/** Reads a flow that another company or installation exported. It becomes a draft; nothing is published. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const t = useT();
  const textOf = useErrorText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const [content, setContent] = useState<FlowExport>();
  const [checked, setChecked] = useState<FlowImportChecked>();
  const [title, setTitle] = useState('');
  const [map, setMap] = useState<FlowMap>({});
  const [failure, setFailure] = useState<string>();

  const choose = async (chosen: File) => {
    setFile(chosen);
    setChecked(undefined);
    setFailure(undefined);
    try {
      if (chosen.size > largest) throw new Error(t('import.tooLarge'));
      const parsed = JSON.parse(await chosen.text()) as FlowExport;
      const answer = await api.post<FlowImportChecked>('/flow/import/check', { file: parsed });
      setContent(parsed);
      setChecked(answer);
      setTitle(answer.title);
      setMap(suggestedMap(answer.needs));
    } catch (error) {
      setFailure(
        error instanceof SyntaxError
          ? t('errors.ERR_FLOW_FILE')
          : error instanceof Error && error.name === 'Error'
            ? error.message
            : textOf(error),
      );
    }
  };
  const take = async () => {
    const saved = await api.post<SavedFlow>('/flow/import', { file: content, map, title: title.trim() || undefined });
    await queries.invalidateQueries({ queryKey: flowListKey });
    onClose();
    void navigate(`/flow-chart/${saved.id}`);
  };
  return (
    <FormDialog
      open
      title={t('import.title')}
      subtitle={t('import.text')}
      submitLabel={t('import.take')}
      disabled={!checked}
      onSubmit={take}
      onClose={onClose}
    >
      <FormRow label={t('import.file')} error={failure}>
        <FileField
          accept=".json,application/json"
          file={file}
          onChoose={(chosen) => void choose(chosen)}
          onRemove={() => {
            setFile(undefined);
            setChecked(undefined);
            setFailure(undefined);
          }}
        />
      </FormRow>
      {checked && (
        <>
          <FormRow label={t('editor.name')} name="title" required>
            <Input value={title} maxLength={100} onChange={(_, { value }) => setTitle(value)} />
          </FormRow>
          {checked.problems.some(({ level }) => level === 'error') && (
            <Bar tone="warn">
              {t('import.problems', { count: checked.problems.filter(({ level }) => level === 'error').length })}
            </Bar>
          )}
          {content && content.files.length > 0 && (
            <Bar tone="info">{t('import.files', { count: content.files.length })}</Bar>
          )}
          <Needs needs={checked.needs} map={map} onChange={setMap} />
        </>
      )}
    </FormDialog>
  );
}
