/** Form of the node that sends a file. */
import { useState } from 'react';
import { api, useErrorText, useT } from '@balcao/sdk/client';
import { FileField } from '@balcao/sdk/ui';
import type { FlowNodeFormProps } from '../../contract.ts';
import type { FlowFile } from '../../graph/wire.ts';
import { text } from '../kinds/kind.ts';
import { Typing } from './Asking.tsx';
import { Row, Section, problemOf } from './parts.tsx';
import { VariableText } from './VariableText.tsx';

const fileTypes = '.png,.jpg,.jpeg,.xls,.xlsx,.pdf,.doc,.docx,.pptx,.ppt,.mp4,.mp3,.amr,.opu';

export function AttachmentForm({ nodeId, flowId, data, onChange, problems, variables }: FlowNodeFormProps) {
  const t = useT();
  const textOf = useErrorText();
  const [progress, setProgress] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const path = text(data['mediaPath']);
  const upload = async (file: File) => {
    if (flowId === undefined) {
      setFailure(t('form.saveFirst'));
      return;
    }
    setFailure(undefined);
    setProgress(0);
    const form = new FormData();
    form.append('nodeId', nodeId);
    form.append('file', file);
    try {
      const { mediaPath, mediaName, mime, size } = await api.upload<FlowFile>(`/flow/${flowId}/media-upload`, form, {
        onProgress: setProgress,
      });
      onChange({ mediaPath, mediaName, mime, size });
    } catch (error) {
      setFailure(textOf(error));
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <>
      <Section>
        <Row
          label={t('form.file')}
          hint={t('form.fileHint')}
          error={failure ?? problemOf(problems, 'mediaPath') ?? problemOf(problems, 'mediaName')}
        >
          <FileField
            accept={fileTypes}
            {...(progress !== undefined && { progress })}
            file={path === '' ? undefined : { path, name: text(data['mediaName']), mime: text(data['mime']) }}
            onChoose={(file) => void upload(file)}
            onRemove={() => onChange({ mediaPath: '', mediaName: '', mime: '', size: 0 })}
          />
        </Row>
        <VariableText
          label={t('form.caption')}
          isShort
          max={1024}
          value={text(data['caption'])}
          variables={variables}
          onChange={(caption) => onChange({ caption })}
        />
      </Section>
      <Section>
        <Typing data={data} onChange={onChange} />
      </Section>
    </>
  );
}
